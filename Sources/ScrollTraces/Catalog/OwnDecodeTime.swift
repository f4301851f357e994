import ScrollCore
import ScrollDevice

/// A picture's own decode time, as it stands in lists: a column `decode_ms:DEVICE`, with the device
/// that it was measured on.
enum OwnDecodeTime {
  static let prefix = "decode_ms"

  static let expected =
    "milliseconds from 0.00001 to \(Int(ImageCatalog.Entry.longestDecodeTime.milliseconds)), or "
    + "nothing where it was not timed"

  /// What the column of a device is called.
  static func column(_ device: String) -> String { "\(prefix):\(device)" }

  /// The device that a column names, as files of devices have it; nil for any other column.
  static func device(of column: String) -> String? {
    guard column.hasPrefix("\(prefix):") else { return nil }
    let name = column.utf8.dropFirst(prefix.count + 1)
    let isName = name.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
    return isName && !name.isEmpty ? String(name) : nil
  }

  /// Milliseconds, or nothing.
  static func text(_ time: SimTime?) -> String {
    time.map { Millionths(units: $0.nanoseconds).text } ?? ""
  }

  /// Reads milliseconds; nil for anything else.
  static func parse(_ text: ArraySlice<UInt8>) -> SimTime? {
    guard let units = Millionths(parsing: text, rounding: true)?.units, units >= 10,
      units <= ImageCatalog.Entry.longestDecodeTime.nanoseconds
    else { return nil }
    return SimTime(nanoseconds: units)
  }
}
