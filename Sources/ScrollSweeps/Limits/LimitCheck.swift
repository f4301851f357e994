package import ScrollSimulation

/// Judges runs by limits, one after the other.
package struct LimitCheck: Sendable {
  /// One limit on one run.
  package struct Finding: Sendable {
    package let entry: Int
    package let verdict: Limit.Verdict
  }

  /// What came of one limit in all runs so far.
  package struct Tally: Sendable {
    package var runs = 0, broken = 0, unknown = 0
    /// The run that breaks it by most, infinite being most; of several the one ranked last.
    package var worst: (row: RunRow, verdict: Limit.Verdict)?
    /// The figure of the run that keeps it by least; nil if none does.
    package var nearest: Double?
  }

  package let entries: [LimitSpec.Entry]
  package private(set) var tallies: [Tally]
  /// A limit on seconds of missing screen that is broken by less than matters is kept.
  package var materiality = Materiality.standard
  private let plan: SweepPlan
  /// What entries have under `when`.
  private let rules: RuleIndex
  /// Each entry's place among the rules; nil for one that holds for every run.
  private let places: [Int?]

  /// - Throws: `SweepError` for a limit that no run of the plan has to keep.
  package init(
    _ spec: LimitSpec, _ plan: SweepPlan, catalogs: SweepCatalogs
  ) throws(SweepError) {
    entries = spec.entries
    tallies = [Tally](repeating: Tally(), count: entries.count)
    self.plan = plan
    var rules: [SweepRule] = []
    var places: [Int?] = []
    for entry in entries {
      places.append(entry.scope == nil ? nil : rules.count)
      if let scope = entry.scope { rules.append(try SweepRule(scope, catalogs: catalogs)) }
    }
    let index = RuleIndex(rules)
    self.rules = index
    self.places = places
    var hits = index.none
    for run in plan.runs where hits != index.all {
      hits.formUnion(index.rules(meaning: plan.subject(of: run)))
    }
    for (entry, place) in zip(entries, places) {
      guard let place, !hits.contains(place) else { continue }
      throw SweepError(
        .badData, "\(entry.place): no run has what 'when' says; expected values on the axes")
    }
  }

  /// Judges a run by every limit that it has to keep.
  package mutating func judge(_ row: RunRow) -> [Finding] {
    let meaning = rules.rules(meaning: plan.subject(of: plan.runs[row.position]))
    var findings: [Finding] = []
    for (index, entry) in entries.enumerated() {
      if let place = places[index], !meaning.contains(place) { continue }
      let verdict = judged(entry.limit, on: row)
      findings.append(Finding(entry: index, verdict: verdict))
      tallies[index].count(verdict, of: row, entry.limit)
    }
    return findings
  }
}

extension LimitCheck {
  private func judged(_ limit: Limit, on row: RunRow) -> Limit.Verdict {
    let verdict = limit.verdict(on: row.run)
    guard case .broken(let value, let excess) = verdict,
      [Figure.stall.name, Figure.blank.name].contains(limit.figure.name)
    else { return verdict }
    let frames = materiality.leastSeconds(
      over: row.run.number(.duration),
      at: row.scenario.device.refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate)
    return materiality.matters(value, value - excess, frames: frames) ? verdict : .kept
  }
}

extension LimitCheck.Tally {
  fileprivate mutating func count(
    _ verdict: Limit.Verdict, of row: RunRow, _ limit: Limit
  ) {
    runs += 1
    switch verdict {
    case .kept:
      guard let value = row.run.limited(limit.figure) else { return }
      let isMore = limit.figure.better == .more
      nearest = nearest.map { isMore ? min($0, value) : max($0, value) } ?? value
    case .unknown: unknown += 1
    case .broken, .killed:
      broken += 1
      if let worst {
        if worst.verdict.severity > verdict.severity { return }
        // Of those that break it alike, the one that is ranked last.
        if worst.verdict.severity == verdict.severity,
          !RunScore(worst.row.run).isBetter(than: RunScore(row.run))
        {
          return
        }
      }
      worst = (row, verdict)
    }
  }
}

extension Limit.Verdict {
  /// What is worse is greater: a death, then what never came, then by how much.
  fileprivate var severity: (Int, Double) {
    switch self {
    case .kept, .unknown: (0, 0)
    case .broken(_, let excess): (1, excess)
    case .killed: (2, 0)
    }
  }
}

extension SweepPlan {
  /// A run as rules see it.
  func subject(of run: PlannedRun) -> RuleSubject {
    var subject = RuleSubject(scenario(of: run))
    subject.ask(policy(of: run), budget: run.budget)
    subject.seed = run.seed
    return subject
  }
}
