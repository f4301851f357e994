public import ScrollCore

/// What it costs to write to memory that the process has not had before: the system clears its pages
/// one by one when they are first touched.
public struct FreshMemory: Sendable, Equatable {
  /// Bytes per second that are touched for the first time.
  public var bandwidth: Double
  /// How many freed bytes the process keeps, which need no such touch when they are used again.
  public var kept: ByteCount

  public init(bandwidth: Double, kept: ByteCount = .zero) {
    self.bandwidth = bandwidth
    self.kept = kept
  }

  /// How long the first touch of so much memory takes.
  public func touchTime(of size: ByteCount) -> SimTime {
    SimTime(seconds: Double(size) / bandwidth)
  }
}
