import ScrollCore
import ScrollDevice

/// The measured decode time of a picture in a list: a column `decode_ms:DEVICE`, which names the
/// device that was measured.
enum PictureDecodeTime {
  static let prefix = "decode_ms"

  static let expected =
    "milliseconds from 0.00001 to \(Int(ImageCatalog.Entry.longestDecodeTime.milliseconds)), "
    + "or nothing if it was not measured"

  /// Returns the name of a device's column.
  static func column(_ device: String) -> String { "\(prefix):\(device)" }

  /// Returns the device in the name of a column, as device files name it; `nil` for any other
  /// column.
  static func device(of column: String) -> String? {
    guard column.hasPrefix("\(prefix):") else { return nil }
    let name = column.utf8.dropFirst(prefix.count + 1)
    let isName = name.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
    return isName && !name.isEmpty ? String(name) : nil
  }

  /// Returns a time in milliseconds, or an empty text.
  static func text(_ time: SimTime?) -> String {
    time.map { Millionths(units: $0.nanoseconds).text } ?? ""
  }

  /// Parses milliseconds; `nil` for anything else.
  static func parse(_ text: ArraySlice<UInt8>) -> SimTime? {
    guard let units = Millionths(parsing: text, rounding: true)?.units, units >= 10,
      units <= ImageCatalog.Entry.longestDecodeTime.nanoseconds
    else { return nil }
    return SimTime(nanoseconds: units)
  }
}
