/// A sweep as recorded in the store: a list of runs.
package struct SweepRecord: Sendable, Equatable {
  /// The digest of the keys of its runs, in order.
  package var key: ContentKey
  package var title: String
  /// The spec as YAML.
  package var spec: String
  /// The number of its runs.
  package var runs: Int

  package init(key: ContentKey, title: String, spec: String, runs: Int) {
    self.key = key
    self.title = title
    self.spec = spec
    self.runs = runs
  }
}

extension ResultStore {
  /// Records that are written together or not at all.
  ///
  /// A run needs its scenario, and a member needs its sweep and its run: in the same batch, or in
  /// the store already.
  package struct Batch: Sendable, Equatable {
    package var scenarios: [ScenarioRecord]
    package var runs: [RunRecord]
    package var members: [Member]

    package init(
      scenarios: [ScenarioRecord] = [], runs: [RunRecord] = [], members: [Member] = []
    ) {
      self.scenarios = scenarios
      self.runs = runs
      self.members = members
    }
  }

  /// The membership of a run in a sweep.
  package struct Member: Sendable, Equatable {
    var sweep: ContentKey
    /// The position of the run in the sweep, from 0.
    var position: Int
    var run: ContentKey

    package init(sweep: ContentKey, position: Int, run: ContentKey) {
      self.sweep = sweep
      self.position = position
      self.run = run
    }
  }
}
