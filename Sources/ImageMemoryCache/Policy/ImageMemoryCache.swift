public import ScrollCaching
import ScrollCore

/// A memory cache that evicts exactly as the simulator's does, with a policy chosen by its name.
///
/// ```swift
/// let cache = try ImageMemoryCache<URL, UIImage>(
///   policy: .lru, costLimit: .mebibytes(128), cost: { $0.decodedBytes })
/// ```
public typealias ImageMemoryCache<Key: Hashable & Sendable, Value: Sendable> =
  PolicyMemoryCache<Key, Value, AnyPolicy>

extension PolicyMemoryCache where Policy == AnyPolicy {
  /// Creates an empty cache with a policy of a catalog.
  /// - Parameters:
  ///   - chosen: The policy by its name, with its settings.
  ///   - costLimit: The limit of the total cost of all values.
  ///   - countLimit: The largest number of values; nil is no limit.
  ///   - cost: Returns the cost of a value, usually its bytes; a negative cost counts as 0.
  ///   - options: The options that only some caches need.
  ///   - onRemoval: Receives every value that left, outside of the lock.
  /// - Throws: `ImageMemoryCacheError`, with a message, if a requirement of the policy is not met.
  public convenience init(
    policy chosen: CachePolicy, costLimit: CostLimit, countLimit: Int? = nil,
    cost: @escaping @Sendable (Value) -> Int,
    options: CacheOptions<Key, Value> = CacheOptions(),
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)? = nil
  ) throws(ImageMemoryCacheError) {
    let choice: Choice<PolicyDescriptor>
    do throws(ChoiceError) {
      choice = try chosen.catalog.choose(chosen.text)
    } catch { throw .choice(error) }
    var setup = options.setup(costLimit: costLimit, countLimit: countLimit)
    setup.settings = choice.settings
    setup.limitCountBySettings()
    let descriptor = choice.entry
    if let problem = choice.problem(setup, tellsPlaces: options.tellsPlaces) { throw problem }
    guard let make = descriptor.makePolicy else {
      preconditionFailure("\(descriptor.name) is no policy")
    }
    self.init(
      make(setup), setup, name: choice.text, readsTime: descriptor.readsTime,
      cost: cost, options: options, onRemoval: onRemoval)
  }
}
