public import ScrollCaching
import ScrollCore

/// A memory cache that evicts exactly what the simulator's does, around a policy whose type is
/// known.
///
/// ```swift
/// let cache = PolicyMemoryCache<URL, UIImage, SievePolicy>(
///   costLimit: .mebibytes(128), cost: { $0.decodedBytes }
/// ) { SievePolicy(imageCount: $0.imageCount) }
/// ```
///
/// `ImageMemoryCache` is the same with a policy chosen by its name.
///
/// Every verb may be called from any task. One lock guards everything, which is what makes the
/// order of evictions one that a simulation can repeat; values are released and the app's closures
/// called outside of it, in the order in which things left, and they may call the cache.
///
/// - Complexity: that of the policy's verbs, and O(1) expected to find a key. Memory follows what
///   is resident, remembered by the policy, pinned or being loaded, however many keys there are.
public final class PolicyMemoryCache<
  Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy & ~Copyable
>: Sendable {
  @usableFromInline let lock: CacheLock<CacheCore<Key, Value, Policy>>
  @usableFromInline let costOf: @Sendable (Value) -> Int
  @usableFromInline let digestOf: (@Sendable (Key) -> UInt64)?
  @usableFromInline let salt: UInt64
  @usableFromInline let clock: CacheClock
  @usableFromInline let readsClock: Bool
  @usableFromInline let onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)?
  let measuresLoads: Bool
  let beginning: CacheBeginning
  let reactions: MemoryReactions
  /// What a share of memory is a share of.
  let memory: Int

  /// An empty cache around a policy.
  /// - Parameters:
  ///   - costLimit: what the costs of all values may add up to.
  ///   - countLimit: how many values there may be; nil is no limit.
  ///   - cost: what a value costs, usually its bytes; never negative.
  ///   - options: everything that not every cache needs.
  ///   - onRemoval: told of every value that left, outside of the lock.
  ///   - policy: makes the policy for a set-up.
  public convenience init(
    costLimit: CostLimit, countLimit: Int? = nil, cost: @escaping @Sendable (Value) -> Int,
    options: CacheOptions<Key, Value> = CacheOptions(),
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)? = nil,
    policy: (PolicySetup) -> sending Policy
  ) {
    let setup = options.setup(costLimit: costLimit, countLimit: countLimit)
    self.init(
      policy(setup), setup, name: nil, readsTime: Policy.readsTime, cost: cost, options: options,
      onRemoval: onRemoval)
  }

  init(
    _ policy: consuming sending Policy, _ setup: PolicySetup, name: String?, readsTime: Bool,
    cost: @escaping @Sendable (Value) -> Int, options: CacheOptions<Key, Value>,
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)?
  ) {
    costOf = cost
    digestOf = options.digest
    salt = options.seed
    clock = options.clock
    readsClock = readsTime || options.lifetime != nil
    self.onRemoval = onRemoval
    measuresLoads = options.measuresLoads
    reactions = options.reactions
    memory = options.memory
    beginning = CacheBeginning(
      policy: name, seed: options.seed, direction: setup.direction, limits: setup.limits,
      residentCount: 0, idCount: setup.imageCount)
    lock = CacheLock(
      CacheCore(
        policy, setup,
        CacheExtras(
          live: options.live, lifetime: options.lifetime.map { SimTime($0) },
          idCount: setup.imageCount),
        entryShare: options.entryShare))
  }
}
