public import ScrollCore

/// The cost of writing to memory that is new to the process, because the system clears each page at
/// the first access.
public struct FreshMemory: Sendable, Equatable {
  /// The bytes per second at which the process can access new memory for the first time.
  public var bandwidth: Double
  /// The greatest number of freed bytes that the process keeps; memory that it uses again need not
  /// be cleared.
  public var kept: ByteCount

  public init(bandwidth: Double, kept: ByteCount = .zero) {
    self.bandwidth = bandwidth
    self.kept = kept
  }

  /// Returns the time of the first access to an amount of memory.
  public func touchTime(of size: ByteCount) -> SimTime {
    SimTime(seconds: Double(size) / bandwidth)
  }
}
