import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The result of the sweep in sentences, the most important first.
  ///
  /// Every figure in it is in a table of the report, too.
  package var answer: [String] {
    guard madeCount > 0 else { return ["No run has been made yet."] }
    guard runCount > 0 else { return [incompleteness].compactMap { $0 } }
    // A single lever that is all there is needs no sentence of its own: the advice has it.
    let effects = effects.map { $0.isOneLever ? [] : $0.sentences } ?? []
    let rest = [
      exceeding, memory, others, regrets, deathSentence, shortages, budgetUnits, certainty,
    ]
    let users = population.map { Array($0.sentences.prefix(1)) } ?? []
    // What does not compare is said before it is compared.
    return [incompleteness, origins].compactMap { $0 } + users + effects + bandedAdvice
      + rest.compactMap { $0 }
  }

  /// What was asked, in a sentence: how many runs of what.
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

  /// What other budgets than the advised ones would do; what is known of budgets where none is.
  private var memory: String? {
    guard isFinished else { return nil }
    let advised = recommendations
    guard !advised.isEmpty else { return enough }
    if advised.allSatisfy(\.isIndifferent) { return nil }
    let told = advised.prefix(4).filter { !$0.isIndifferent }.compactMap { found in
      returns(of: found).map {
        advised.count == 1 ? "Of the budgets " + $0 : "On \(place(of: found)) " + $0
      }
    }
    return told.isEmpty ? nil : told.joined(separator: " ")
  }

  /// Why the others stall.
  private var others: String? {
    let standings = contenders().filter(\.isComplete)
    let relative = splitsRanking ? relativeStalls : [:]
    func stalls(_ standing: Standing) -> Double {
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
    // The reason that sets it apart from the best, not one that both share.
    let bestAbsences = means(of: best.policy, \.absences, count: PartNames.absences.count)
    let excess = zip(absences, bestAbsences).map { $0 - $1 }
    guard let reason = excess.indices.max(by: { excess[$0] < excess[$1] }), excess[reason] > 0,
      let wait = waits.indices.max(by: { waits[$0] < waits[$1] })
    else { return nil }
    func count(_ images: Double) -> String { NumberText.fixed(images, decimals: 0) }
    let amount =
      relative[worst.policy].map {
        "\(NumberText.fixed($0, decimals: 0)) % of the mean on each device"
      } ?? "\(seconds(worst.stalls)) per run"
    // Every image waits for a frame in the end.
    let queue =
      PartNames.waits[wait].0 == "nextFrame"
      ? "" : ", and its images waited longest for \(PartNames.waitTexts[wait])"
    let alike = standings.filter {
      $0.policy != worst.policy && !materiality.matters(worst.stalls, $0.stalls, frames: frames)
    }.map(\.name)
    let who =
      alike.isEmpty
      ? "\(worst.name) stalls most"
      : "\(worst.name) stalls most (\(Words.list(alike, atMost: 3)) as much but for less than matters)"
    return "\(who), \(amount): of its "
      + "\(count(absences.reduce(0, +))) late images \(count(absences[reason])) were "
      + "\(PartNames.absences[reason].1) (with \(best.name) \(count(bestAbsences[reason])))\(queue)."
  }

  private var regrets: String? {
    guard let best = contenders().first else { return nil }
    let misses = best.regret.map {
      "\(best.name) has \(NumberText.fixed($0, decimals: 1)) misses per run above the optimum: the "
        + "most that a better policy could gain."
    }
    let found = [misses, stallRegret(of: best)].compactMap { $0 }
    return found.isEmpty ? nil : found.joined(separator: " ")
  }

  /// How much of what any cache of these budgets is known to save, the best one saves.
  private func stallRegret(of best: Standing) -> String? {
    guard let regret = best.stallRegret else { return nil }
    guard let share = regret.share(materiality, frames: leastSeconds(on: Array(scenes.indices)))
    else {
      return
        "Of everything that was tried at these budgets, foresight included, nothing stalls less "
        + "than lru by as much as matters (\(seconds(regret.reached)) per run)."
    }
    let way = "\(seconds(regret.lru)) to \(seconds(regret.reached)) per run"
    guard best.name != "lru" else {
      return
        "The best of what was tried for each scenario and budget, foresight included, goes from "
        + "lru's \(way)."
    }
    return
      "\(best.name) goes \(NumberText.fixed((1 - share) * 100, decimals: 0)) % of the way from lru "
      + "to the best that was tried for each scenario and budget, foresight included: from \(way)."
  }

  private var deathSentence: String? {
    // Where the app was killed with every policy, the first sentence says so.
    guard deathCount > 0, !isKilledWithAll else { return nil }
    return "The device killed the app in \(deathCount) of \(runCount) runs: \(deathCounts)."
  }

  /// How certain the answer is.
  private var certainty: String? {
    let made = Set(scenes.filter { $0.trace.kind != "recorded" }.map(\.trace.name))
    let traces = Set(scenes.map(\.trace.name)).count
    let kinds =
      made.isEmpty
      ? "the scrolling is recorded"
      : made.count == traces
        ? "the scrolling is synthetic"
        : "\(made.count) of \(traces) traces \(made.count == 1 ? "is" : "are") synthetic"
    let devices = Set(scenes.filter { $0.device.estimates > 0 }.map(\.device.name))
    let estimates =
      devices.isEmpty
      ? ""
      : ", and some figures of \(devices.count == 1 ? "the device" : "the devices") are estimates"
    let sessions =
      sessions.count < Certainty.leastSessions
      ? Self.tooFewSessions(sessions.count)
      : "Intervals are over \(sessions.count) sessions, and hold for other sessions like these alone"
    return "\(sessions); \(kinds)\(estimates)."
  }

  func seconds(_ value: Double) -> String { SecondsText.of(value) }

  /// Decimals for stalls in tables: enough to tell policies apart.
  var stallDecimals: Int {
    let most = ranking().map(\.stalls).max() ?? 0
    return most >= 1 ? 2 : most >= 0.1 ? 3 : 4
  }
}
