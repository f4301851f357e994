public import ScrollCore

/// What a device has of memory, and who else takes some.
public struct MemoryFigures: Sendable, Equatable {
  /// Physical memory.
  public var total: ByteCount
  /// The footprint at which an app is killed.
  public var appLimit: ByteCount
  /// What the system and its daemons hold.
  public var otherProcesses: ByteCount
  /// What the app holds besides images.
  public var baseFootprint: ByteCount
  /// Apps in the background, lowest priority first; they are killed one by one.
  public var backgroundApps: [ByteCount]
  public var pageSize: ByteCount
  /// Where memory can be paged out to; nil where it cannot, as on every phone.
  public var swap: SwapFigures?
  /// What fresh memory costs; nil where that was not measured, and is part of the decode times.
  public var fresh: FreshMemory?

  public init(
    total: ByteCount, appLimit: ByteCount, otherProcesses: ByteCount, baseFootprint: ByteCount,
    backgroundApps: [ByteCount], pageSize: ByteCount, swap: SwapFigures? = nil,
    fresh: FreshMemory? = nil
  ) {
    self.total = total
    self.appLimit = appLimit
    self.otherProcesses = otherProcesses
    self.baseFootprint = baseFootprint
    self.backgroundApps = backgroundApps
    self.pageSize = pageSize
    self.swap = swap
    self.fresh = fresh
  }
}

/// Storage that memory is paged out to and read back from.
public struct SwapFigures: Sendable, Equatable {
  /// Bytes per second, one way.
  public var bandwidth: Double
  /// Before the first byte of a transfer.
  public var latency: SimTime

  public init(bandwidth: Double, latency: SimTime) {
    self.bandwidth = bandwidth
    self.latency = latency
  }

  /// How long it takes to page so much out, or in, in one transfer.
  ///
  /// The compressor that stands before swap on a Mac is left out.
  public func pageTime(of size: ByteCount) -> SimTime {
    latency + SimTime(seconds: Double(size) / bandwidth)
  }
}
