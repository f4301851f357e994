public import ScrollCore
public import ScrollResults

/// One run of a plan: where its scenario and its policy stand there, and its key.
public struct PlannedRun: Sendable, Equatable {
  public let key: ContentKey
  /// Index of its scenario.
  public let scenario: Int32
  /// Index of its policy; -1 for a loader without a cache.
  public let policy: Int32
  /// Zero without a cache.
  public let budget: ByteCount
  public let seed: Int

  public var hasCache: Bool { policy >= 0 }
}
