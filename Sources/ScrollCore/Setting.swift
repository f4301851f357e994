/// A setting of a policy, loader or prefetcher: its name, its values and its default.
public struct Setting: Sendable {
  /// The values that a setting may have.
  public enum Domain: Sendable, Equatable {
    case number(ClosedRange<Double>)
    /// A number of screens in a range, or points: `1.5`, `300pt`.
    case distance(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
    /// `true` or `false`.
    case flag
    /// Text in an expression language; the first setting of this kind is written directly after the
    /// entry's name: `score: distance`.
    case expression(Language)
  }

  /// The language of an expression.
  public struct Language: Sendable, Equatable {
    /// A name that may occur in an expression.
    public struct Word: Sendable, Equatable {
      public let name: String
      /// The meaning in one clause, with the unit.
      public let meaning: String
      /// The information from which an app can compute the value of the name; empty if it needs
      /// none.
      public let supply: String

      public init(_ name: String, _ meaning: String, supply: String = "") {
        self.name = name
        self.meaning = meaning
        self.supply = supply
      }
    }

    /// The name with an article.
    public let name: String
    /// Examples of allowed expressions.
    public let examples: [String]
    /// The names that expressions may use.
    public let words: [Word]
    /// Returns the problem of a text and the character at which it occurs; `nil` if there is none.
    public let problem: @Sendable (String) -> String?

    public init(
      _ name: String, examples: [String], words: [Word] = [],
      problem: @escaping @Sendable (String) -> String?
    ) {
      self.name = name
      self.examples = examples
      self.words = words
      self.problem = problem
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  }

  public let name: String
  public let domain: Domain
  /// The default, written as on the command line.
  public let standard: String
  /// A summary in one sentence, with the unit.
  public let summary: String
  /// A Boolean value that indicates whether the keys of runs omit the setting if it has its
  /// default.
  ///
  /// The key of a run is a digest of its settings. A setting that is added to a policy, loader or
  /// prefetcher must not change the keys of runs that were made without it.
  public private(set) var isLater = false

  public init(_ name: String, _ domain: Domain, standard: String, _ summary: String) {
    self.name = name
    self.domain = domain
    self.standard = standard
    self.summary = summary
  }

  /// The same setting, which the keys of runs omit if it has its default.
  ///
  /// Use it when you add a setting to an entry for which runs are already stored.
  public var later: Setting {
    var setting = self
    setting.isLater = true
    return setting
  }
}

extension Setting.Domain: CustomStringConvertible {
  /// The expected values, as part of an error message.
  public var description: String {
    switch self {
    case .number(let range) where range.upperBound == .greatestFiniteMagnitude:
      "a number from \(Self.text(range.lowerBound))"
    case .number(let range):
      "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .distance(let range):
      "screens from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), or points "
        + "from 0pt to \(Self.text(ScreenDistance.mostPoints))pt"
    case .integer(let range) where range.upperBound == .max:
      "a whole number from \(range.lowerBound)"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .flag: "true or false"
    case .expression(let language): language.name
    }
  }

  /// Returns the text of a bound without an unneeded `.0`.
  private static func text(_ bound: Double) -> String {
    abs(bound) < 1e15 && bound == bound.rounded() ? "\(Int64(bound))" : "\(bound)"
  }

  private static let decimals = "0123456789.+-eE".utf8

  private static let flags = ["true", "false"]

