/// A name with settings as typed: `distance:lead=2:mode=full`.
///
/// Nothing is known here about which names and settings exist: see `Catalog.choose(_:)`.
public struct NamedSettings: Sendable {
  public var name: String
  public var settings: [(name: String, value: String)]

  /// Text that is not `name[:key=value...]`.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let text: String
    public let problem: Problem

    /// What is wrong with the text.
    public enum Problem: Equatable, Sendable {
      case noName
      /// This part is not `key=value`.
      case noSetting(String)
      /// The setting of this name is there twice.
      case repeated(String)
    }

    public var description: String {
      switch problem {
      case .noName: "'\(text)' names nothing; expected NAME[:KEY=VALUE...]"
      case .noSetting(let part):
        "'\(part)' in '\(text)' is no setting; expected NAME[:KEY=VALUE...]"
      case .repeated(let name): "'\(text)' sets '\(name)' twice; expected it once"
      }
    }
  }

  public init(name: String, settings: [(name: String, value: String)] = []) {
    self.name = name
    self.settings = settings
  }

  /// Reads `name[:key=value...]`, or `name:expression[:key=value...]`.
  /// - Parameters:
  ///   - text: as typed.
  ///   - expression: the setting whose value stands right after the name, without its key;
  ///     nil where there is none.
  /// - Throws: `ParsingError` for text that is none, or that has a key twice.
  public init(parsing text: String, expression: String? = nil) throws(ParsingError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else {
      throw ParsingError(text: text, problem: .noName)
    }
    name = String(first)
    settings = []
    var rest = parts.dropFirst()
    if let expression, let first = rest.popFirst() {
      settings.append((expression, first.trimmingSpaces()))
    }
    for part in rest {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
        throw ParsingError(text: text, problem: .noSetting(String(part)))
      }
      let name = sides[0].trimmingSpaces()
      guard !settings.contains(where: { $0.name == name }) else {
        throw ParsingError(text: text, problem: .repeated(name))
      }
      settings.append((name, sides[1].trimmingSpaces()))
    }
  }
}

extension NamedSettings {
  /// Takes names as they are listed in place of those that were typed otherwise.
  /// - Parameters:
  ///   - name: of the entry that was found.
  ///   - names: those of its settings.
  /// - Returns: whether all were typed as they are listed.
  mutating func adopt(_ name: String, settings names: [String]) -> Bool {
    var isListed = self.name == name
    self.name = name
    for index in settings.indices {
      guard let found = NameMatch.find(settings[index].name, in: names) else { continue }
      isListed = isListed && settings[index].name == found
      settings[index].name = found
    }
    return isListed
  }

  /// The name of a setting that is there twice.
  var repeated: String? {
    settings.indices.first { place in
      settings[..<place].contains { $0.name == settings[place].name }
    }.map { settings[$0].name }
  }

  /// As one would type it.
  func text(expression: String?) -> String {
    settings.reduce(name) { text, setting in
      setting.name == expression
        ? "\(text): \(setting.value)" : "\(text):\(setting.name)=\(setting.value)"
    }
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate func trimmingSpaces() -> String {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
