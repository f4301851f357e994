/// An entry that users choose by name: a policy, a loader, a prefetcher, a device.
public protocol CatalogEntry: Sendable {
  /// The name of the entries of this catalog in the singular: `policy`.
  static var kind: String { get }
  /// The name in kebab-case.
  var name: String { get }
  /// A summary in one sentence.
  var summary: String { get }
  var settings: [Setting] { get }
  /// A sentence that explains why this entry cannot be chosen; `nil` if it can be chosen.
  var unavailable: String? { get }
  /// Returns the entry with the settings of a choice.
  ///
  /// The default implementation returns the entry itself.
  func choosing(_ settings: [(name: String, value: String)]) -> Self
}

extension CatalogEntry {
  public func choosing(_ settings: [(name: String, value: String)]) -> Self { self }
  public var settings: [Setting] { [] }
  public var unavailable: String? { nil }

  /// The name of the setting whose value is written directly after the entry's name: the first
  /// setting that is an expression; `nil` if there is none.
  package var expression: String? {
    settings.first { if case .expression = $0.domain { true } else { false } }?.name
  }
}

/// The entries to choose from, in the order of listing.
public struct Catalog<Entry: CatalogEntry>: Sendable {
  public let entries: [Entry]
  /// The kind of the entry with the same index, in a word or two; empty if there are no kinds.
  public let kinds: [String]

  /// Creates a catalog of entries without kinds.
  /// - Precondition: no two have the same name.
  public init(_ entries: [Entry]) { self.init(entries, kinds: []) }

  /// Creates a catalog of entries by their kinds.
  /// - Precondition: no two have the same name.
  public init(kinds: [(kind: String, entries: [Entry])]) {
    self.init(
      kinds.flatMap { $0.entries },
      kinds: kinds.flatMap { kind in kind.entries.map { _ in kind.kind } }
    )
  }

  private init(_ entries: [Entry], kinds: [String]) {
    precondition(
      Set(entries.map { $0.name }).count == entries.count, "two entries share a name")
    self.entries = entries
    self.kinds = kinds
  }

  /// Returns this catalog with one more entry.
  /// - Precondition: no other entry has its name, and its settings accept their defaults.
  public func adding(_ entry: Entry) -> Catalog {
    for setting in entry.settings where !setting.domain.accepts(setting.standard) {
      fatalError(
        "the default of setting '\(setting.name)' of '\(entry.name)' is '\(setting.standard)'; "
          + "expected \(setting.domain)")
    }
    return Catalog(entries + [entry], kinds: kinds.isEmpty ? [] : kinds + ["added"])
  }

  /// Finds an entry and checks its settings: `clock:bits=2`.
  /// - Parameters:
  ///   - text: the choice as typed.
  ///   - added: further settings, which override settings of the same name in the text.
  /// - Returns: the entry with every setting.
  /// - Throws: `ChoiceError` for a name or a setting that does not exist or does not fit, and for
  ///   an entry that is unavailable.
  public func choose(
    _ text: String, adding added: [(name: String, value: String)] = []
  ) throws(ChoiceError) -> Choice<Entry> {
    let names = entries.map { $0.name }
    func entry(_ name: String) -> Entry? {
      guard let listed = NameMatch.find(name, in: names) else { return nil }
      return entries.first { $0.name == listed }
    }
    let expression = entry(String(text.prefix { $0 != ":" }))?.expression
    var named: NamedSettings
    do { named = try NamedSettings(parsing: text, expression: expression) } catch {
      throw .malformed(error)
    }
    guard let entry = entry(named.name) else {
      throw .unknownName(named.name, kind: Entry.kind, known: names)
    }
    if let sentence = entry.unavailable { throw .unavailable(sentence) }
    let isListed = named.adopt(entry.name, settings: entry.settings.map { $0.name })
    if let repeated = named.repeated {
      throw .malformed(NamedSettings.ParsingError(text: text, problem: .repeated(repeated)))
    }
    do {
      let values = try SettingValues(
        named.settings + added, for: entry.settings, of: entry.name)
      return Choice(
        entry: entry.choosing(named.settings + added), settings: values,
        text: added.reduce(isListed ? text : named.text(expression: expression)) {
          $1.name == expression ? "\($0): \($1.value)" : "\($0):\($1.name)=\($1.value)"
        },
        given: (named.settings + added).map { $0.name })
    } catch {
      throw .setting(error)
    }
  }
}

