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

    // Adaptive
    SievePolicy.descriptor,
    S3FIFOPolicy.descriptor,
    ARCPolicy.descriptor,

    // Sketches and experts
    TinyLFUPolicy.descriptor,
    WTinyLFUPolicy.descriptor,
    LeCaRPolicy.descriptor,

    // By size and cost
    GDSFPolicy.descriptor,

    // By place
    DistancePolicy.descriptor,
    DistanceCostPolicy.descriptor,

    // NSCache, as it is or may be
    NSCacheCorelibs.descriptor,
    NSCacheLRU.descriptor,
    NSCacheARC.descriptor,

    // Image libraries

    // No limits, and those who know the future
    UnboundedCache.descriptor,
    BeladyPolicy.descriptor,
  ])
}
