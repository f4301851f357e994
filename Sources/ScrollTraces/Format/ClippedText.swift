/// Text from a file for an error message.
///
/// It has at most 60 characters, no control characters of a terminal, and only UTF-8.
public struct ClippedText: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The number of characters before the text is cut with three dots.
  public static let limit = 60

  public init(_ text: some StringProtocol) {
    self.init(bytes: text.utf8.prefix(Self.limit * 4 + 1))
  }

  /// Creates the whole text of a message that quotes a file.
  init(quoting text: String) {
    var shown = ""
    for character in text { Self.append(character, to: &shown) }
    description = shown
  }

  init(bytes: some Collection<UInt8>) {
    var shown = ""
    var count = 0
    // A character has at most 4 bytes; one more byte shows that the text is longer.
    for character in String(decoding: bytes.prefix(Self.limit * 4 + 1), as: UTF8.self) {
      guard count < Self.limit else {
        shown += "..."
        break
      }
      count += 1
      Self.append(character, to: &shown)
    }
    description = shown
  }

  public var isEmpty: Bool { description.isEmpty }

  private static func append(_ character: Character, to text: inout String) {
    for scalar in character.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        text += scalar.escaped(asASCII: true)
      default:
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
