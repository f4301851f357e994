import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The result of the sweep in sentences, the most important first.
  ///
  /// A table of the report has every figure of these sentences, too.
  package var answer: [String] {
    guard madeCount > 0 else { return ["No run has been made yet."] }
    guard runCount > 0 else { return [incompleteness].compactMap { $0 } }
    // A single lever without conditions needs no sentence, since the recommendation covers it.
    let effects = effects.map { $0.isOneLever ? [] : $0.sentences } ?? []
    let rest = [
      exceeding, memory, others, regrets, deathSentence, shortages, budgetUnits, starts, certainty,
    ]
    let users = population.map { Array($0.sentences.prefix(1)) } ?? []
    // A note on runs that are not comparable comes before the comparisons.
    let rule = isFinished && !recommendations.isEmpty ? [ChoiceRule.line] : []
    let notes = [incompleteness, EmptyScrolls.sentence(sessions), origins].compactMap { $0 }
    return notes + users + effects + bandedAdvice + rule + rest.compactMap { $0 }
  }

  /// The question of the sweep, as a sentence with its number of runs.
  package var question: String {
    func amount(_ count: Int, _ what: String, _ plural: String? = nil) -> String? {
      count > 1 ? "\(NumberText.count(count)) \(plural ?? what + "s")" : nil
    }
    let axes = [
      amount(Set(scenes.map(\.trace.digest)).count, "trace"),
      names.columns.contains("layout")
        ? amount(Set(scenes.map(\.layout)).count, "layout") : nil,
      amount(devices.count, "device"),
      amount(Set(scenes.map(\.network.digest)).count, "network"),
      amount(Set(scenes.map(\.loader)).count, "loader"),
      amount(Set(scenes.map(\.prefetcher)).count, "prefetcher"),
      amount(policies.count { $0 != Self.noCache }, "policy", "policies"),
      amount(budgetTexts.count, "budget"),
      sessions.count > Set(scenes.map(\.trace.path)).count
        ? amount(sessions.count, "session") : nil,
      amount(seeds.count, "seed"),
    ].compactMap { $0 }
    let count = runCount > 0 ? runCount : madeCount
    let runs = "\(NumberText.count(count)) run\(count == 1 ? "" : "s")"
    return axes.isEmpty ? runs + "." : "\(runs): \(axes.joined(separator: ", "))."
  }

  /// The state of the caches when sessions begin, in a sentence.
  private var starts: String? {
    let starts = Set(scenes.map(\.start)).sorted().compactMap { SessionStart(parsing: $0) }
    guard starts.count < 2 else {
      return "Sessions begin in \(starts.count) ways: \(Phrase.list(starts.map(\.clause)))."
    }
    return starts.first.map { "Every session begins \($0.clause)." }
  }

  /// A sentence on the effects of other budgets than the recommended ones, or on all budgets
  /// without a recommendation.
  private var memory: String? {
    guard isFinished else { return nil }
    let advised = recommendations
    guard !advised.isEmpty else { return enough }
    if advised.allSatisfy(\.isIndifferent) { return nil }
    let told = advised.prefix(4).filter { !$0.isIndifferent }.compactMap { found in
      returns(of: found).map {
        advised.count == 1 ? "Other budgets: " + $0 : "Other budgets on \(place(of: found)): " + $0
      }
    }
    return told.isEmpty ? nil : told.joined(separator: " ")
  }

  /// A sentence on the reason why the worst policy stalls.
  private var others: String? {
    let standings = contenders().filter(\.isComplete)
    let relative = splitsRanking ? relativeStalls : [:]
    func stalls(_ standing: PolicyResult) -> Double {
      relative[standing.policy] ?? standing.stalls
    }
    let frames = leastSeconds(on: Array(scenes.indices))
    guard let best = standings.first,
      let worst = standings.max(by: { stalls($0) < stalls($1) }),
      materiality.matters(worst.stalls, best.stalls, frames: frames),
      !recommendations.contains(where: { $0.setting.policy == worst.name })
    else { return nil }
    let absences = means(
      of: worst.policy, \.absences, count: PartNames.absences.count)
    let waits = means(of: worst.policy, \.waits, count: PartNames.waits.count)
    // The reason must distinguish the policy from the best, so a shared one does not count.
    let bestAbsences = means(of: best.policy, \.absences, count: PartNames.absences.count)
    let excess = zip(absences, bestAbsences).map { $0 - $1 }
    guard let reason = excess.indices.max(by: { excess[$0] < excess[$1] }), excess[reason] > 0,
      let wait = waits.indices.max(by: { waits[$0] < waits[$1] })
    else { return nil }
    func count(_ images: Double) -> String { NumberText.fixed(images, decimals: 0) }
    let amount =
      relative[worst.policy].map {
        "\(NumberText.fixed($0, decimals: 0)) % of the mean of all policies (devices weighted equally)"
      } ?? "\(seconds(worst.stalls)) per run"
    // Every image waits for a frame at the end.
    let queue =
      PartNames.waits[wait].0 == "nextFrame"
      ? "" : " Its images waited longest for \(PartNames.waitTexts[wait])."
    let alike = standings.filter {
      $0.policy != worst.policy && !materiality.matters(worst.stalls, $0.stalls, frames: frames)
    }.map(\.name)
    let who =
      alike.isEmpty
      ? "\(worst.name) stalls most"
      : "\(worst.name) stalls most (no visible difference from \(Phrase.list(alike, atMost: 3)))"
    return
      "\(who): \(amount). On average \(count(absences.reduce(0, +))) images of a run were late or "
      + "never shown. For \(count(absences[reason])) of these the reason is: "
      + "\(AbsenceReason.allCases[reason].words) "
      + "(with \(best.name): \(count(bestAbsences[reason]))).\(queue)"
  }

  private var regrets: String? {
    guard let best = contenders().first else { return nil }
    let misses = best.regret.map {
      "\(best.name) has \(NumberText.fixed($0, decimals: 1)) misses per run above "
        + (best.regretBounds == ["min-bypass"]
          ? "the optimum" : "the lower bound (\(best.regretBounds.joined(separator: ", ")))")
        + "; no policy can save more."
    }
    let found = [misses, stallRegret(of: best)].compactMap { $0 }
    return found.isEmpty ? nil : found.joined(separator: " ")
  }

  /// Returns a sentence on the saving of the best policy, as a share of the best saving found for
  /// these budgets.
  private func stallRegret(of best: PolicyResult) -> String? {
    guard let regret = best.stallRegret else { return nil }
    guard let share = regret.share(materiality, frames: leastSeconds(on: Array(scenes.indices)))
    else {
      return
        "No policy at these budgets, with or without foresight, is visibly better than lru "
        + "(best found \(seconds(regret.reached)) per run)."
    }
    let gap =
      "With lru, \(seconds(regret.lru)) of stall remain per run; with the best policy of each "
      + "scenario and budget, \(seconds(regret.reached)) (policies that know the future included)."
    guard best.name != "lru" else { return gap }
    return gap
      + " \(best.name) closes \(NumberText.fixed((1 - share) * 100, decimals: 0)) % of this gap."
  }

  private var deathSentence: String? {
    // If the app was killed with every policy, the first sentence says so.
    guard deathCount > 0, !isKilledWithAll else { return nil }
    return "The device killed the app in \(deathCount) of \(runCount) runs: \(deathCounts)."
  }

  /// A sentence on the certainty of the answer.
  private var certainty: String? {
    let made = Set(scenes.filter { $0.trace.kind != "recorded" }.map(\.trace.name))
    let traces = Set(scenes.map(\.trace.name)).count
    let kinds =
      made.isEmpty
      ? "The scrolling is recorded"
      : made.count == traces
        ? "The scrolling is synthetic"
        : "\(made.count) of \(traces) traces \(made.count == 1 ? "is" : "are") synthetic"
    let devices = Set(scenes.filter { $0.device.estimates > 0 }.map(\.device.name))
    let estimates =
      devices.isEmpty
      ? ""
      : ", and some figures of \(devices.count == 1 ? "the device" : "the devices") are estimates"
    let counted =
      clusters.count == sessions.count
      ? Phrase.count(sessions.count, "session")
      : "\(Phrase.digits(clusters.count)) clusters (\(clustersText))"
    let sessions =
      tooFewSessions
      ?? "Confidence intervals use \(counted) and hold only for similar sessions"
    let looking =
      looks > 1
      ? " (sessions were drawn until intervals were short enough; the 5 % of errors are divided "
        + "between up to \(looks) checks)" : ""
    return "\(sessions)\(looking). \(kinds)\(estimates)."
  }

  func seconds(_ value: Double) -> String { SecondsText.of(value) }

  /// The number of decimals for stalls in tables, enough to distinguish policies.
  var stallDecimals: Int {
    let most = ranking().map(\.stalls).max() ?? 0
    return most >= 1 ? 2 : most >= 0.1 ? 3 : 4
  }
}

