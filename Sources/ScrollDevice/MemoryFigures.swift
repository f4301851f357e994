public import ScrollCore

/// The memory of a device, and the amounts that other processes use.
public struct MemoryFigures: Sendable, Equatable {
  /// The physical memory.
  public var total: ByteCount
  /// The footprint at which the system kills an app.
  public var appLimit: ByteCount
  /// The bytes that the system and its daemons hold.
  public var otherProcesses: ByteCount
  /// The bytes that the app holds besides images.
  public var baseFootprint: ByteCount
  /// The footprints of the apps in the background, lowest priority first; the system kills them one
  /// by one.
  public var backgroundApps: [ByteCount]
  public var pageSize: ByteCount
  /// The storage to which memory can be paged out; `nil` if there is none, as on every phone.
  public var swap: SwapFigures?
  /// The cost of fresh memory; `nil` if it was not measured separately, so that the decode times
  /// include it.
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
  /// The bytes per second in one direction.
  public var bandwidth: Double
  /// The time before the first byte of a transfer.
  public var latency: SimTime

  public init(bandwidth: Double, latency: SimTime) {
    self.bandwidth = bandwidth
    self.latency = latency
  }

  /// Returns the time to page an amount out, or in, in one transfer.
  ///
  /// The model leaves out that a Mac compresses memory before it pages it out.
  public func pageTime(of size: ByteCount) -> SimTime {
    latency + SimTime(seconds: Double(size) / bandwidth)
  }
}
