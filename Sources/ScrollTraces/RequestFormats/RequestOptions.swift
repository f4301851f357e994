/// What a file does not say of itself: which column is which, and whether sizes are wanted.
public struct RequestOptions: Sendable, Equatable {
  /// The column with the ids, by its name in the header or by its number from 1; nil for one with
  /// a usual name.
  public var idColumn: String?
  /// The column with the sizes, likewise; nil for one with a usual name, if there is one.
  public var sizeColumn: String?
  /// The delimiter; `nil` finds it out.
  public var delimiter: Delimiter?
  /// Whether the first line names the columns.
  public var hasHeader = true
  /// Whether ids are texts, like the addresses of images: they are told apart by a hash of 64 bits.
  public var hasTextIDs = false
  /// The fields of a binary record.
  public var record: BinaryRecord?
  /// False to leave sizes out even where there are some, so that every request counts 1.
  public var includesSizes = true
  /// At most so many requests are held in memory, the others in a temporary file.
  package var requestsInMemory = 1 << 22

  public init() {}

  /// What separates two fields.
  public struct Delimiter: Sendable, Equatable {
    let byte: UInt8

    /// `comma`, or the character.
    var words: String {
      switch byte {
      case UInt8(ascii: ","): "comma"
      case UInt8(ascii: ";"): "semicolon"
      case UInt8(ascii: "\t"): "tab"
      case UInt8(ascii: " "): "blank"
      default: "'\(Unicode.Scalar(byte))'"
      }
    }

    /// A character as typed: one of ASCII, or `tab`.
    /// - Returns: nil for anything else, and for what may stand in a field: a digit, a quotation
    ///   mark.
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

  /// The first option that only a file with columns can follow; nil if there is none.
  var columnOption: String? {
    if idColumn != nil { return "id column" }
    if sizeColumn != nil { return "size column" }
    if delimiter != nil { return "delimiter" }
    if !hasHeader { return "missing header" }
    return hasTextIDs ? "text as id" : nil
  }
}
