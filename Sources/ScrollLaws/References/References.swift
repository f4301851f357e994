public import ScrollCaching

/// Slow and obvious second implementations of the policies and models of the catalogue.
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
  /// One for every entry of `PolicyCatalog.builtIn` that is not in `missing`, in that order.
  ///
  /// Names, settings and facts are those of the fast ones.
  public static let all: [PolicyDescriptor] = [
    // Classic
    FIFOReference.descriptor,
    LRUReference.descriptor,
    ClockReference.descriptor,
    LFUReference.descriptor,

    // Adaptive
    SieveReference.descriptor,
    S3FIFOReference.descriptor,
    ARCReference.descriptor,

    // Sketches and experts
    TinyLFUReference.descriptor,
    WTinyLFUReference.descriptor,
    LeCaRReference.descriptor,

    // By size and cost
    GDSFReference.descriptor,

    // By place
    DistanceReference.descriptor,
    DistanceReference.costDescriptor,

    // NSCache, as it is or may be
    NSCacheCorelibsReference.descriptor,
    NSCacheLRUReference.descriptor,
    NSCacheARCReference.descriptor,

    // Image libraries

    // No limits, and those who know the future
    UnboundedReference.descriptor,
    BeladyReference.descriptor,
  ]

  /// Policies and models without a reference, each with the reason and what is its oracle
  /// instead.
  public static let missing: [(name: String, reason: String)] = [
    // Classic

    // Adaptive

    // Sketches and experts

    // By size and cost

    // By place

    // NSCache, as it is or may be

    // Image libraries

    // No limits, and those who know the future
  ]

  /// The reference of a policy or model; nil for a name that has none.
  public static func of(_ name: String) -> PolicyDescriptor? {
    all.first { $0.name == name }
  }
}