// Notes on budgets: those that are too small for a policy, and those that are not bytes.

extension SweepReport {
  /// Returns the policies that a verdict may name: those with enough room for the images that they
  /// need, with which the app was never killed.
  ///
  /// - Parameters:
  ///   - scenes: the scenarios, as for `ranking`.
  ///   - budget: the budget, as for `ranking`.
  /// - Returns: the result of each policy, best first.
  func contenders(over scenes: [Int]? = nil, budget: Int? = nil) -> [PolicyResult] {
    ranking(over: scenes, budget: budget).filter { !$0.isTooSmall && $0.deaths == 0 }
  }

  /// A sentence on the policies with too little room to work as intended; `nil` if there are none.
  var shortages: String? {
    let small = ranking().filter(\.isTooSmall)
    guard !small.isEmpty else { return nil }
    let names = small.prefix(6).map { standing in
      standing.shortage.map {
        "\(standing.name) needs \(Phrase.count($0.needed, "image")), but its budget holds only "
          + NumberText.fixed($0.room, decimals: 1)
      } ?? standing.name
    }
    let rest =
      small.count > 6
      ? "; \(Phrase.count(small.count - 6, "more policy lacks", "more policies lack")) memory" : ""
    return "The budget is too small for some policies: \(names.joined(separator: "; "))\(rest). "
      + "With too little memory a policy does not work as intended, so these policies are "
      + "ranked neither best nor worst."
  }

