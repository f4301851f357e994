/// One run and its figures.
package struct RunRecord: Sendable, Equatable {
  /// The digest of scenario, policy, settings, budget, seed and model version.
  package var key: ContentKey
  /// The key of everything but the cache.
  package var scenario: ContentKey
  /// The name of the policy or cache model; nil, like the next three, if the loader has no cache.
  package var policy: String?
  /// All its settings, a JSON object of texts.
  package var settings: String?
  /// The policy as it was asked for, `distance:lead=2`.
  package var label: String?
  /// The cache's limit.
  package var budgetBytes: Int?
  /// For what draws at random.
  package var seed: Int
  /// Of the simulation's rules; runs of other versions do not compare.
  package var modelVersion: Int
  /// Why the device killed the app; nil if it did not.
  package var killed: String?
  /// When it did, in milliseconds of simulated time.
  package var killedMilliseconds: Double?
  /// As many as there are `ResultStore.figureColumns`, and in their order.
  package var figures: [StoredValue]
  /// What the figures consist of; what is zero is left out.
  ///
  /// A run that was read has them in order of kind and name.
  package var parts: [Part]
  /// The misses of the run above the optimum; nil if they were not computed.
  package var regret: RegretRecord?
  /// What is known of the least stall; nil if it was not asked for.
  package var stallRegret: StallRegretRecord?

  package init(
    key: ContentKey, scenario: ContentKey, policy: String?, settings: String?, label: String?,
    budgetBytes: Int?, seed: Int, modelVersion: Int, killed: String?, killedMilliseconds: Double?,
    figures: [StoredValue], parts: [Part], regret: RegretRecord?,
    stallRegret: StallRegretRecord? = nil
  ) {
    self.key = key
    self.scenario = scenario
    self.policy = policy
    self.settings = settings
    self.label = label
    self.budgetBytes = budgetBytes
    self.seed = seed
    self.modelVersion = modelVersion
    self.killed = killed
    self.killedMilliseconds = killedMilliseconds
    self.figures = figures
    self.parts = parts
    self.regret = regret
    self.stallRegret = stallRegret
  }

  /// Columns that were added without a new model version: older stores lack them of the same runs.
  static let laterColumns = ["prefetched_unseen_bytes"]

  /// The figure of a column; nil if there is no such column.
  ///
  /// - Complexity: O(*n*) in the columns. Who reads many rows looks up the index once.
  package func figure(_ column: String) -> StoredValue? {
    ResultStore.figureColumns.firstIndex(of: column).map { figures[$0] }
  }
}

extension RunRecord {
  /// A part of a run's figures: images for absences and removals, otherwise milliseconds.
  package struct Part: Sendable, Equatable {
    /// `absence`, `wait`, `cause`, `removal` or `lane`; `room` is in images: `had` and `needed`
    /// of a policy whose budget is too small for it.
    package var kind: String
    /// Of the reason, the kind of work or the lane.
    package var name: String
    package var value: Double

    package init(kind: String, name: String, value: Double) {
      self.kind = kind
      self.name = name
      self.value = value
    }
  }
}