/// An entry of a catalog with its settings.
public final class Choice<Entry: CatalogEntry>: Sendable {
  public let entry: Entry
  public let settings: SettingValues
  /// The choice as typed, with the added settings and with the names in the listed case.
  public let text: String
  /// The names of the settings that were given, without the defaults.
  public let given: [String]

  public init(entry: Entry, settings: SettingValues, text: String, given: [String] = []) {
    self.entry = entry
    self.settings = settings
    self.text = text
    self.given = given
  }
}

/// An error for a name that is in no catalog, or for settings that do not fit it.
public enum ChoiceError: Error, Equatable {
  case malformed(NamedSettings.ParsingError)
  case unknownName(String, kind: String, known: [String])
  case setting(SettingError)
  /// The catalog lists the entry, but it cannot be chosen; the sentence explains why.
  case unavailable(String)
}

extension ChoiceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): return "\(error)"
    case .setting(let error): return "\(error)"
    case .unavailable(let sentence): return sentence
    case .unknownName(let name, let kind, let known):
      if let close = NameMatch.suggestion(for: name, among: known) {
        return "there is no \(kind) '\(name)'; did you mean '\(close)'?"
      }
      return "there is no \(kind) '\(name)'; there are \(known.joined(separator: ", "))"
    }
  }
}

/// A name with settings as typed: `distance:lead=2:mode=full`.
///
/// The type does not check which names and settings exist: see `Catalog.choose(_:)`.
public struct NamedSettings: Sendable {
  public var name: String
  public var settings: [(name: String, value: String)]

  /// An error for text that is not `name[:key=value...]`.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let text: String
    public let problem: Problem

    /// The problem of the text.
    public enum Problem: Equatable, Sendable {
      case noName
      /// This part is not `key=value`.
      case noSetting(String)
      /// The setting of this name occurs twice.
      case repeated(String)
    }

    public var description: String {
      switch problem {
      case .noName: "'\(text)' has no name; expected NAME[:KEY=VALUE...]"
      case .noSetting(let part):
        "'\(part)' in '\(text)' is not a setting; expected NAME[:KEY=VALUE...]"
      case .repeated(let name): "'\(text)' sets '\(name)' twice; expected it once"
      }
    }
  }

  public init(name: String, settings: [(name: String, value: String)] = []) {
    self.name = name
    self.settings = settings
  }

  /// Parses `name[:key=value...]`, or `name:expression[:key=value...]`.
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - expression: the setting whose value follows the name directly, without its key; `nil` if
  ///     there is none.
  /// - Throws: `ParsingError` for text of another form, or with a key that occurs twice.
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
  /// Replaces names that were typed in another case by the listed names.
  /// - Parameters:
  ///   - name: the name of the entry that was found.
  ///   - names: the names of its settings.
  /// - Returns: `true` if all names were typed as they are listed.
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

  /// The name of a setting that occurs twice.
  var repeated: String? {
    settings.indices.first { place in
      settings[..<place].contains { $0.name == settings[place].name }
    }.map { settings[$0].name }
  }

  /// Returns the text to type.
  func text(expression: String?) -> String {
    settings.reduce(name) { text, setting in
      setting.name == expression
        ? "\(text): \(setting.value)" : "\(text):\(setting.name)=\(setting.value)"
    }
  }
}

extension Substring {
  /// Returns the text without spaces at both ends.
  fileprivate func trimmingSpaces() -> String {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
