public import ScrollCore

/// The policies and cache models to choose from.
public typealias PolicyCatalog = Catalog<PolicyDescriptor>

extension Catalog where Entry == PolicyDescriptor {
  /// Every policy of the package: adding one is a file and a line here.
  public static let builtIn = PolicyCatalog([
    FIFOPolicy.descriptor,
    LRUPolicy.descriptor,
    ClockPolicy.descriptor,
    SievePolicy.descriptor,
    S3FIFOPolicy.descriptor,
    ARCPolicy.descriptor,
    LFUPolicy.descriptor,
    GDSFPolicy.descriptor,
    DistancePolicy.descriptor,
    DistanceCostPolicy.descriptor,
    NSCacheCorelibs.descriptor,
    NSCacheLRU.descriptor,
    NSCacheARC.descriptor,
    UnboundedCache.descriptor,
    BeladyPolicy.descriptor,
  ])
}
