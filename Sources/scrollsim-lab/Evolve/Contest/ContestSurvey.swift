import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
package import ScrollSweeps
import ScrollTraces

/// The results of the built-in policies in the scenarios of a contest, and the scenarios with
/// headroom (`Headroom`).
struct ContestSurvey {
  /// The findings on each scenario.
  let findings: [ScenarioFinding]
  /// The scenarios with headroom.
  let sets: [Contest.Part: ScenarioSet]
  /// The stall times of each built-in policy in the scenarios with headroom, without sealed
  /// scenarios.
  let stalls: [Contest.Part: [ContestRuns.Stalls]]

  /// Runs all built-in policies in the training and validation scenarios, and in the siblings of
  /// the sealed scenarios.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  init(_ contest: Contest, _ runs: ContestRuns, _ materiality: Materiality) throws {
    let policies = contest.opponents
    var headroom: [Contest.Part: [Headroom?]] = [:]
    var made: [Contest.Part: [ContestRuns.Stalls]] = [:]
    for part in [Contest.Part.training, .validation] {
      guard let set = contest.sets[part] else { continue }
      let stalls = try runs.stalls(of: policies, in: set)
      made[part] = stalls
      headroom[part] = set.scenes.indices.map {
        Self.headroom(of: set, $0, policies, stalls, materiality, isOfSiblings: false)
      }
    }
    let siblings = try contest.siblings.map { try runs.stalls(of: policies, in: $0) }
    headroom[.sealed] = contest.siblingPlaces.map { place -> Headroom? in
      guard let place, let set = contest.siblings, let siblings else { return nil }
      return Self.headroom(of: set, place, policies, siblings, materiality, isOfSiblings: true)
    }
    var sets: [Contest.Part: ScenarioSet] = [:]
    var left: [Contest.Part: [ContestRuns.Stalls]] = [:]
    var findings: [ScenarioFinding] = []
    for part in Contest.Part.allCases {
      guard let set = contest.sets[part], let found = headroom[part] else { continue }
      let kept = set.scenes.indices.filter { found[$0]?.isEnough ?? true }
      if !kept.isEmpty { sets[part] = set.keeping(kept) }
      left[part] = made[part]?.map { stalls in
        ContestRuns.Stalls(
          seconds: kept.map { stalls.seconds[$0] }, isTooSmall: stalls.isTooSmall)
      }
      let shares = kept.isEmpty ? [] : set.keeping(kept).weights.shares
      let names = contest.names[part] ?? []
      for (place, scene) in set.scenes.enumerated() {
        findings.append(
          ScenarioFinding(
            part: part, name: names[place], sessions: scene.sessions.count,
            isRecorded: scene.isRecorded, headroom: found[place],
            share: kept.firstIndex(of: place).map { shares[$0] }))
      }
    }
    self.findings = findings
    self.sets = sets
    stalls = left
  }

  private static func headroom(
    of set: ScenarioSet, _ place: Int, _ policies: [Choice<PolicyDescriptor>],
    _ stalls: [ContestRuns.Stalls], _ materiality: Materiality, isOfSiblings: Bool
  ) -> Headroom {
    let own = zip(policies, stalls).filter { !$1.isTooSmall || $0.entry.name == "lru" }
      .map { (policy: $0.text, seconds: $1.seconds[place]) }
    return Headroom(of: set.scenes[place], own, materiality, isOfSiblings: isOfSiblings)
  }
}

/// The facts about a scenario that are known before the search.
package struct ScenarioFinding: Sendable, Equatable {
  package let part: EvolveSpec.Part
  package let name: String
  let sessions: Int
  package let isRecorded: Bool
  /// The headroom; nil for a sealed scenario without a sibling, which is kept without a check.
  package let headroom: Headroom?
  /// The weight among the scenarios of its part; nil if the scenario was left out.
  package let share: Double?
}

/// The scenarios of a spec, every one found and checked.
package struct Contest: Sendable {
  package typealias Part = EvolveSpec.Part

  package let sets: [Part: ScenarioSet]
  /// A name for each scenario.
  let names: [Part: [String]]
  /// The built-in policies that a formula is compared with, `lru` first.
  let opponents: [Choice<PolicyDescriptor>]
  /// The siblings of the sealed scenarios: scenarios with sessions of another seed.
  let siblings: ScenarioSet?
  /// The index of the sibling of each sealed scenario.
  let siblingPlaces: [Int?]

  /// Resolves all names of a spec; no run is made.
  /// - Throws: `SweepError` for the first name that does not exist, does not fit or cannot be read.
  package init(_ spec: EvolveSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    var sets: [Part: ScenarioSet] = [:]
    for part in Part.allCases {
      sets[part] = try ScenarioSet(spec.scenes[part] ?? [], catalogs)
    }
    self.sets = sets
    opponents = BuiltInPolicies.all(without: spec.without)
    let sealed = spec.scenes[.sealed] ?? []
    siblings = try ScenarioSet(sealed.compactMap(\.sibling), catalogs)
    var next = 0
    siblingPlaces = (sets[.sealed]?.scenes ?? []).map { scene in
      guard sealed[scene.grid].sibling != nil else { return nil }
      next += 1
      return next - 1
    }
    var rest = ScenarioFacts.names(
      of: Part.allCases.flatMap { (sets[$0]?.scenes ?? []).map(\.facts) })[...]
    var names: [Part: [String]] = [:]
    for part in Part.allCases {
      let count = sets[part]?.scenes.count ?? 0
      names[part] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    self.names = names
  }
}
