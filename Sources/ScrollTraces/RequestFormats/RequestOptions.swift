/// The facts about a file that the file itself does not state: its columns, and whether sizes
/// count.
public struct RequestOptions: Sendable, Equatable {
  /// The column with the ids, by its name in the header or by its number from 1; `nil` for a column
  /// with a usual name.
  public var idColumn: String?
  /// The column with the sizes, by name or number; `nil` for a column with a usual name, if there
  /// is one.
  public var sizeColumn: String?
  /// The delimiter; `nil` to detect it.
  public var delimiter: Delimiter?
  /// A Boolean value that indicates whether the first line names the columns.
  public var hasHeader = true
  /// A Boolean value that indicates whether ids are texts, such as the addresses of images.
  ///
  /// A hash of 64 bits identifies a text.
  public var hasTextIDs = false
  /// The fields of a binary record.
  public var record: BinaryRecord?
  /// A Boolean value that indicates whether sizes count; if `false`, every request has size 1.
  public var includesSizes = true
  /// The maximum size of the requests in memory, in bytes; the others are in a temporary file.
  package var bytesInMemory = 48 << 20

  public init() {}

  /// The separator of two fields.
  public struct Delimiter: Sendable, Equatable {
    let byte: UInt8

    /// Creates a delimiter from a character as typed: one of ASCII, or `tab`.
    /// - Returns: `nil` for anything else, and for a character that fields may contain: a digit, a
    ///   quotation mark.
    public init?(_ text: String) {
      let bytes = Array((text == "tab" || text == "\\t" ? "\t" : text).utf8)
      guard bytes.count == 1, bytes[0] < 0x7f, bytes[0] >= 0x20 || bytes[0] == 9,
        bytes[0] != UInt8(ascii: "\""), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[0])
      else { return nil }
      byte = bytes[0]
    }

    init(byte: UInt8) { self.byte = byte }
    static let blank = Delimiter(byte: UInt8(ascii: " "))
  }

  /// The first option that only applies to a file with columns; `nil` if there is none.
  var columnOption: String? {
    if idColumn != nil { return "id column" }
    if sizeColumn != nil { return "size column" }
    if delimiter != nil { return "delimiter" }
    if !hasHeader { return "missing header" }
    return hasTextIDs ? "text as id" : nil
  }

  /// A Boolean value that indicates whether the values of a file may determine its columns, because
  /// no option does.
  ///
  /// That the first line is no header determines no column.
  var hasOpenColumns: Bool {
    idColumn == nil && sizeColumn == nil && delimiter == nil && !hasTextIDs
  }
}