  /// Returns the listed word that a typed word matches, if the setting has words; otherwise the
  /// same text.
  func listed(_ text: String) -> String {
    switch self {
    case .choice(let words): NameMatch.find(text, in: words) ?? text
    case .flag: NameMatch.find(text, in: Self.flags) ?? text
    case .number, .distance, .integer, .expression: text
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .number(let range):
      // `Double` alone would also read `0x10`.
      text.utf8.allSatisfy { Self.decimals.contains($0) }
        && Double(text).map { $0.isFinite && range.contains($0) } ?? false
    case .distance(let range):
      switch ScreenDistance(text) {
      case .screens(let screens)?: range.contains(screens)
      case .points(let points)?: (0...ScreenDistance.mostPoints).contains(points)
      case nil: false
      }
    case .integer(let range): Int(text).map(range.contains) ?? false
    case .choice(let words): words.contains(text)
    case .flag: Self.flags.contains(text)
    case .expression(let language): language.problem(text) == nil
    }
  }
}

/// The settings of one policy, loader or prefetcher, all checked and present.
public struct SettingValues: Sendable, Equatable {
  /// The names and values in the order in which the settings were declared, written as on the
  /// command line.
  public let pairs: [(name: String, value: String)]

  /// Creates settings from given values and the defaults of all other settings, and checks the
  /// values.
  /// - Parameters:
  ///   - given: names and values as typed.
  ///   - settings: the declared settings.
  ///   - owner: the name of the policy, loader or prefetcher, for the error message.
  /// - Throws: `SettingError` for the first name or value that does not fit.
  public init(
    _ given: [(name: String, value: String)] = [], for settings: [Setting], of owner: String
  ) throws(SettingError) {
    var values = settings.map { $0.standard }
    for (name, typed) in given {
      guard let place = settings.firstIndex(where: { $0.name == name }) else {
        throw .unknownSetting(name, owner: owner, known: settings.map { $0.name })
      }
      let value = settings[place].domain.listed(typed)
      if case .expression(let language) = settings[place].domain,
        let problem = language.problem(value)
      {
        // The setting that is written directly after the name needs no name in the message.
        let first = settings.first { if case .expression = $0.domain { true } else { false } }
        throw .malformed(
          value, owner: first?.name == name ? owner : "\(name) of \(owner)", problem: problem)
      }
      guard settings[place].domain.accepts(value) else {
        throw .notAllowed(
          name, owner: owner, value: value, expected: "\(settings[place].domain)")
      }
      values[place] = value
    }
    pairs = zip(settings, values).map { ($0.name, $1) }
  }

  /// Creates the defaults of some settings.
  public init(standardsOf settings: [Setting]) {
    pairs = settings.map { ($0.name, $0.standard) }
  }

  /// Creates no settings.
  public init() { pairs = [] }

  /// Returns the text of a setting.
  /// - Precondition: the setting was declared.
  public subscript(_ name: String) -> String {
    guard let pair = pairs.first(where: { $0.name == name }) else {
      preconditionFailure("setting '\(name)' was not declared")
    }
    return pair.value
  }

  public func number(_ name: String) -> Double { Double(self[name]) ?? .nan }
  public func distance(_ name: String) -> ScreenDistance {
    ScreenDistance(self[name]) ?? .screens(.nan)
  }
  public func integer(_ name: String) -> Int { Int(self[name]) ?? 0 }
  public func flag(_ name: String) -> Bool { self[name] == "true" }

  public static func == (left: Self, right: Self) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }
}

/// An error for a setting that does not exist, or a value that it cannot have.
public enum SettingError: Error, Equatable {
  case unknownSetting(String, owner: String, known: [String])
  case notAllowed(String, owner: String, value: String, expected: String)
  /// An expression with an error.
  case malformed(String, owner: String, problem: String)
}

extension SettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownSetting(let name, let owner, let known):
      if let close = NameMatch.suggestion(for: name, among: known) {
        "'\(owner)' has no setting '\(name)'; did you mean '\(close)'?"
      } else {
        "'\(owner)' has no setting '\(name)'; it takes "
          + (known.isEmpty ? "none" : known.joined(separator: ", "))
      }
    case .notAllowed(let name, let owner, let value, let expected):
      "setting '\(name)' of '\(owner)' is '\(value)'; expected \(expected)"
    case .malformed(let text, let owner, let problem):
      "\(owner) '\(text.prefix(80))\(text.count > 80 ? "..." : "")', \(problem)"
    }
  }
}
