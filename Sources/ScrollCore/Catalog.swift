/// Something that users choose by name: a policy, a loader, a prefetcher, a device.
public protocol CatalogEntry: Sendable {
  /// What the entries of this catalog are called, in the singular: `policy`.
  static var kind: String { get }
  /// Kebab-case.
  var name: String { get }
  /// One sentence.
  var summary: String { get }
  var settings: [Setting] { get }
  /// The sentence that refuses this entry wherever it is chosen; `nil` if it can be chosen.
  var unavailable: String? { get }
  /// Returns the entry with the settings that a choice gives it. Default: the entry itself.
  func choosing(_ settings: [(name: String, value: String)]) -> Self
}

extension CatalogEntry {
  public func choosing(_ settings: [(name: String, value: String)]) -> Self { self }
  public var settings: [Setting] { [] }
  public var unavailable: String? { nil }

  /// The setting that is written right after the name, if there is one: the first expression.
  package var expression: String? {
    settings.first { if case .expression = $0.domain { true } else { false } }?.name
  }
}

/// What there is to choose from, in the order in which it is listed.
public struct Catalog<Entry: CatalogEntry>: Sendable {
  public let entries: [Entry]
  /// Of what kind the entry at the same place is, in a word or two; empty where there are none.
  public let kinds: [String]

  /// Lists entries that are all of a kind.
  /// - Precondition: no two have the same name.
  public init(_ entries: [Entry]) { self.init(entries, kinds: []) }

  /// Lists entries by their kinds.
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

  /// This catalog and one more entry.
  /// - Precondition: no other has its name, and its settings may have their defaults.
  public func adding(_ entry: Entry) -> Catalog {
    for setting in entry.settings where !setting.domain.accepts(setting.standard) {
      fatalError(
        "the default of setting '\(setting.name)' of '\(entry.name)' is '\(setting.standard)'; "
          + "expected \(setting.domain)")
    }
    return Catalog(entries + [entry], kinds: kinds.isEmpty ? [] : kinds + ["added"])
  }

  /// Finds an entry and checks its settings, `clock:bits=2`.
  /// - Parameters:
  ///   - text: as typed.
  ///   - added: further settings, which count more than those of the text.
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
  /// As it was typed, but for the case of names, with what was added.
  public let text: String
  /// The names of the settings that were given, not left to their defaults.
  public let given: [String]

  public init(entry: Entry, settings: SettingValues, text: String, given: [String] = []) {
    self.entry = entry
    self.settings = settings
    self.text = text
    self.given = given
  }
}

/// A name that is in no catalog, or settings that do not fit it.
public enum ChoiceError: Error, Equatable {
  case malformed(NamedSettings.ParsingError)
  case unknownName(String, kind: String, known: [String])
  case setting(SettingError)
  /// The catalog lists the entry and refuses it with this sentence.
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
