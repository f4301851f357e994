package import ScrollCaching

/// Slow and obvious second implementations of the policies and models of the catalog.
///
/// Each is written from the rule as it is published, with arrays, dictionaries and sorting, and
/// shares nothing with the fast one but the protocol. The two must take out the same images
/// for the same reasons in the same order, whatever is done to them; where they do not, one of
/// them is wrong. Only tests build this target.
///
/// Policies run inside the same strict cache as the fast ones, or inside the suspicious one of
/// the laws.
package enum References {
  /// One for every entry of `PolicyCatalog.builtIn` that is not in `missing`, in that order.
  ///
  /// Names, settings and facts are those of the fast ones.
  package static let all: [PolicyDescriptor] = [
    // Classic
    FIFOReference.descriptor,
    LRUReference.descriptor,
    ClockReference.descriptor,
    DelayFRReference.descriptor,
    DelayLRUReference.descriptor,
    ProbabilisticLRUReference.descriptor,
    LFUReference.descriptor,
    MRUReference.descriptor,
    LRUKReference.descriptor,
    CRLFUReference.descriptor,
    LFUDAReference.descriptor,
    SegmentReference.descriptor,
    SegmentReference.fifoDescriptor,

    // Adaptive
    TwoQReference.descriptor,
    QDLPReference.descriptor,
    SieveReference.descriptor,
    SieveKReference.descriptor,
    RandomSieveReference.descriptor,
    S3FIFOReference.descriptor,
    S4FIFOReference.descriptor,
    S4FIFOReference.clock2QPlus,
    ARCReference.descriptor,
    LIRSReference.descriptor,
    CARReference.descriptor,
    ClockProReference.descriptor,
    MQReference.descriptor,

    // Sketches and experts
    TinyLFUReference.descriptor,
    WTinyLFUReference.descriptor,
    LeCaRReference.descriptor,
    CacheusReference.descriptor,

    // By size and cost
    GDSFReference.descriptor,
    SizeReference.descriptor,
    GDSReference.descriptor,
    LandlordReference.descriptor,
    CAMPReference.descriptor,
    HyperbolicReference.descriptor,
    LHDReference.descriptor,
    AdaptSizeReference.descriptor,
    AggregateDelayReference.descriptor,

    // By place
    DistanceReference.descriptor,
    DistanceReference.costDescriptor,
    DistanceReference.leadDescriptor,
    RingReference.descriptor,
    TileBinsReference.descriptor,
    ArrivalReference.descriptor,
    ArrivalReference.stallDescriptor,
    ViewedFirstReference.descriptor,

    // Written on the command line
    ScoreReference.descriptor,

    // NSCache, as it is or may be
    NSCacheCorelibsReference.descriptor,
    NSCacheLRUReference.descriptor,
    NSCacheARCReference.descriptor,
    NSCacheGNUstepReference.descriptor,
    NSCacheWinObjCReference.descriptor,
    NSCacheDocsReference.descriptor,
    NSCacheRefutedReference.fifoDescriptor,
    NSCacheRefutedReference.randomDescriptor,

    // Image libraries
    NukeReference.clockDescriptor,
    NukeReference.leastRecentlyUsedDescriptor,
    KingfisherReference.descriptor,
    SDMemoryReference.descriptor,
    YYMemoryReference.descriptor,
    PINMemoryReference.descriptor,
    GlideReference.descriptor,
    FrescoReference.descriptor,
    CoilReference.descriptor,
    FlutterReference.descriptor,
    ImageNamedReference.descriptor,

    // No limits, and those who know the future
    UnboundedReference.descriptor,
    BeladyReference.descriptor,
    BeladySizeReference.descriptor,
  ]

  /// Policies and models without a reference, each with the reason and what is its oracle
  /// instead.
  package static let missing: [(name: String, reason: String)] = [
    (
      "random",
      """
      it draws; its oracles are the mean misses of another simulator and that every resident \
      is drawn equally often
      """
    )
  ]

  /// The reference of a policy or model; nil for a name that has none.
  package static func of(_ name: String) -> PolicyDescriptor? {
    all.first { $0.name == name }
  }
}
