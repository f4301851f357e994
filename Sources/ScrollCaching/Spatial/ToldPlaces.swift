import ScrollCore

/// Where images lie of which this is told one after the other.
///
/// - Complexity: every verb O(items of the image).
struct ToldPlaces {
  /// An interval of the axis; no number where there is none.
  struct Span: BitwiseCopyable, Equatable {
    var start: Double, end: Double

    static var none: Span { Span(start: .nan, end: .nan) }
  }

  /// The first item of each image.
  private var firsts: [Span]
  /// All items of the images with several.
  private var several: [Int32: [Span]] = [:]

  /// No image is anywhere.
  init(imageCount: Int) { firsts = Array(repeating: .none, count: imageCount) }

  mutating func grow(toImageCount count: Int) {
    firsts += Array(repeating: .none, count: max(0, count - firsts.count))
  }

  /// These items show the image from now on.
  mutating func place(_ image: ImageID, at items: [Range<Double>]) {
    let spans = items.map { Span(start: $0.lowerBound, end: $0.upperBound) }
    firsts[Int(image.index)] = spans.first ?? .none
    if several[image.index] != nil || spans.count > 1 {
      several[image.index] = spans.count > 1 ? spans : nil
    }
  }

  /// How many items show an image.
  func itemCount(of image: ImageID) -> Int {
    if firsts[Int(image.index)].start.isNaN { return 0 }
    return several.isEmpty ? 1 : several[image.index]?.count ?? 1
  }

  /// The `number`th item of an image, below `itemCount`.
  func span(ofItem number: Int, of image: ImageID) -> Span {
    number == 0 ? firsts[Int(image.index)] : several[image.index]?[number] ?? .none
  }
}
