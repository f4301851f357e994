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
  /// The source of the memory events that the cache reacts to; nil for none.
  ///
  /// The default is the system: with UIKit its memory warnings and the app's move to the background,
  /// on other Apple systems the memory pressure of the kernel, and elsewhere nil.
  public var memoryEvents: (any MemoryEvents)?
  /// The reactions to memory events.
  public var memoryReactions = MemoryReactions()
  /// A Boolean value that indicates whether `image(for:load:)` measures load times, for policies
  /// that use them.
  public var measuresLoadTimes = false
  /// A Boolean value that indicates whether the app reports the positions of items and the visible
  /// part of the content.
  ///
  /// Spatial policies need both.
  public var reportsPositions = false
  /// The expected scroll direction before the first movement.
  public var scrollDirection = ScrollDirection.forward
  /// The seed for randomized policies, and the salt for the digests of keys.
  public var seed: UInt64 = 0
  /// The number that identifies a key in sketches and logs.
  ///
  /// If it is nil, the hash of the key is used, which differs between processes.
  public var digest: (@Sendable (Key) -> UInt64)?
  public var clock = CacheClock.continuous
  /// The bytes of memory of which `CostLimit.shareOfMemory` is a share.
  public var physicalMemory: Int
  var live: LiveCasts<Value>?

  public init() {
    physicalMemory = PhysicalMemory.bytes
    #if canImport(UIKit) && canImport(Foundation) && !os(watchOS)
      memoryEvents = SystemMemoryEvents()
    #elseif canImport(Darwin) && canImport(Dispatch)
      memoryEvents = PressureSource()
    #endif
  }

  /// Returns the set-up for the policy.
  func setup(costLimit: CostLimit, countLimit: Int?) -> PolicySetup {
    var setup = PolicySetup(
      imageCount: 64,
      limits: CacheLimits(cost: costLimit.cost(memory: physicalMemory), count: countLimit).bounded,
      seed: seed, direction: scrollDirection)
    setup.reusesIDs = true
    return setup
  }
}

extension CacheOptions where Value: AnyObject {
  /// A Boolean value that indicates whether the cache keeps weak references to evicted values.
  ///
  /// A look-up then finds an evicted value that the app still uses. The value is stored again as a
  /// viewed value, and counted in `CacheStatistics.weakReferenceHits`. The cache keeps no value
  /// alive for this.
  public var keepsWeakReferences: Bool {
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
