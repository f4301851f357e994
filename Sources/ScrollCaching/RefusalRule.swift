/// Which images a policy never stores, besides those larger than the whole cache.
public struct RefusalRule: Sendable {
  /// In words, for the catalog.
  public let statement: String
  /// Whether an image of this cost is refused at this capacity; nil where that depends on
  /// what happened before.
  public let refuses: @Sendable (_ cost: Int, _ capacity: Int) -> Bool?

  public init(
    _ statement: String, refuses: @escaping @Sendable (_ cost: Int, _ capacity: Int) -> Bool?
  ) {
    self.statement = statement
    self.refuses = refuses
  }

  /// Only what is larger than the cache.
  public static let largerThanCapacity = RefusalRule(
    "refuses images larger than the whole cache"
  ) { cost, capacity in cost > capacity }
  /// Nothing: an image over the limit is stored and then evicted.
  public static let nothing = RefusalRule("refuses nothing") { _, _ in false }
}
