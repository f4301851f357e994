import ScrollPages
import ScrollResults

extension SweepReport {
  /// The result of the sweep in sentences, the most important first.
  ///
  /// Every figure in it is in a table of the report, too.
  package var answer: [String] {
    guard runCount > 0 else { return ["No run has been made yet."] }
    return [
      incompleteness, winner, exceeding, origins, byDevice, enough, others, regrets, deathSentence,
      shortages, budgetUnits, certainty,
    ]
    .compactMap { $0 }
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
      amount(sizedBudgets.count, "budget"),
      amount(seeds.count, "seed"),
    ].compactMap { $0 }
    let runs = "\(NumberText.count(runCount)) run\(runCount == 1 ? "" : "s")"
    return axes.isEmpty ? runs + "." : "\(runs): \(axes.joined(separator: ", "))."
  }

  private var incompleteness: String? {
    guard runCount < sweep.runs else { return nil }
    return "So far \(NumberText.count(runCount)) of \(NumberText.count(sweep.runs)) runs have been "
      + "made; the answer may change."
  }

  /// Whether devices agree.
  private var byDevice: String? {
    let devices = devices
    guard devices.count > 1, !isAllAlike else { return nil }
    let leaders = devices.compactMap { device in
      contenders(over: device.scenes).first.map { (device: device.name, best: $0) }
    }
    guard !leaders.isEmpty else { return nil }
    let led = Set(leaders.map { $0.device })
    let rest = devices.map { $0.name }.filter { !led.contains($0) }
    if rest.isEmpty, let best = contenders().first,
      leaders.allSatisfy({ $0.best.policy == best.policy })
    {
      return "It is the best on every device: "
        + leaders.map { "\(seconds($0.best.stalls)) on \($0.device)" }.joined(separator: ", ")
        + "."
    }
    return "Devices differ: "
      + leaders.prefix(6).map {
        "\($0.best.name) is best on \($0.device) (\(seconds($0.best.stalls)))"
      }
      .joined(separator: ", ")
      + (rest.isEmpty
        ? "." : "; no policy is recommended on \(rest.prefix(6).joined(separator: ", ")).")
  }

  /// Why the others stall.
  private var others: String? {
    let standings = contenders().filter(\.isComplete)
    guard let best = standings.first, let worst = standings.max(by: { $0.stalls < $1.stalls }),
      worst.stalls > best.stalls
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
    return "\(worst.name) stalls most, \(seconds(worst.stalls)) per run: of its "
      + "\(count(absences.reduce(0, +))) late images \(count(absences[reason])) were "
      + "\(PartNames.absences[reason].1) (with \(best.name) \(count(bestAbsences[reason]))), and "
      + "its images waited longest for \(PartNames.waitTexts[wait])."
  }

  private var regrets: String? {
    guard let best = contenders().first, let regret = best.regret else { return nil }
    return "\(best.name) has \(NumberText.fixed(regret, decimals: 1)) misses per run above the "
      + "optimum: the most that a better policy could gain."
  }

  private var deathSentence: String? {
    // Where the app was killed with every policy, the first sentence says so.
    guard deathCount > 0, !isKilledWithAll else { return nil }
    return "The device killed the app in \(deathCount) of \(runCount) runs: \(deathCounts)."
  }

  /// How certain the answer is.
  private var certainty: String? {
    guard policies.count > 1 else { return nil }
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
    let compared = comparisons()
    let seeds =
      seeds.count < PairedBootstrap.leastCount
      ? "\(Self.seedCount(seeds.count)): no confidence interval "
        + "(needs at least \(PairedBootstrap.leastCount) seeds)"
      : compared.isEmpty
        ? "No confidence interval, since no policies can be compared"
        : compared.contains(where: \.varies)
          ? "Confidence intervals are over \(seeds.count) seeds"
          : "All \(seeds.count) seeds give the same result"
    return "\(seeds); \(kinds)\(estimates)."
  }

  static func seedCount(_ count: Int) -> String {
    count == 1 ? "One seed" : "\(count) seeds"
  }

  func seconds(_ value: Double) -> String {
    let size = abs(value)
    let decimals = size == 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : size >= 0.001 ? 4 : 5
    return NumberText.fixed(value, decimals: decimals) + " s"
  }

  /// Decimals for stalls in tables: enough to tell policies apart.
  var stallDecimals: Int {
    let most = ranking().map(\.stalls).max() ?? 0
    return most >= 1 ? 2 : most >= 0.1 ? 3 : 4
  }
}
