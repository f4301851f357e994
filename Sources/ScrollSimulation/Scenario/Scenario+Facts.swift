import ScrollCore
public import ScrollDevice

extension Scenario {
  /// Whether any image comes over the network.
  public var downloads: Bool {
    switch loader.origin {
    case .bundle: false
    case .catalogue: images.entries.contains { $0.origin == .network }
    case .network: images.entries.contains { $0.origin != .bundle }
    }
  }

  /// On a device with swap: whether an average image is better paged out or purged.
  public var pagingDecision: PagingDecision? {
    guard let swap = device.memory.swap, images.count > 0 else { return nil }
    let count = images.count
    let bitmaps = images.entries.reduce(0) { $0 + $1.decoded.bytes }
    let reloads = images.entries.reduce(Int64(0)) {
      $0 + (device.flash.readTime(of: $1.encoded) + device.decodeTime(of: $1)).nanoseconds
    }
    return PagingDecision(
      bitmap: ByteCount(bitmaps / count),
      reloading: SimTime(nanoseconds: reloads / Int64(count)), swap: swap)
  }
}
