import ScrollCaching
public import ScrollCore

/// Everything about a cache that not every app needs.
public struct CacheOptions<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The largest part of the cost limit that one value may take; nil, or no number: all of it.
  ///
  /// A value above it is not stored, and the policy does not hear of it.
  public var entryShare: Double?
  /// How long a value is good; nil: for ever.
  ///
  /// Later it is taken out when it is asked for, pinned or not. A negative lifetime counts as 0; one
  /// of more than 146 years is that long.
  public var lifetime: Duration?
  /// What is kept at memory warnings and in the background.
  public var reactions = MemoryReactions()
  /// Whether `value(for:load:)` measures how long a load takes, for policies that go by that.
  public var measuresLoads = false
  /// Whether the app tells where the items of keys lie and where the viewport is: what spatial
  /// policies need.
  public var tellsPlaces = false
  /// Which way the content is expected to move before it has.
  public var direction = ScrollDirection.forward
  /// Of what a policy draws that draws at random, and what the digests of keys are salted with.
  public var seed: UInt64 = 0
  /// The number that stands for a key in sketches and logs; nil: its hash, which is another one in
  /// every process.
  public var digest: (@Sendable (Key) -> UInt64)?
  public var clock = CacheClock.continuous
  /// The bytes of memory of which `CostLimit.shareOfMemory` is a share.
  public var memory: Int
  var live: LiveCasts<Value>?

  public init() { memory = PhysicalMemory.bytes }

  /// What the policy is told.
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
  /// Whether a value that was evicted but is still in use somewhere is found again.
  ///
  /// Then it is stored as one that was viewed, and counted apart. Nothing is kept alive for it.
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

/// How much memory the device has.
enum PhysicalMemory {
  /// In bytes; 4 GiB where the system does not say.
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
