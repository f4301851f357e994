/// The plan of a check: its cases, laws, time limits and folder.
public struct LawPlan: Sendable {
  /// The number of random cases, each of which checks all laws that the policy claims.
  public var cases: Int
  /// The seed of the random cases.
  public var seed: UInt64
  /// The seconds after which no random case begins; `nil` means no limit.
  ///
  /// After this time a case may take only one second. A longer case breaks the law `returns`.
  public var seconds: Double?
  /// The seconds after which a case breaks the law `returns`.
  ///
  /// If half of `seconds` is less, half of `seconds` applies instead.
  public var secondsPerCase = 10.0
  /// The folder for failing cases, which the next check tries first; `nil` keeps none.
  public var corpus: String?
  /// A Boolean value that indicates whether all small streams are tried as well.
  public var smallWorlds: Bool
  /// The number of requests in the longest small streams whose images have equal costs.
  package var requestsOfEqualCost = 8
  /// The number of requests in small streams whose images differ in cost.
  ///
  /// One more request makes the check take four times as long.
  package var requestsOfUnequalCost = 7
  /// The names of the laws to check; `nil` means all laws that the policy claims.
  public var laws: [String]?

  public init(
    cases: Int = 2000, seed: UInt64 = 1, seconds: Double? = nil, corpus: String? = nil,
    smallWorlds: Bool = true, laws: [String]? = nil
  ) {
    self.cases = cases
    self.seed = seed
    self.seconds = seconds
    self.corpus = corpus
    self.smallWorlds = smallWorlds
    self.laws = laws
  }

  /// Returns the plan with changes by environment variables: `SCROLL_LAWS_CASES`,
  /// `SCROLL_LAWS_SEED`, `SCROLL_LAWS_SECONDS` and `SCROLL_LAWS_CORPUS`.
  ///
  /// - Throws: `LawPlanError` for a value that is not a valid number.
  public func changed(by environment: [String: String]) throws(LawPlanError) -> LawPlan {
    var plan = self
    func value<Number>(_ name: String, _ read: (String) -> Number?) throws(LawPlanError)
      -> Number?
    {
      guard let text = environment[name], !text.isEmpty else { return nil }
      guard let number = read(text) else { throw LawPlanError(variable: name, found: text) }
      return number
    }
    plan.cases = try value("SCROLL_LAWS_CASES") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? cases
    plan.seed = try value("SCROLL_LAWS_SEED") { UInt64($0) } ?? seed
    plan.seconds =
      try value("SCROLL_LAWS_SECONDS") { Double($0).flatMap { $0 > 0 ? $0 : nil } } ?? seconds
    plan.corpus = try value("SCROLL_LAWS_CORPUS") { $0 } ?? corpus
    return plan
  }
}

/// An environment variable whose value is not a number.
public struct LawPlanError: Error, Equatable, CustomStringConvertible {
  public let variable: String
  public let found: String

  public var description: String {
    "\(variable) is '\(found)'; expected a positive number"
  }
}
