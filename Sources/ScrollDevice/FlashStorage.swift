public import ScrollCore

/// One flash channel: a transfer takes `latency + bytes / bandwidth`.
public struct FlashStorage: Sendable, Equatable {
  public var latency: SimTime
  /// Bytes per second read.
  public var bandwidth: Double
  /// Bytes per second written.
  public var writeBandwidth: Double

  /// A flash channel that writes as fast as it reads unless told otherwise.
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
