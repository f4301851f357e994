import ScrollCore

/// What it means to lose an image: its bytes and the milliseconds to get it again.
struct ReloadCosts: Sendable {
  private var milliseconds: [Double]
  private let bytes: [Int]
  private var imageCount: Int

  /// Those of a set-up.
  /// - Precondition: it knows the load of every image or none, and the bytes of all or none.
  init(_ setup: PolicySetup) {
    milliseconds = setup.reloadMilliseconds
    bytes = setup.bytes
    imageCount = setup.imageCount
    precondition(
      milliseconds.isEmpty || milliseconds.count == setup.imageCount,
      "\(milliseconds.count) loads for \(setup.imageCount) images")
    precondition(
      bytes.isEmpty || bytes.count == setup.imageCount,
      "\(bytes.count) sizes for \(setup.imageCount) images")
  }

  /// How long an image took to get, where that is measured.
  mutating func didMeasure(_ image: ImageID, reload: Double) {
    if milliseconds.isEmpty { milliseconds = Array(repeating: 1, count: imageCount) }
    milliseconds[Int(image.index)] = reload
  }

  /// Images are `0..<count` from now on, never fewer than before.
  /// - Precondition: what they cost is their bytes.
  mutating func grow(toImageCount count: Int) {
    precondition(bytes.isEmpty, "the sizes of \(imageCount) images are all that are known")
    if !milliseconds.isEmpty {
      milliseconds += Array(repeating: 1, count: max(0, count - imageCount))
    }
    imageCount = count
  }

  /// Bytes (what the image is charged where the set-up knows none; at least 1) for each
  /// millisecond to read or download and decode it (at least 0.1; 1 where none are known).
  ///
  /// The least load is for formats that need no decoding.
  func bytesPerMillisecond(of image: ImageID, charged cost: Int) -> Double {
    let index = Int(image.index)
    let load = milliseconds.isEmpty ? 1 : max(0.1, milliseconds[index])
    return Double(max(1, bytes.isEmpty ? cost : bytes[index])) / load
  }
}
