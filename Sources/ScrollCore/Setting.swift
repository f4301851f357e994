/// A knob that a policy, loader or prefetcher has: its name, what it may be and what it is
/// unless it is given.
public struct Setting: Sendable {
  /// What a setting may be.
  public enum Domain: Sendable, Equatable {
    case number(ClosedRange<Double>)
    /// A number of screens in a range, or points: `1.5`, `300pt`.
    case distance(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
    /// `true` or `false`.
    case flag
    /// Text in a language of its own. The first is written right after the name: `score: distance`.
    case expression(Language)
  }

  /// What an expression may be.
  public struct Language: Sendable, Equatable {
    /// A name that may stand in an expression.
    public struct Word: Sendable, Equatable {
      public let name: String
      /// One clause, with the unit.
      public let meaning: String
      /// What an app must know to say its value; empty where nothing is said of it.
      public let supply: String

      public init(_ name: String, _ meaning: String, supply: String = "") {
        self.name = name
        self.meaning = meaning
        self.supply = supply
      }
    }

    /// With an article.
    public let name: String
    /// Some that are allowed.
    public let examples: [String]
    /// The names that it knows.
    public let words: [Word]
    /// What is wrong with a text and at which character; nil if nothing is.
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
  /// One sentence, with the unit.
  public let summary: String
  /// A Boolean value that indicates whether the keys of runs omit the setting at its default.
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

  /// The setting, omitted at its default from the keys of runs: for a setting that is added to an
  /// entry of which runs are stored.
  public var later: Setting {
    var setting = self
    setting.isLater = true
    return setting
  }
}

extension Setting.Domain: CustomStringConvertible {
  /// What is expected, as an error message says it.
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

  /// A bound without a needless `.0`.
  private static func text(_ bound: Double) -> String {
    abs(bound) < 1e15 && bound == bound.rounded() ? "\(Int64(bound))" : "\(bound)"
  }

  private static let decimals = "0123456789.+-eE".utf8

  private static let flags = ["true", "false"]

  /// The word that was meant, where words are expected; the same text elsewhere.
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

/// The settings of one policy, loader or prefetcher, every one checked and present.
public struct SettingValues: Sendable, Equatable {
  /// In the order in which the settings were declared, written as on the command line.
  public let pairs: [(name: String, value: String)]

  /// Checks what was given against what there is and fills in the defaults.
  /// - Parameters:
  ///   - given: names and values as typed.
  ///   - settings: what there is.
  ///   - owner: whose settings these are, for the error message.
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
        // The one that is written right after the name needs no name of its own.
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

  /// The defaults of some settings.
  public init(standardsOf settings: [Setting]) {
    pairs = settings.map { ($0.name, $0.standard) }
  }

  /// No settings at all.
  public init() { pairs = [] }

  /// The text of a setting.
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

/// A setting that does not exist, or a value that it cannot have.
public enum SettingError: Error, Equatable {
  case unknownSetting(String, owner: String, known: [String])
  case notAllowed(String, owner: String, value: String, expected: String)
  /// An expression with a fault.
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
