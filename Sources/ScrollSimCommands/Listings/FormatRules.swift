import ScrollCore
import ScrollDevice
import ScrollPages

extension ImageFormat {
  /// Sentences about the source of the file sizes, which apply if a catalog states no sizes.
  var sizeRule: String {
    switch storage {
    case .codec: "Encoded sizes: \(EncodedSize.source)."
    case .colorAndMask:
      "Two files, read in sequence and decoded separately: a JPEG of the colors, and a PNG "
        + "of the mask with the size of a graphic's. Encoded sizes of both: "
        + "\(EncodedSize.source)."
    case .texture(let layout):
      "Uploaded without decoding; the same size on disk and in memory: blocks of "
        + "\(layout.blockWidth)x\(layout.blockHeight) pixels in \(layout.blockSize.bytes) "
        + "bytes"
        + (layout.isSquarePowerOfTwo
          ? ", padded to a square whose side is a power of two, at least 8."
          : "; blocks at the edges count whole.")
        + " A bitmap has 32 bits per pixel, so 2 bits are 1/16 of its memory. The chapter "
        + "\"Image IO\" promises 1/60, which is impossible."
    }
  }

  /// Sentences about the quality compared with the original, and about transparency.
  var qualityRule: String {
    let quality =
      switch self.quality {
      case .exact: "Nothing is lost."
      case .unknown:
        "No measurement of its quality is known. The chapter \"Image IO\" calls it not very "
          + "good, especially for transparent images, and like a heavily compressed JPEG."
      case .decibels:
        "Quality: \(qualityText(.photo)) dB for photos, \(qualityText(.graphic)) dB for graphics ("
          + "\(ImageQuality.source))."
      }
    let transparency =
      switch self.transparency {
      case .none: "No transparency."
      case .onOrOff: "Each pixel is either opaque or transparent."
      case .full: "Pixels can be partly transparent."
      }
    let equal =
      EncodedSize.sizeAtQualityOfJPEG(self, .photo) == nil
      ? "" : " Sizes at equal quality: \(EncodedSize.equalQualitySource)."
    return "\(quality) \(transparency)\(equal)"
  }

  /// Returns decibels, `exact`, or `-` if the quality is not known.
  func qualityText(_ content: ContentClass) -> String {
    if quality == .exact { return "exact" }
    return quality.decibels(content).map { NumberText.fixed($0, decimals: 1) } ?? "-"
  }
}
