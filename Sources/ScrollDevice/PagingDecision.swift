public import ScrollCore

/// A decision between paging out and purging a bitmap for which there is not enough memory.
///
/// It follows the rule of Apple's "Caching and Purgeable Memory": purgeable memory is better if
/// making an object again costs less than paging it. Paging costs a transfer out and, for an object
/// that is needed again, a transfer back. Purging costs nothing at once, and a read and a decode
/// later. Both costs assume an object that is needed again; one that is not is cheaper to purge,
/// whatever it costs to make. Equal costs lead to purging, which does not use the flash.
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

  /// Compares paging a bitmap of some size with the time to make it again.
  public init(bitmap: ByteCount, reloading: SimTime, swap: SwapFigures) {
    let oneWay = swap.pageTime(of: bitmap)
    paging = oneWay + oneWay
    self.reloading = reloading
  }

  /// Compares paging a decoded image with reading it from flash and decoding it on one lane.
  /// - Returns: `nil` on a device that cannot page memory out, where purging is the only
  ///   possibility.
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
