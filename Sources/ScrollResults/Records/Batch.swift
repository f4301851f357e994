extension ResultStore {
  /// What is written together or not at all.
  ///
  /// A run needs its scenario, a member its sweep and its run: in the same batch, or in the store
  /// already.
  public struct Batch: Sendable, Equatable {
    public var scenarios: [ScenarioRecord]
    public var runs: [RunRecord]
    public var members: [Member]

    public init(
      scenarios: [ScenarioRecord] = [], runs: [RunRecord] = [], members: [Member] = []
    ) {
      self.scenarios = scenarios
      self.runs = runs
      self.members = members
    }
  }

  /// That a run answers a sweep.
  public struct Member: Sendable, Equatable {
    public var sweep: ContentKey
    /// The place of the run in the sweep, from 0.
    public var position: Int
    public var run: ContentKey

    public init(sweep: ContentKey, position: Int, run: ContentKey) {
      self.sweep = sweep
      self.position = position
      self.run = run
    }
  }
}
