/// A name with settings as typed: `distance:lead=2:mode=full`.
///
/// Nothing is known here about which names and settings exist: see `Catalog.choose(_:)`.
public struct NamedSettings: Sendable {
  public var name: String
  public var settings: [(name: String, value: String)]

  /// Text that is not `name[:key=value...]`.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let text: String
    /// The part that is no setting; nil where the name is missing.
    public let part: String?

    public var description: String {
      part.map { "'\($0)' in '\(text)' is no setting; expected NAME[:KEY=VALUE...]" }
        ?? "'\(text)' names nothing; expected NAME[:KEY=VALUE...]"
    }
  }

  public init(name: String, settings: [(name: String, value: String)] = []) {
    self.name = name
    self.settings = settings
  }

  public init(parsing text: String) throws(ParsingError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else {
      throw ParsingError(text: text, part: nil)
    }
    name = String(first)
    settings = []
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
        throw ParsingError(text: text, part: String(part))
      }
      settings.append((String(sides[0]), String(sides[1])))
    }
  }
}
