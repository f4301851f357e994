/// The fields of a record, in the notation of Python's `struct` and of libCacheSim: `<IQIq`.
///
/// | letter | bytes |
/// |---|---|
/// | `b` `B` `c` `?` `x` | 1 |
/// | `h` `H` | 2 |
/// | `i` `I` `l` `L` `f` | 4 |
/// | `q` `Q` `d` | 8 |
///
/// Lower-case letters are signed, `x` is a byte that is not a field, `f` and `d` are not whole
/// numbers, and a number before a letter repeats it: `3I2x`. Numbers are big-endian if the text
/// begins with `>` or `!`. Otherwise they are little-endian; a `<` or `=` at the beginning says the
/// same. Fields are not aligned.
public struct BinaryRecord: Sendable, Equatable {
  /// A whole number in a record.
  struct Field: Sendable, Equatable {
    let offset: Int, bytes: Int
    let isSigned: Bool, isWhole: Bool
  }

  let fields: [Field]
  /// The bytes of a record.
  let size: Int
  let isBigEndian: Bool

  /// The maximum length of a record.
  static let longest = 1 << 16

  /// The error of an invalid text, as a sentence that may follow the name of its option.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// Parses a format string.
  /// - Throws: `ParsingError` for an unknown letter, and for a record without a field or of more
  ///   than 64 KiB.
  public init(parsing text: String) throws(ParsingError) {
    var rest = text[...]
    var isBigEndian = false
    if let first = rest.first, "<>=!".contains(first) {
      isBigEndian = first == ">" || first == "!"
      rest.removeFirst()
    }
    var (fields, size, repeats) = ([Field](), 0, "")
    for letter in rest where letter != " " {
      if letter.isASCII, letter.isNumber, repeats.count < 6 {
        repeats.append(letter)
        continue
      }
      guard let bytes = Self.bytes(of: letter) else {
        throw ParsingError(
          description: "'\(text)' has '\(letter)'; expected letters like those of Python's struct: "
            + "b B h H i I l L q Q f d x")
      }
      let count = repeats.isEmpty ? 1 : Int(repeats) ?? 1
      repeats = ""
      guard size + count * bytes <= Self.longest else {
        throw ParsingError(
          description: "'\(text)' is longer than 64 KiB; expected a shorter record")
      }
      for _ in 0..<count {
        if letter != "x" {
          fields.append(
            Field(
              offset: size, bytes: bytes, isSigned: letter.isLowercase,
              isWhole: letter != "f" && letter != "d"))
        }
        size += bytes
      }
    }
    guard !fields.isEmpty, repeats.isEmpty else {
      throw ParsingError(description: "'\(text)' has no fields; expected some, like '<IQIq'")
    }
    (self.fields, self.size, self.isBigEndian) = (fields, size, isBigEndian)
  }

  /// Returns the field of a column, given by its number from 1.
  /// - Returns: `nil` if there is no such field, or it is not a whole number.
  func field(_ column: String) -> Field? {
    guard let number = Int(column), (1...fields.count).contains(number) else { return nil }
    let field = fields[number - 1]
    return field.isWhole ? field : nil
  }

  /// Returns a field of a record as 64 bits, extended by its sign if it has one.
  @inline(__always) func value(_ field: Field, of bytes: RawSpan, at start: Int) -> Int64 {
    var value: UInt64 = 0
    for index in 0..<field.bytes {
      let byte = bytes.unsafeLoadUnaligned(
        fromByteOffset: start + field.offset + index, as: UInt8.self)
      let place = isBigEndian ? field.bytes - 1 - index : index
      value |= UInt64(byte) << UInt64(8 * place)
    }
    guard field.isSigned, field.bytes < 8 else { return Int64(bitPattern: value) }
    let shift = UInt64(64 - 8 * field.bytes)
    return Int64(bitPattern: value << shift) >> Int64(shift)
  }

  private static func bytes(of letter: Character) -> Int? {
    switch letter {
    case "b", "B", "c", "?", "x": 1
    case "h", "H": 2
    case "i", "I", "l", "L", "f": 4
    case "q", "Q", "d": 8
    default: nil
    }
  }
}
