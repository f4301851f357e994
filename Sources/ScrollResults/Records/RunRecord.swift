/// One run and its figures.
public struct RunRecord: Sendable, Equatable {
  /// The digest of scenario, policy, settings, budget, seed and model version.
  public var key: ContentKey
  /// The key of everything but the cache.
  public var scenario: ContentKey
  /// The name of the policy or cache model; nil, like the next three, if the loader has no cache.
  public var policy: String?
  /// All its settings, a JSON object of texts.
  public var settings: String?
  /// The policy as it was asked for, `distance:lead=2`.
  public var label: String?
  /// The cache's limit.
  public var budgetBytes: Int?
  /// For what draws at random.
  public var seed: Int
  /// Of the simulation's rules; runs of other versions do not compare.
  public var modelVersion: Int
  /// Why the device killed the app; nil if it did not.
  public var killed: String?
  /// When it did, in milliseconds of simulated time.
  public var killedMilliseconds: Double?
  /// As many as there are `ResultStore.figureColumns`, and in their order.
  public var figures: [StoredValue]
  /// What the figures consist of; what is zero is left out.
  ///
  /// A run that was read has them in order of kind and name.
  public var parts: [Part]
  /// How far the run is from the fewest misses; nil if nobody has asked.
  public var regret: RegretRecord?

  public init(
    key: ContentKey, scenario: ContentKey, policy: String?, settings: String?, label: String?,
    budgetBytes: Int?, seed: Int, modelVersion: Int, killed: String?, killedMilliseconds: Double?,
    figures: [StoredValue], parts: [Part], regret: RegretRecord?
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
  }

  /// The figure of a column; nil if there is no such column.
  ///
  /// - Complexity: O(*n*) in the columns. Who reads many rows looks up the index once.
  public func figure(_ column: String) -> StoredValue? {
    ResultStore.figureColumns.firstIndex(of: column).map { figures[$0] }
  }
}

extension RunRecord {
  /// A part of a run's figures: images for absences and removals, otherwise milliseconds.
  public struct Part: Sendable, Equatable {
    /// `absence`, `wait`, `cause`, `removal` or `lane`.
    public var kind: String
    /// Of the reason, the kind of work or the lane.
    public var name: String
    public var value: Double

    public init(kind: String, name: String, value: Double) {
      self.kind = kind
      self.name = name
      self.value = value
    }
  }
}
