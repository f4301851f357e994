import ScrollCore
public import ScrollDevice

extension Scenario {
  /// Whether there is a fewest number of misses: nothing is fetched ahead, and every hit is on an
  /// image.
  package var hasBoundedMisses: Bool { prefetcher == .none && !loader.nullEntries }

  /// Whether any image comes over the network.
  public var downloads: Bool {
    switch loader.origin {
    case .bundle: false
    case .catalogue: images.entries.contains { $0.origin == .network }
    case .network: images.entries.contains { $0.origin != .bundle }
    }
  }

  /// How many images the loader takes from another place than the catalog has them, as a
  /// clause; nil where all come from where they are.
  public var originNote: String? {
    let moved =
      switch loader.origin {
      case .catalogue: 0
      case .bundle: images.entries.count { $0.origin != .bundle }
      case .network: images.entries.count { $0.origin == .disk }
      }
    guard moved > 0 else { return nil }
    return "\(moved) of \(Words.count(images.count, "image")) "
      + (loader.origin == .bundle
        ? "are taken for the bundle's, which the catalog has elsewhere"
        : "are downloaded, which the catalog has on disk")
      + ": do not compare this with loaders that take them from where they are"
  }

  /// On a device with swap: whether an average image is better paged out or purged.
  public var pagingDecision: PagingDecision? {
    guard let swap = device.memory.swap, images.count > 0 else { return nil }
    let count = images.count
    let bitmaps = images.entries.reduce(ByteCount.zero) { $0 + $1.decoded }
    let reloads = images.entries.reduce(Int64(0)) {
      $0 + (device.flash.readTime(of: $1.encoded) + device.decodeTime(of: $1)).nanoseconds
    }
    return PagingDecision(
      bitmap: ByteCount(count: bitmaps.count / Int64(count)),
      reloading: SimTime(nanoseconds: reloads / Int64(count)), swap: swap)
  }
}
