import ScrollCore
import ScrollDevice
import ScrollPages

extension ImageFormat {
  /// The source of the sizes if a catalog gives none, in sentences.
  var sizeRule: String {
    switch storage {
    case .codec: "Encoded sizes: \(EncodedSize.source)."
    case .colorAndMask:
      "Two files, read one after the other and decoded apart: the JPEG of the content and, for "
        + "the mask, a PNG taken to be as large as that of a graphic. Encoded sizes of both: "
        + "\(EncodedSize.source)."
    case .texture(let layout):
      "Not decoded, only uploaded; as large on disk as in memory: blocks of "
        + "\(layout.blockWidth)x\(layout.blockHeight) pixels in \(layout.blockSize.bytes) bytes"
        + (layout.isSquarePowerOfTwo
          ? ", and square with a power of two as its side, at least 8: the padding is charged."
          : ", those at the edges charged whole.")
        + " A bitmap has 32 bits per pixel, so that 2 bits are 1/16 of its memory; the 1/60 that "
        + "the chapter \"Image IO\" promises cannot be met."
    }
  }

  /// The quality of the images compared with the original and their transparency, in sentences.
  var qualityRule: String {
    let quality =
      switch self.quality {
      case .exact: "Nothing is lost."
      case .unknown:
        "No figure for its quality was found; the chapter \"Image IO\" calls it not very good, "
          + "especially where images are transparent, and like a heavily compressed JPEG."
      case .decibels:
        "Quality: \(qualityText(.photo)) dB for photos, \(qualityText(.graphic)) dB for graphics ("
          + "\(ImageQuality.source))."
      }
    let transparency =
      switch self.transparency {
      case .none: "No transparency."
      case .onOrOff: "A pixel is transparent or it is not."
      case .full: "Transparent in every degree."
      }
    return "\(quality) \(transparency)"
  }

  /// Returns decibels, `exact`, or `-` if the quality is not known.
  func qualityText(_ content: ContentClass) -> String {
    if quality == .exact { return "exact" }
    return quality.decibels(content).map { NumberText.fixed($0, decimals: 1) } ?? "-"
  }
}
