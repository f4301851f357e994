public import ScrollCore

/// Whether a bitmap that memory has no room for is better paged out or purged.
///
/// The rule of Apple's "Caching and Purgeable Memory": purgeable memory pays where making an
/// object again costs less than paging it. Paging costs the way out and, for what is needed
/// again, the way back; purging costs nothing at once, and a read and a decode later. Both
/// prices are those of an object that is needed again: one that is not is cheaper to purge
/// whatever it costs to make. A draw goes to purging, which leaves the flash alone.
public struct PagingDecision: Sendable, Equatable {
  public enum Choice: String, Sendable {
    case page, purge
  }

  /// To write the bitmap to swap and to read it back.
  public let paging: SimTime
  /// To read and decode the image again.
  public let reloading: SimTime

  /// What is cheaper.
  public var choice: Choice { paging < reloading ? .page : .purge }

  /// What the cheaper way saves.
  public var saving: SimTime { max(paging, reloading) - min(paging, reloading) }

  /// Weighs a bitmap of some size against the time to make it again.
  public init(bitmap: ByteCount, reloading: SimTime, swap: SwapFigures) {
    let oneWay = swap.pageTime(of: bitmap)
    paging = oneWay + oneWay
    self.reloading = reloading
  }

  /// Weighs a decoded image against reading it from flash and decoding it on one lane.
  /// - Returns: nil on a device that cannot page memory out: there, purging is all there is.
  public init?(_ image: ImageCatalog.Entry, on device: DeviceProfile) {
    guard let swap = device.memory.swap else { return nil }
    self.init(
      bitmap: image.decoded.rounded(upTo: device.memory.pageSize),
      reloading: device.flash.readTime(of: image.encoded) + device.decodeTime(of: image),
      swap: swap)
  }
}

extension PagingDecision: CustomStringConvertible {
  /// Both prices and the cheaper way: `page: 12.8 ms out and in; purge: 4.9 ms to reload;
  /// cheaper: purge`.
  public var description: String {
    "page: \(Self.text(paging)) ms out and in; purge: \(Self.text(reloading)) ms to reload; "
      + "cheaper: \(choice.rawValue)"
  }

  /// Milliseconds with one decimal, halves up.
  private static func text(_ time: SimTime) -> String {
    let tenths = (time.nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
