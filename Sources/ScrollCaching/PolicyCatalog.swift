public import ScrollCore

/// The policies and cache models to choose from.
public typealias PolicyCatalog = Catalog<PolicyDescriptor>

extension Catalog where Entry == PolicyDescriptor {
  /// Every policy of the package.
  ///
  /// A new policy needs a file and a line here.
  public static let builtIn = PolicyCatalog(kinds: [
    (
      "classic",
      [
        FIFOPolicy.descriptor,
        LRUPolicy.descriptor,
        ClockPolicy.descriptor,
        DelayFRPolicy.descriptor,
        DelayLRUPolicy.descriptor,
        ProbabilisticLRUPolicy.descriptor,
        LFUPolicy.descriptor,
        MRUPolicy.descriptor,
        RandomPolicy.descriptor,
        LRUKPolicy.descriptor,
        CRLFUPolicy.descriptor,
        LFUDAPolicy.descriptor,
        SegmentedPolicy.slru,
        SegmentedPolicy.sfifo,
      ]
    ),
    (
      "adaptive",
      [
        TwoQPolicy.descriptor,
        QDLPPolicy.descriptor,
        SievePolicy.descriptor,
        SieveKPolicy.descriptor,
        RandomSievePolicy.descriptor,
        S3FIFOPolicy.descriptor,
        S4FIFOPolicy.descriptor,
        S4FIFOPolicy.clock2QPlus,
        ARCPolicy.descriptor,
        LIRSPolicy.descriptor,
        CARPolicy.descriptor,
        ClockProPolicy.descriptor,
        MQPolicy.descriptor,
      ]
    ),
    (
      "learning",
      [
        TinyLFUPolicy.descriptor,
        WTinyLFUPolicy.descriptor,
        LeCaRPolicy.descriptor,
        CacheusPolicy.descriptor,
      ]
    ),
    (
      "by cost",
      [
        GDSFPolicy.descriptor,
        SizePolicy.descriptor,
        GDSPolicy.descriptor,
        LandlordPolicy.descriptor,
        CAMPPolicy.descriptor,
        HyperbolicPolicy.descriptor,
        LHDPolicy.descriptor,
        AdaptSizePolicy.descriptor,
        AggregateDelayPolicy.descriptor,
      ]
    ),
    (
      "by place",
      [
        DistancePolicy.descriptor,
        DistanceCostPolicy.descriptor,
        DistanceLeadPolicy.descriptor,
        Rings.descriptor,
        TileBins.descriptor,
        TimeToVisiblePolicy.descriptor,
        ExpectedStallPolicy.descriptor,
        ViewedFirstPolicy.descriptor,
      ]
    ),
    (
      "yours",
      [
        ScorePolicy.descriptor
      ]
    ),
    (
      "NSCache",
      [
        NSCacheCorelibs.descriptor,
        NSCacheLRU.descriptor,
        NSCacheARC.descriptor,
        NSCacheGNUstep.descriptor,
        NSCacheLRU.winObjCDescriptor,
        NSCacheDocs.descriptor,
        NSCacheRefuted.fifoDescriptor,
        NSCacheRefuted.randomDescriptor,
      ]
    ),
    (
      "library",
      [
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
      ]
    ),
    (
      "bound",
      [
        UnboundedCache.descriptor,
        BeladyPolicy.descriptor,
        BeladySizePolicy.descriptor,
      ]
    ),
  ])
}

extension PolicyDescriptor {
  /// A Boolean value that indicates whether the policy is part of the package.
  package var isBuiltIn: Bool { PolicyCatalog.builtIn.entries.contains { $0.name == name } }
}
