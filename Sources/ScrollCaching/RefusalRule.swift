public import ScrollCore

/// Which images a policy never stores, besides those larger than the whole cache.
public struct RefusalRule: Sendable {
  /// In words, for the catalog.
  public let statement: String
  private let rule: @Sendable (_ cost: Int, _ capacity: Int, _ settings: SettingValues) -> Bool?

  /// A rule that no setting changes.
  public init(
    _ statement: String, refuses: @escaping @Sendable (_ cost: Int, _ capacity: Int) -> Bool?
  ) {
    self.init(statement) { cost, capacity, _ in refuses(cost, capacity) }
  }

  /// A rule that depends on the policy's settings.
  /// - Parameters:
  ///   - statement: in words, with the settings.
  ///   - bySettings: whether an image of this cost is refused at this capacity; nil where that
  ///     depends on what happened before.
  public init(
    _ statement: String,
    bySettings:
      @escaping @Sendable (
        _ cost: Int, _ capacity: Int, _ settings: SettingValues
      ) -> Bool?
  ) {
    self.statement = statement
    rule = bySettings
  }

  /// Whether an image of this cost is refused at this capacity; nil where that depends on
  /// what happened before.
  public func refuses(_ cost: Int, _ capacity: Int, _ settings: SettingValues) -> Bool? {
    rule(cost, capacity, settings)
  }

  /// Only what is larger than the cache.
  public static let largerThanCapacity = RefusalRule(
    "refuses images larger than the whole cache"
  ) { cost, capacity in cost > capacity }
  /// Nothing: an image over the limit is stored and then evicted.
  public static let nothing = RefusalRule("refuses nothing") { _, _ in false }
}
