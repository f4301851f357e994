public import ScrollCaching
import ScrollCore

/// A memory cache that evicts exactly as the simulator's does, with a policy chosen at run time.
///
/// ```swift
/// let cache = ImageMemoryCache<URL, UIImage>(
///   policy: .lru, costLimit: .mebibytes(128), cost: { $0.decodedBytes })
/// ```
public typealias ImageMemoryCache<Key: Hashable & Sendable, Value: Sendable> =
  PolicyMemoryCache<Key, Value, AnyPolicy>

extension PolicyMemoryCache where Policy == AnyPolicy {
  /// Creates an empty cache.
  ///
  /// A policy that remembers evicted images works with any limits, but it is of little use with a
  /// count limit below 4.
  /// - Parameters:
  ///   - policy: The policy.
  ///   - costLimit: The limit of the total cost of all values.
  ///   - countLimit: The largest number of values; nil and 0 are no limit.
  ///   - cost: Returns the cost of a value, usually its bytes; a negative cost counts as 0.
  ///   - options: The options that only some caches need.
  ///   - onRemoval: Receives every value that left, outside of the lock.
  public convenience init(
    policy: CachePolicy, costLimit: CostLimit, countLimit: Int? = nil,
    cost: @escaping @Sendable (Value) -> Int,
    options: CacheOptions<Key, Value> = CacheOptions(),
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)? = nil
  ) {
    let choice: Choice<PolicyDescriptor>
    do throws(ChoiceError) {
      choice = try PolicyCatalog.builtIn.choose(policy.rawValue)
    } catch { preconditionFailure("\(error)") }
    self.init(
      choice, options.setup(costLimit: costLimit, countLimit: countLimit), cost: cost,
      options: options, onRemoval: onRemoval)
  }

  /// Creates an empty cache with a policy as text, which is checked.
  /// - Parameters:
  ///   - policy: The policy as `--policy` takes it: a name with settings, `"distance:lead=2"`, or a
  ///     formula, `"score: idle * bytes"`.
  ///   - catalog: The policies to choose from; custom ones are added by
  ///     `.builtIn.adding(descriptor)`.
  ///   - costLimit: The limit of the total cost of all values.
  ///   - countLimit: The largest number of values; nil and 0 are no limit.
  ///   - cost: Returns the cost of a value, usually its bytes; a negative cost counts as 0.
  ///   - options: The options that only some caches need.
  ///   - onRemoval: Receives every value that left, outside of the lock.
  /// - Throws: `ImageMemoryCacheError`, with a message, if a requirement of the policy is not met.
  public convenience init(
    policy: String, in catalog: PolicyCatalog = .builtIn, costLimit: CostLimit,
    countLimit: Int? = nil, cost: @escaping @Sendable (Value) -> Int,
    options: CacheOptions<Key, Value> = CacheOptions(),
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)? = nil
  ) throws(ImageMemoryCacheError) {
    let choice: Choice<PolicyDescriptor>
    do throws(ChoiceError) {
      choice = try catalog.choose(policy)
    } catch { throw .choice(error) }
    var setup = options.setup(costLimit: costLimit, countLimit: countLimit)
    setup.settings = choice.settings
    setup.limitCountBySettings()
    if let problem = choice.problem(setup, reportsPositions: options.reportsPositions) {
      throw problem
    }
    self.init(choice, setup, cost: cost, options: options, onRemoval: onRemoval)
  }

  /// Creates an empty cache with a policy whose requirements its set-up meets.
  private convenience init(
    _ choice: Choice<PolicyDescriptor>, _ setup: PolicySetup,
    cost: @escaping @Sendable (Value) -> Int, options: CacheOptions<Key, Value>,
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)?
  ) {
    guard let make = choice.entry.makePolicy else {
      preconditionFailure("\(choice.entry.name) is no policy")
    }
    var setup = setup
    setup.settings = choice.settings
    self.init(
      make(setup), setup, name: choice.text, readsTime: choice.entry.readsTime, cost: cost,
      options: options, onRemoval: onRemoval)
  }
}
