public import ScrollCore

/// A decision between paging out and purging a bitmap for which there is not enough memory.
///
/// It follows the rule of Apple's "Caching and Purgeable Memory": purgeable memory is better if
/// making an object again costs less than paging it. Paging costs a transfer to swap and a transfer
/// back. Purging costs a read and a decode when the image is needed again. Both costs assume that
/// the image is needed again; otherwise purging is always cheaper. If the costs are equal, the
/// decision is to purge, which does not write to the flash.
public struct PagingDecision: Sendable, Equatable {
  public enum Choice: String, Sendable {
    case page, purge
  }

  /// The time to write the bitmap to swap and to read it back.
  public let paging: SimTime
  /// The time to read and decode the image again.
  public let reloading: SimTime

  /// The cheaper choice.
  public var choice: Choice { paging < reloading ? .page : .purge }

  /// The time that the cheaper choice saves.
  public var saving: SimTime { max(paging, reloading) - min(paging, reloading) }

  /// Creates the decision between paging a bitmap of some size and reloading it in a given time.
  public init(bitmap: ByteCount, reloading: SimTime, swap: SwapFigures) {
    let oneWay = swap.pageTime(of: bitmap)
    paging = oneWay + oneWay
    self.reloading = reloading
  }

  /// Creates the decision between paging a decoded image and reloading it: reading it from flash
  /// and decoding it on one lane.
  /// - Returns: `nil` on a device that cannot page memory out and so can only purge.
  public init?(_ image: ImageCatalog.Entry, on device: DeviceProfile) {
    guard let swap = device.memory.swap else { return nil }
    self.init(
      bitmap: image.decoded.rounded(upTo: device.memory.pageSize),
      reloading: device.flash.readTime(of: image.encoded) + device.decodeTime(of: image),
      swap: swap)
  }
}

extension PagingDecision: CustomStringConvertible {
  /// Both costs and the cheaper choice: `page: 12.8 ms out and in; purge: 4.9 ms to reload;
  /// cheaper: purge`.
  public var description: String {
    "page: \(Self.text(paging)) ms out and in; purge: \(Self.text(reloading)) ms to reload; "
      + "cheaper: \(choice.rawValue)"
  }

  /// Returns milliseconds with one decimal, halves rounded up.
  private static func text(_ time: SimTime) -> String {
    let tenths = (time.nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
