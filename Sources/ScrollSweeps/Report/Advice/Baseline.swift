/// The user's current setting: a level of each lever, as the sweep names it.
///
/// A lever that is `nil` has the only level that the sweep tried.
package struct Baseline: Sendable, Equatable {
  package var loader: String?
  package var prefetcher: String?
  package var policy: String?
  /// The budget; `nil` if not given.
  package var budgets: Budgets?
  /// The setting as the user wrote it.
  var text: String

  package enum Budgets: Sendable, Equatable {
    case bytes(Int)
    /// A library's default, by the device's name; `nil` if the library has no limit there.
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
  /// The names of the policies as they were requested, which a baseline can use.
  package var policyNames: [String] { policies }

  /// Returns whether the report has runs of a baseline.
  package func hasRuns(of baseline: Baseline) -> Bool {
    places().contains { place, _ in
      baseline.is(setting(at: place), on: scenes[place.scene].device.name)
    }
  }
}
