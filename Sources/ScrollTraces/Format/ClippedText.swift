/// Text from a file as an error message can show it: at most 60 characters, nothing that a
/// terminal would obey, nothing that is not UTF-8.
public struct ClippedText: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Characters shown before the text is cut with three dots.
  public static let limit = 60

  public init(_ text: some StringProtocol) {
    self.init(bytes: text.utf8.prefix(Self.limit * 4 + 1))
  }

  /// A text of our own that quotes a file, at its whole length.
  init(quoting text: String) {
    var shown = ""
    for character in text { Self.append(character, to: &shown) }
    description = shown
  }

  init(bytes: some Collection<UInt8>) {
    var shown = ""
    var count = 0
    // 4 bytes a character at most, and one more shows that there is more.
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
