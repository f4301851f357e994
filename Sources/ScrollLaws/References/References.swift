public import ScrollCaching

/// A slow and obvious second implementation of every policy and model of the catalogue.
///
/// Each is written from the rule as it is published, with arrays, dictionaries and sorting, and
/// shares nothing with the fast one but the protocol. The two must take out the same images
/// for the same reasons in the same order, whatever is done to them; where they do not, one of
/// them is wrong. They are public because a policy of your own can be compared with them too:
/// a variant of `lru` that should change nothing, say.
///
/// Policies run inside the same strict cache as the fast ones, or inside the suspicious one of
/// the laws.
public enum References {
  /// One for every entry of `PolicyCatalog.builtIn`, in that order.
  ///
  /// Names, settings and facts are those of the fast ones.
  public static let all: [PolicyDescriptor] = [
    FIFOReference.descriptor,
    LRUReference.descriptor,
    ClockReference.descriptor,
    SieveReference.descriptor,
    S3FIFOReference.descriptor,
    ARCReference.descriptor,
    LFUReference.descriptor,
    GDSFReference.descriptor,
    DistanceReference.descriptor,
    DistanceReference.costDescriptor,
    NSCacheCorelibsReference.descriptor,
    NSCacheLRUReference.descriptor,
    NSCacheARCReference.descriptor,
    UnboundedReference.descriptor,
    BeladyReference.descriptor,
  ]

  /// The reference of a policy or model; nil for a name that has none.
  public static func of(_ name: String) -> PolicyDescriptor? {
    all.first { $0.name == name }
  }
}
