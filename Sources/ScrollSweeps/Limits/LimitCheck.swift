package import ScrollSimulation

/// A check of runs against limits, run by run.
package struct LimitCheck: Sendable {
  /// The result of one limit for one run.
  package struct Finding: Sendable {
    package let entry: Int
    package let verdict: Limit.Verdict
  }

  /// The results of one limit for all runs so far.
  package struct Tally: Sendable {
    package var runs = 0, broken = 0, unknown = 0
    /// The run that breaks the limit by the most, where a kill counts more than any excess.
    ///
    /// Of runs that break the limit equally, it is the one that ranks last.
    package var worst: (row: RunRow, verdict: Limit.Verdict)?
    /// The figure of the run that keeps the limit most narrowly; `nil` if none does.
    package var nearest: Double?
  }

  package let entries: [LimitSpec.Entry]
  package private(set) var tallies: [Tally]
  /// The smallest visible difference.
  ///
  /// A limit on seconds of missing screen counts as kept if the excess is not visible.
  package var materiality = Materiality.standard
  private let plan: SweepPlan
  /// The rules that the entries have under `when`.
  private let rules: RuleIndex
  /// The index of each entry among the rules; `nil` for an entry that applies to every run.
  private let places: [Int?]

  /// Creates a check of the runs of a plan.
  /// - Throws: `SweepError` for a limit that applies to no run of the plan.
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
        .badData, "\(entry.place): no run matches 'when'; expected values of the axes")
    }
  }

  /// Checks a run against every limit that applies to it.
  package mutating func judge(_ row: RunRow) -> [Finding] {
    let meaning = rules.rules(meaning: plan.subject(of: plan.runs[row.position]))
    var findings: [Finding] = []
    for (index, entry) in entries.enumerated() {
      if let place = places[index], !meaning.contains(place) { continue }
      let verdict = entry.limit.verdict(
        on: row.run, at: row.scenario.device.refreshRate, materiality)
      findings.append(Finding(entry: index, verdict: verdict))
      tallies[index].count(verdict, of: row, entry.limit)
    }
    return findings
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
        // Of runs that break the limit equally, the last in the ranking is kept.
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
  /// The severity, greater for worse results: a kill, then the time of an event that never
  /// happened, then the excess.
  fileprivate var severity: (Int, Double) {
    switch self {
    case .kept, .unknown: (0, 0)
    case .broken(_, let excess): (1, excess)
    case .killed: (2, 0)
    }
  }
}

extension SweepPlan {
  /// Returns the properties of a run that rules match.
  func subject(of run: PlannedRun) -> RuleSubject {
    var subject = RuleSubject(scenario(of: run))
    subject.ask(policy(of: run), budget: run.budget)
    subject.seed = run.seed
    return subject
  }
}
