public import ScrollCore
public import ScrollResults
import ScrollSimulation

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

extension PlannedRun {
  /// What the store knows a run by.
  /// - Parameters:
  ///   - scenario: everything but the cache.
  ///   - policy: the policy's canonical text; nil for a loader without a cache.
  ///   - budget: zero without a cache.
  ///   - seed: for what draws at random.
  /// - Returns: the digest of all of them and of the model's version.
  static func key(
    of scenario: PlannedScenario, policy: String?, budget: ByteCount, seed: Int
  ) -> ContentKey {
    ContentKey(
      of: """
        scenario \(scenario.record.key)
        model \(ModelVersion.current)
        policy \(policy ?? "-")
        budget \(budget.bytes)
        seed \(seed)
        """)
  }
}
