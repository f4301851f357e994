public import ScrollCaching
import ScrollCore

/// A memory cache that evicts exactly what the simulator's does, with a policy chosen by its name.
///
/// ```swift
/// let cache = try ImageMemoryCache<URL, UIImage>(
///   policy: .lru, costLimit: .mebibytes(128), cost: { $0.decodedBytes })
/// ```
public typealias ImageMemoryCache<Key: Hashable & Sendable, Value: Sendable> =
  PolicyMemoryCache<Key, Value, AnyPolicy>

extension PolicyMemoryCache where Policy == AnyPolicy {
  /// An empty cache with a policy of a catalog.
  /// - Parameters:
  ///   - chosen: by its name, with its settings.
  ///   - costLimit: what the costs of all values may add up to.
  ///   - countLimit: how many values there may be; nil is no limit.
  ///   - cost: what a value costs, usually its bytes; a negative cost counts as 0.
  ///   - options: everything that not every cache needs.
  ///   - onRemoval: told of every value that left, outside of the lock.
  /// - Throws: `ImageMemoryCacheError`, with a sentence, where the policy lacks what it needs.
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