  /// A sentence on the loaders whose caches do not measure the budget in bytes; `nil` if there are
  /// none.
  var budgetUnits: String? { Self.budgetUnits(of: scenes) }

  /// Returns a sentence on the loaders of some scenarios whose caches do not measure the budget in
  /// bytes.
  package static func budgetUnits(of scenes: [ScenarioRecord]) -> String? {
    var found: [String] = []
    var known: Set<String> = []
    for scene in scenes where known.insert(scene.loader).inserted {
      switch scene.cost {
      case .bytes: break
      case .pixels: found.append("\(scene.loader) limits the number of pixels, not bytes")
      case .encoded: found.append("\(scene.loader) limits the bytes of encoded files")
      case .decodeTime:
        found.append("\(scene.loader) limits the microseconds of decoding, not bytes")
      case .zero: found.append("\(scene.loader) has no limit, because its images cost 0")
      }
    }
    guard !found.isEmpty else { return nil }
    return
      "The meaning of the budget: \(found.joined(separator: "; ")). The excess over a budget is "
      + "always in bytes."
  }
}

extension SweepReport {
  /// The smallest budget of the best policy on a device beyond which more memory hardly helps.
  struct SufficientBudget {
    let device: String, policy: String
    let budget: Int
    let stalls: Double
    /// A Boolean value that indicates whether every run with the budget is still critical.
    let isCritical: Bool
    /// The smallest budget with its stalls.
    let smallest: (budget: Int, stalls: Double)
    /// The next smaller budget and the largest budget, each with its stalls; `nil` if `budget`
    /// itself is the smallest or the largest, respectively.
    let smaller: (budget: Int, stalls: Double)?
    let largest: (budget: Int, stalls: Double)?
    /// The budgets with which the app was killed, in ascending order; other members exclude them.
    let killed: [Int]
    /// The budgets with room for fewer images than the policy needs; other members exclude them.
    let tooSmall: [Int]
  }

  /// The budgets that are enough, device by device, if there is more than one budget.
  var enoughByDevice: [SufficientBudget] {
    devices.compactMap { enough(on: $0.name, over: $0.scenes) }
  }

