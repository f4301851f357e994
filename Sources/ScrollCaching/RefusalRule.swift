public import ScrollCore

/// The rule by which a policy refuses images, besides those larger than the whole cache.
public struct RefusalRule: Sendable {
  /// The rule in words, for the catalog.
  public let statement: String
  private let rule: @Sendable (_ cost: Int, _ capacity: Int, _ settings: SettingValues) -> Bool?

  /// Creates a rule that no setting changes.
  public init(
    _ statement: String, refuses: @escaping @Sendable (_ cost: Int, _ capacity: Int) -> Bool?
  ) {
    self.init(statement) { cost, capacity, _ in refuses(cost, capacity) }
  }

  /// Creates a rule that depends on the policy's settings.
  /// - Parameters:
  ///   - statement: The rule in words, with the settings.
  ///   - bySettings: Returns whether an image of this cost is refused at this capacity; `nil` if
  ///     that depends on earlier requests.
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

  /// Returns whether an image of this cost is refused at this capacity; `nil` if that depends on
  /// earlier requests.
  public func refuses(_ cost: Int, _ capacity: Int, _ settings: SettingValues) -> Bool? {
    rule(cost, capacity, settings)
  }

  /// The rule that refuses only images larger than the cache.
  public static let largerThanCapacity = RefusalRule(
    "refuses images larger than the whole cache"
  ) { cost, capacity in cost > capacity }
  /// The rule that refuses nothing: an image over the limit is stored and then evicted.
  public static let nothing = RefusalRule("refuses nothing") { _, _ in false }
}
