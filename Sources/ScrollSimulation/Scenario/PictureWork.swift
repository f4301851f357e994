import ScrollCore
import ScrollDevice

/// What one picture costs on a device with a loader: computed once for all runs of a scenario.
///
/// Times in nanoseconds, sizes in bytes.
struct PictureWork: Sendable {
  /// How long the flash channel takes for the file; a hybrid's two files one after the other.
  var read: Int64 = 0
  /// A lane or the main thread, redraw and tiles included, compositions not.
  var decode: Int64 = 0
  /// To draw what was decoded into the bitmap that is kept.
  var redraw: Int64 = 0
  /// To draw a full image into the bitmap of its low variant, which this is.
  var reduction: Int64 = 0
  /// The mask of a hybrid, which another lane may decode meanwhile; 0 for all others.
  var maskDecode: Int64 = 0
  /// To put color and mask together.
  var composition: Int64 = 0
  /// To encode it as a PNG.
  var encode: Int64 = 0
  /// The main thread, to bring the bitmap to the graphics processor.
  var upload: Int64 = 0
  /// The part of `decode` that draws tiles.
  var tiles: Int64 = 0
  /// The file as it comes, and the bitmap that is displayed.
  var encoded = 0, bitmap = 0
  /// What the cache holds of it, and the cost that it is given.
  var cached = 0, cost = 0
  /// The file as the app keeps it on disk: how large, how long to read, to write, to decode.
  var stored = 0
  var storedRead: Int64 = 0, storedWrite: Int64 = 0, storedDecode: Int64 = 0
  /// Whether what was decoded is drawn into another bitmap, and the bytes that are decoded; of a
  /// texture none.
  var redraws = false, source = 0
  /// How far the decoder's times lie from the formula, of the file as it comes and as it is stored.
  var spread = DecodeSpread(), storedSpread = DecodeSpread()
  /// Whether it is downloaded.
  var isRemote = false
  /// Whether the system may take its bitmap while only the cache holds it, and whether the
  /// encoded bytes stay, so that it can be decoded again.
  var isPurgeable = false, keepsSource = false

  /// Everything that decoding takes if one thread does it all.
  var wholeDecode: Int64 { decode + maskDecode + composition }

  /// What the decoder writes to before that is drawn into the bitmap that is kept; nothing where it
  /// writes to that itself.
  var scratch: Int { redraws ? source : 0 }

  /// What its decoder takes, without a redraw and without putting parts together.
  func decoding(isReencoded: Bool) -> Int64 {
    plainDecode(isReencoded: isReencoded) - (isReencoded ? 0 : composition)
  }

  /// The same without a redraw, of the file as it comes or as the app keeps it on disk.
  func plainDecode(isReencoded: Bool) -> Int64 {
    (isReencoded ? storedDecode : wholeDecode) - redraw
  }
}
