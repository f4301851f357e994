/// What the user has now: a level of each lever, in words of the sweep.
///
/// A lever that is not named stands for the one level that the sweep has of it.
package struct Baseline: Sendable, Equatable {
  package var loader: String?
  package var prefetcher: String?
  package var policy: String?
  /// Nil unless named: for devices on which it is another one, by the device's name.
  package var budgets: Budgets?
  /// As the user wrote it.
  package var text: String

  package enum Budgets: Sendable, Equatable {
    case bytes(Int)
    /// A library's own limit: nil where it has none.
    case byDevice([String: Int?])
  }

  package init(
    _ text: String, loader: String? = nil, prefetcher: String? = nil, policy: String? = nil,
    budgets: Budgets? = nil
  ) {
    self.text = text
    self.loader = loader
    self.prefetcher = prefetcher
    self.policy = policy
    self.budgets = budgets
  }
}

extension SweepReport {
  /// The policies as they were asked for, as a baseline names them.
  package var policyNames: [String] { policies }

  /// Whether some run is what the user has.
  package func hasRuns(of baseline: Baseline) -> Bool {
    places().contains { place, _ in
      baseline.is(setting(at: place), on: scenes[place.scene].device.name)
    }
  }
}
