public import ScrollCore

/// A flash channel, whose transfers take `latency + bytes / bandwidth`.
public struct FlashStorage: Sendable, Equatable {
  public var latency: SimTime
  /// The bytes read per second.
  public var bandwidth: Double
  /// The bytes written per second.
  public var writeBandwidth: Double

  /// Creates a flash channel that by default writes as fast as it reads.
  public init(latency: SimTime, bandwidth: Double, writeBandwidth: Double? = nil) {
    self.latency = latency
    self.bandwidth = bandwidth
    self.writeBandwidth = writeBandwidth ?? bandwidth
  }

  public func readTime(of size: ByteCount) -> SimTime {
    latency + SimTime(seconds: Double(size) / bandwidth)
  }

  public func writeTime(of size: ByteCount) -> SimTime {
    latency + SimTime(seconds: Double(size) / writeBandwidth)
  }
}