  /// Returns the budget that is enough in some scenarios of a device; `nil` with fewer than two
  /// budgets.
  ///
  /// The stalls of the best policy are averaged over scenarios and sessions. The smallest budget
  /// that no other beats visibly is enough. Budgets with which the app was killed are excluded,
  /// since a run that ends early has less time to stall.
  func enough(on device: String, over scenes: [Int]) -> SufficientBudget? {
    guard let best = bestWithCache(over: scenes) else { return nil }
    var (killed, small): ([Int], [Int]) = ([], [])
    let curve = sizedBudgets.compactMap { budget -> (budget: Int, stalls: Double)? in
      let found = scenes.compactMap {
        cells[Place(scene: $0, policy: best.policy, budget: budget)]
      }
      if found.contains(where: { $0.deaths > 0 }) {
        killed.append(budget)
        return nil
      }
      if found.contains(where: { $0.shortage != nil }) {
        small.append(budget)
        return nil
      }
      guard found.count == scenes.count else { return nil }
      return (budget, found.reduce(0) { $0 + $1[.stall].mean } / Double(found.count))
    }
    let frames = leastSeconds(on: scenes)
    guard curve.count > 1, let least = curve.map(\.stalls).min(), let largest = curve.last,
      let index = curve.firstIndex(where: {
        !materiality.matters($0.stalls, least, frames: frames)
      })
    else { return nil }
    let isCritical = scenes.allSatisfy {
      cells[Place(scene: $0, policy: best.policy, budget: curve[index].budget)]?.isCritical
        ?? false
    }
    return SufficientBudget(
      device: device, policy: best.name, budget: curve[index].budget,
      stalls: curve[index].stalls, isCritical: isCritical,
      smallest: curve[0], smaller: index > 0 ? curve[index - 1] : nil,
      largest: index < curve.count - 1 ? largest : nil, killed: killed, tooSmall: small)
  }

  /// Returns the best policy with a cache, preferably one with which the app was never killed.
  private func bestWithCache(over scenes: [Int]) -> PolicyResult? {
    contenders(over: scenes).first { $0.name != Self.noCache }
      ?? ranking(over: scenes).first { $0.name != Self.noCache && $0.smallCells < $0.cells }
  }

  /// A sentence on the budget that is enough; `nil` if there is none.
  var enough: String? {
    let found = enoughByDevice
    guard !found.isEmpty else { return nil }
    return found.prefix(4).map { enough in
      let budget = text(ofBudget: enough.budget)
      let smaller = enough.smaller.map {
        "\(text(ofBudget: $0.budget)) stalls \(seconds($0.stalls - enough.stalls)) more"
      }
      let larger = enough.largest.map { largest -> String in
        let saved = enough.stalls - largest.stalls
        return saved > 0
          ? "\(text(ofBudget: largest.budget)) saves \(seconds(saved))"
          : "\(text(ofBudget: largest.budget)) saves nothing"
      }
      let rest = [smaller, larger].compactMap { $0 }.joined(separator: ", ")
      let killed = enough.killed.map { text(ofBudget: $0) }.joined(separator: ", ")
      let largest = killed.isEmpty ? "budget" : "budget that keeps the app alive"
      let left = "\(enough.policy) stalls \(seconds(enough.stalls)) with \(budget)"
      let finding =
        enough.largest == nil
        ? "more memory may still help beyond the largest \(largest): \(left)"
        : enough.isCritical
          ? "no budget is enough: \(left), which is critical"
          : "\(budget) is enough for \(enough.policy) (\(seconds(enough.stalls)))"
      return "On \(enough.device) " + finding + (rest.isEmpty ? "" : "; \(rest)")
        + (killed.isEmpty ? "" : "; with \(killed) the app was killed") + "."
    }.joined(separator: " ")
  }
}

extension SweepReport {
  /// A sentence on loaders that take the same images from different places; `nil` if all take them
  /// from one.
  var origins: String? { Self.origins(of: scenes) }

  /// Returns a sentence on loaders of some scenarios that take the same images from different
  /// places.
  package static func origins(of scenes: [ScenarioRecord]) -> String? {
    var known: Set<String> = []
    var loaders: [(origin: String, names: [String])] = []
    for scene in scenes where known.insert(scene.loader).inserted {
      let origin = origin(of: scene)
      let place = loaders.firstIndex { $0.origin == origin } ?? loaders.count
      if place == loaders.count { loaders.append((origin, [])) }
      loaders[place].names.append(scene.loader)
    }
    guard loaders.count > 1 else { return nil }
    let places = loaders.map { "\(Phrase.list($0.names, atMost: 6)) \($0.origin)" }
    return
      "Loaders read their images from different places (\(places.joined(separator: "; "))), so "
      + "their figures differ not only because of the loaders."
  }

