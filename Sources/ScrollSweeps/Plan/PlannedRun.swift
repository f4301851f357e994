package import ScrollCore
import ScrollSimulation

/// One run of a plan: where its scenario and its policy stand there, and its key.
package struct PlannedRun: Sendable, Equatable {
  package let key: ContentKey
  /// Index of its scenario.
  package let scenario: Int32
  /// Index of its policy; -1 for a loader without a cache.
  package let policy: Int32
  /// Nil without a cache, and where nothing limits it.
  package let budget: ByteCount?
  package let seed: Int

  package var hasCache: Bool { policy >= 0 }
}

extension PlannedRun {
  /// What the store knows a run by.
  /// - Parameters:
  ///   - scenario: everything but the cache.
  ///   - policy: the policy's canonical text; nil for a loader without a cache.
  ///   - budget: nil without a cache, and where nothing limits it.
  ///   - seed: for what draws at random.
  /// - Returns: the digest of all of them and of the model's version.
  static func key(
    of scenario: PlannedScenario, policy: String?, budget: ByteCount?, seed: Int
  ) -> ContentKey {
    ContentKey(
      of: """
        scenario \(scenario.record.key)
        model \(ModelVersion.current)
        policy \(policy ?? "-")
        budget \(policy == nil ? "0" : budget.map { "\($0.bytes)" } ?? BudgetList.none)
        seed \(seed)
        """)
  }
}
