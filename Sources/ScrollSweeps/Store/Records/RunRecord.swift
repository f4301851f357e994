package import ScrollSimulation

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

extension RunRecord {
  /// A figure of the run; null for what never came, nil for what the store does not have of it.
  package func value(_ figure: Figure) -> StoredValue? {
    if let place = Self.places[figure.name] { return figures[place] }
    return switch figure.name {
    case Figure.regretBound.name: regret.map { StoredValue($0.bound) }
    case Figure.leastMisses.name: regret.map { StoredValue($0.leastMisses) }
    case Figure.regret.name: regret.map { StoredValue($0.misses) }
    case Figure.provenStall.name: stallRegret.map { StoredValue($0.proven) }
    case Figure.reachedStall.name: stallRegret.map { StoredValue($0.reached) }
    case Figure.reachedBy.name: stallRegret.map { StoredValue($0.reachedBy) }
    case Figure.lruStall.name: stallRegret.map { StoredValue($0.lru) }
    case Figure.stallRegret.name: stallRegret.map { _ in StoredValue(stallRegretShare) }
    default: nil
    }
  }

  /// A figure as a number; infinite for what never came, not a number for a word.
  package func number(_ figure: Figure) -> Double { (value(figure) ?? .null).number ?? .nan }

  /// Where each figure stands among those of a run.
  static let places = Dictionary(
    uniqueKeysWithValues: FigureCatalog.stored.enumerated().map { ($1.name, $0) })
}

extension RunRecord {
  /// For how many images the budget has room and how many the policy needs, where these are more.
  package var shortage: (room: Double, needed: Int)? {
    func part(_ name: String) -> Double? {
      parts.first { $0.kind == "room" && $0.name == name }?.value
    }
    guard let room = part("had"), let needed = part("needed") else { return nil }
    return (room, Int(needed))
  }
}

extension RunScore {
  /// The score of a run that the store has.
  package init(_ run: RunRecord) {
    self.init(
      isKilled: run.killed != nil, overBudgetSeconds: run.number(.overBudget),
      durationSeconds: run.number(.duration), stallSeconds: run.number(.stall),
      hitchRatio: run.number(.hitchRatio), hitRate: run.number(.hitRate))
    tooSmallShare = run.shortage == nil ? 0 : 1
  }
}

/// How far a run is from the fewest misses.
package struct RegretRecord: Sendable, Equatable {
  /// `min-bypass` or `pfoo-l`; nil, like the others, where nothing bounds the run.
  package var bound: String?
  /// The fewest look-ups that could have missed.
  package var leastMisses: Int?
  /// How many more did.
  package var misses: Int?

  package init(bound: String?, leastMisses: Int?, misses: Int?) {
    self.bound = bound
    self.leastMisses = leastMisses
    self.misses = misses
  }

  /// Nothing bounds the run.
  package static let none = RegretRecord(bound: nil, leastMisses: nil, misses: nil)
}

/// What is known of the least stall of a run's scenario with its budget, in seconds.
package struct StallRegretRecord: Sendable, Equatable {
  /// No run stalls less whose cache keeps the budget; nil, like the others, where nothing bounds it.
  package var proven: Double?
  /// The least that was tried; nil if the app was killed in every trial.
  package var reached: Double?
  /// By which policy.
  package var reachedBy: String?
  /// What `lru` stalls; nil if the app was killed.
  package var lru: Double?

  package init(proven: Double?, reached: Double?, reachedBy: String?, lru: Double?) {
    self.proven = proven
    self.reached = reached
    self.reachedBy = reachedBy
    self.lru = lru
  }

  /// Nothing bounds the run.
  package static let none = StallRegretRecord(
    proven: nil, reached: nil, reachedBy: nil, lru: nil)

  /// How much of the way from `lru` to the reached stall is left.
  ///
  /// Zero for a run that does as well as the best that was tried, one for `lru`, below zero for
  /// what is better than all of that.
  ///
  /// - Parameters:
  ///   - stall: of the run, or of several together.
  ///   - lru: of the same scenarios.
  ///   - reached: there.
  ///   - isWay: whether `lru` and the reached stall differ by enough for a share of it to mean
  ///     anything.
  /// - Returns: nil where there is no way.
  package static func share(
    of stall: Double, lru: Double, reached: Double, isWay: (Double, Double) -> Bool
  ) -> Double? {
    lru > reached && isWay(lru, reached) ? (stall - reached) / (lru - reached) : nil
  }
}

extension RunRecord {
  /// The run's own share of the way; nil where it is not known or there is no way.
  var stallRegretShare: Double? {
    guard let known = stallRegret, let lru = known.lru, let reached = known.reached,
      killed == nil
    else { return nil }
    let materiality = Materiality.standard
    let frames = materiality.leastSeconds(
      over: number(.duration), at: Materiality.assumedRefreshRate)
    return StallRegretRecord.share(of: number(.stall), lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}