  private static func origin(of scene: ScenarioRecord) -> String {
    let settings = try? JSONDecoder().decode(
      [String: String].self, from: Data(scene.loaderSettings.utf8))
    switch settings?["origin"] {
    case "bundle": return "from the bundle"
    case "network": return "from the network"
    default: return "as in the catalog"
    }
  }
}

extension SweepReport {
  /// A Boolean value that indicates whether all policies show the user the same results.
  ///
  /// They do if every policy was tried everywhere, the app was never killed, every budget had
  /// enough room, and no visible figure differs.
  var isAllAlike: Bool {
    let standings = ranking()
    guard standings.count > 1, standings.allSatisfy({ $0.deaths == 0 && !$0.isTooSmall }),
      standings.allSatisfy({ $0.isComplete && $0.stalls == standings[0].stalls })
    else { return false }
    var seen: [[Int]: [Double]] = [:]
    return places().allSatisfy { place, cell in
      let figures = [cell[.stall].mean, cell[.hitchRatio].mean, cell[.soft].mean]
      let known = seen[[place.scene, place.budget]] ?? figures
      seen[[place.scene, place.budget]] = known
      return known == figures
    }
  }

  /// The reason why no policy is recommended; `nil` if one is.
  var noWinner: String? {
    let all = ranking()
    guard !all.isEmpty, contenders().isEmpty else { return nil }
    if isKilledWithAll {
      let name = all.count == 1 ? all[0].name : "every policy"
      let counts = all.count == 1 ? "" : " (\(deathCounts))"
      return "The app was killed with \(name), in \(deathCount) of "
        + "\(Phrase.count(runCount, "run"))\(counts): no policy is recommended. "
        + "The reason\(deathReasons). Try scrollsim doctor."
    }
    return all.allSatisfy(\.isTooSmall)
      ? "No policy is recommended: the budget is too small for each of them."
      : "No policy is recommended: each had too little memory, or the app was killed with it."
  }

  /// A Boolean value that indicates whether the app was killed with every policy.
  var isKilledWithAll: Bool { ranking().allSatisfy { $0.deaths > 0 } }

  /// The number of runs in which the app was killed.
  var deathCount: Int { cells.values.reduce(0) { $0 + $1.deaths } }

  /// The runs in which the app was killed, by policy, for at most six policies: `lru 3, fifo 1`.
  var deathCounts: String {
    ranking().filter { $0.deaths > 0 }.prefix(6).map { "\($0.name) \($0.deaths)" }
      .joined(separator: ", ")
  }

  /// A sentence on the policies that stall less because they exceed their budget; `nil` if there
  /// are none.
  var exceeding: String? {
    let standings = contenders()
    guard let best = standings.first else { return nil }
    let bold = standings.filter { !$0.keepsBudget && $0.stalls < best.stalls }
    guard let first = bold.min(by: { $0.stalls < $1.stalls }) else { return nil }
    let footprint = NumberText.fixed(first[.footprintPeak] / Double(1 << 20), decimals: 0)
    let others =
      bold.count > 1
      ? " (\(Phrase.count(bold.count - 1, "other policy does", "other policies do")) the same)" : ""
    return
      "\(first.name) averages only \(seconds(first.stalls)), but exceeds its budget for "
      + "\(NumberText.percent(first.score.overBudgetShare, decimals: 0)) of the time, with a "
      + "footprint of \(footprint) MiB\(others)."
  }
}

extension SessionStart {
  /// The state of the caches: `with empty caches`, or the contents that a warm start has kept.
  fileprivate var clause: String {
    let kept =
      switch self {
      case .cold: ""
      case .warmMemory: "in memory and on disk"
      case .warmDisk: "on disk"
      }
    guard let pause else { return "with empty caches (--start warm begins with filled ones)" }
    return "with images \(kept) from an earlier session, which made the same scroll "
      + "\(Int(pause.seconds)) s before"
  }
}
