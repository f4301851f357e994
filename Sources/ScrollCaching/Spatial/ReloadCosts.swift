import ScrollCore

/// What it means to lose an image: its bytes and the milliseconds to get it again.
struct ReloadCosts: Sendable {
  private let milliseconds: [Double]
  private let bytes: [Int]

  /// Those of a set-up.
  /// - Precondition: it knows the load of every image or none, and the bytes of all or none.
  init(_ setup: PolicySetup) {
    milliseconds = setup.reloadMilliseconds
    bytes = setup.bytes
    precondition(
      milliseconds.isEmpty || milliseconds.count == setup.imageCount,
      "\(milliseconds.count) loads for \(setup.imageCount) images")
    precondition(
      bytes.isEmpty || bytes.count == setup.imageCount,
      "\(bytes.count) sizes for \(setup.imageCount) images")
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
