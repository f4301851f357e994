/// How much a policy is examined, and from where.
public struct LawPlan: Sendable {
  /// Random cases; each checks all laws that the policy claims.
  public var cases: Int
  /// What the random cases are drawn from.
  public var seed: UInt64
  /// No random case begins after so many seconds; nil is no limit.
  ///
  /// A case that does not end fails the law `returns` when they are over, if not before.
  public var seconds: Double?
  /// The seconds after which a case fails the law `returns`; half of `seconds` if that is less.
  public var secondsPerCase = 10.0
  /// The folder in which failing cases are kept, to be tried first the next time; nil keeps none.
  public var corpus: String?
  /// Whether all small worlds are tried as well.
  public var smallWorlds: Bool
  /// Requests in a small world whose images differ in cost; one more takes four times as long.
  package var requestsOfUnequalCost = 7
  /// Laws to check, by name; nil is all that are claimed.
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

  /// A plan changed by what an environment says: `SCROLL_LAWS_CASES`, `SCROLL_LAWS_SEED`,
  /// `SCROLL_LAWS_SECONDS` and `SCROLL_LAWS_CORPUS`.
  ///
  /// - Throws: `LawPlanError` for a value that is no such number.
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

/// A variable of the environment that is no number.
public struct LawPlanError: Error, Equatable, CustomStringConvertible {
  public let variable: String
  public let found: String

  public var description: String {
    "\(variable) is '\(found)'; expected a positive number"
  }
}
