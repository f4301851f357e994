import ScrollCaching
public import ScrollCore

/// The options of a cache that only some apps need.
public struct CacheOptions<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The largest part of the cost limit that one value may take; nil or NaN means all of it.
  ///
  /// A larger value is not stored, and the policy does not receive it.
  public var entryShare: Double?
  /// The lifetime of a value; nil means that values do not expire.
  ///
  /// An expired value is removed when it is requested, pinned or not. A negative lifetime counts as
  /// 0; one of more than 146 years counts as 146 years.
  public var lifetime: Duration?
  /// The reactions to memory warnings and to the app's move to the background.
  public var reactions = MemoryReactions()
  /// A Boolean value that indicates whether `value(for:load:)` measures load times, for policies
  /// that use them.
  public var measuresLoads = false
  /// A Boolean value that indicates whether the app reports the places of items and the viewport.
  ///
  /// Spatial policies need both.
  public var tellsPlaces = false
  /// The expected scroll direction before the first movement.
  public var direction = ScrollDirection.forward
  /// The seed for randomized policies, and the salt for the digests of keys.
  public var seed: UInt64 = 0
  /// The number that identifies a key in sketches and logs.
  ///
  /// If it is nil, the hash of the key is used, which differs between processes.
  public var digest: (@Sendable (Key) -> UInt64)?
  public var clock = CacheClock.continuous
  /// The bytes of memory of which `CostLimit.shareOfMemory` is a share.
  public var memory: Int
  var live: LiveCasts<Value>?

  public init() { memory = PhysicalMemory.bytes }

  /// Returns the set-up for the policy.
  func setup(costLimit: CostLimit, countLimit: Int?) -> PolicySetup {
    var setup = PolicySetup(
      imageCount: 64,
      limits: CacheLimits(cost: costLimit.cost(memory: memory), count: countLimit).bounded,
      seed: seed, direction: direction)
    setup.reusesIDs = true
    return setup
  }
}

extension CacheOptions where Value: AnyObject {
  /// A Boolean value that indicates whether the cache finds an evicted value that is still in use
  /// elsewhere.
  ///
  /// Such a value is stored as one that was viewed, and counted in `CacheStatistics.revived`. The
  /// cache keeps no value alive for this.
  public var findsLiveObjects: Bool {
    get { live != nil }
    set { live = newValue ? LiveCasts() : nil }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size of the device's memory.
enum PhysicalMemory {
  /// The size in bytes; 4 GiB where the system does not report it.
  static let bytes: Int = {
    #if canImport(Darwin)
      var (bytes, size) = (UInt64(0), MemoryLayout<UInt64>.size)
      guard sysctlbyname("hw.memsize", &bytes, &size, nil, 0) == 0 else { return unknown }
      return Int(clamping: bytes)
    #elseif canImport(Glibc) || canImport(Musl)
      let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
      return pages > 0 && size > 0 ? Int(clamping: Int64(pages) * Int64(size)) : unknown
    #else
      return unknown
    #endif
  }()

  private static let unknown = Int(clamping: Int64(4) << 30)
}
