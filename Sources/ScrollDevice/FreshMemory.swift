public import ScrollCore

/// The cost of writing to memory that is new to the process: the system clears each page when it is
/// first touched.
public struct FreshMemory: Sendable, Equatable {
  /// The bytes per second that are touched for the first time.
  public var bandwidth: Double
  /// The freed bytes that the process keeps, which need no first touch when they are used again.
  public var kept: ByteCount

  public init(bandwidth: Double, kept: ByteCount = .zero) {
    self.bandwidth = bandwidth
    self.kept = kept
  }

  /// Returns the time of the first touch of an amount of memory.
  public func touchTime(of size: ByteCount) -> SimTime {
    SimTime(seconds: Double(size) / bandwidth)
  }
}
