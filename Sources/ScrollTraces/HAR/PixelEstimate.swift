import ScrollCore
import ScrollDevice

/// How many pixels a photo has, as far as its bytes tell.
enum PixelEstimate {
  /// The smallest size of 4 to 3 whose estimated bytes (`EncodedSize`) are as many.
  ///
  /// The quality with which an image was encoded is not known: half and twice as many pixels are
  /// no surprise.
  static func size(bytes: Int, format: ImageFormat) -> (width: Int, height: Int) {
    var (low, high) = (1, TraceLimits.side / 4)
    while low < high {
      let middle = (low + high) / 2
      let estimate = EncodedSize.estimate(
        width: 4 * middle, height: 3 * middle, format: format, content: .photo)
      if estimate.bytes >= bytes { high = middle } else { low = middle + 1 }
    }
    return (4 * low, 3 * low)
  }
}
