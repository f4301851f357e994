public import ScrollCore

/// The policies and cache models to choose from.
public typealias PolicyCatalog = Catalog<PolicyDescriptor>

extension Catalog where Entry == PolicyDescriptor {
  /// Every policy of the package: adding one is a file and a line here.
  public static let builtIn = PolicyCatalog([
    // Classic
    FIFOPolicy.descriptor,
    LRUPolicy.descriptor,
    ClockPolicy.descriptor,
    LFUPolicy.descriptor,
    MRUPolicy.descriptor,
    RandomPolicy.descriptor,
    LRUKPolicy.descriptor,
    CRLFUPolicy.descriptor,
    LFUDAPolicy.descriptor,
    SLRUPolicy.descriptor,
    SFIFOPolicy.descriptor,

    // Adaptive
    TwoQPolicy.descriptor,
    QDLPPolicy.descriptor,
    SievePolicy.descriptor,
    S3FIFOPolicy.descriptor,
    ARCPolicy.descriptor,
    LIRSPolicy.descriptor,
    CARPolicy.descriptor,
    ClockProPolicy.descriptor,
    MQPolicy.descriptor,

    // Sketches and experts
    TinyLFUPolicy.descriptor,
    WTinyLFUPolicy.descriptor,
    LeCaRPolicy.descriptor,

    // By size and cost
    GDSFPolicy.descriptor,
    SizePolicy.descriptor,
    GDSPolicy.descriptor,
    LandlordPolicy.descriptor,
    CAMPPolicy.descriptor,
    HyperbolicPolicy.descriptor,
    LHDPolicy.descriptor,
    AdaptSizePolicy.descriptor,
    AggregateDelayPolicy.descriptor,

    // By place
    DistancePolicy.descriptor,
    DistanceCostPolicy.descriptor,
    DistanceLeadPolicy.descriptor,
    ViewportRingPolicy.descriptor,
    TileBinsPolicy.descriptor,
    TimeToVisiblePolicy.descriptor,
    ExpectedStallPolicy.descriptor,

    // Written on the command line
    ScorePolicy.descriptor,

    // NSCache, as it is or may be
    NSCacheCorelibs.descriptor,
    NSCacheLRU.descriptor,
    NSCacheARC.descriptor,
    NSCacheGNUstep.descriptor,
    NSCacheWinObjC.descriptor,
    NSCacheDocs.descriptor,
    NSCacheFoil.fifoDescriptor,
    NSCacheFoil.randomDescriptor,

    // Image libraries
    NukeCache.clockDescriptor,
    NukeCache.leastRecentlyUsedDescriptor,
    KingfisherCache.descriptor,
    SDMemoryCache.descriptor,
    YYMemoryCache.descriptor,
    PINMemoryCache.descriptor,
    GlideCache.descriptor,
    FrescoCache.descriptor,
    CoilCache.descriptor,
    FlutterImageCache.descriptor,
    ImageNamedCache.descriptor,

    // No limits, and those who know the future
    UnboundedCache.descriptor,
    BeladyPolicy.descriptor,
    BeladySizePolicy.descriptor,
  ])
}
