import ScrollCore
import ScrollSimulation

extension LimitedTrial {
  /// What the figures that break their limits come from, as far as the runs' own sums say it, the
  /// one that breaks it by the greatest share first; nil where none of them is a sum, and where the
  /// app was killed, which says why.
  ///
  /// For time without an image the largest part of the waiting; for late frames the largest part of
  /// their delay; for memory what the cache held of it.
  package var reason: String? {
    text(of: brokenFigures)
  }

  /// The same without the figures of waiting, of which a diagnosis says more.
  package var reasonBesidesWaiting: String? {
    text(of: brokenFigures.filter { !Self.ofWaiting.contains($0.name) })
  }

  private func text(of figures: [Figure]) -> String? {
    guard killed == nil else { return nil }
    var reasons: [String] = []
    for reason in figures.compactMap(reason) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Those that break their limits, by what share of the bound, greatest first.
  private var brokenFigures: [Figure] {
    findings.filter { !$0.isKept }.sorted { $0.excessShare > $1.excessShare }.map(\.limit.figure)
  }

  private func reason(of figure: Figure) -> String? {
    if figure.name == Figure.footprintPeak.name { return cacheShare }
    if Self.ofHitches.contains(figure.name) {
      return largest("cause") { "late frames were late for \($0)" }
    }
    guard Self.ofWaiting.contains(figure.name) else { return nil }
    return largest("wait") { name in
      let words = WaitTimes.Kind.allCases.first { "\($0)" == name }?.words ?? name
      return "its images waited for \(words)"
    }
  }

  private static var ofHitches: Set<String> {
    ["hitchRatio", "hitches", "hitchMilliseconds", "worstHitchMilliseconds"]
  }

  private static var ofWaiting: Set<String> {
    let times = Figure.times.map(\.name)
    return Set(times + ["stallSeconds", "blankSeconds", "blankRatio", "blankFrames", "late"])
      .union(["neverShown", "firstVisitStallSeconds", "laterVisitStallSeconds"])
  }

  /// `its images waited for the network 12.3 of 14.2 s`.
  private func largest(_ kind: String, _ text: (String) -> String) -> String? {
    var sums: [String: Double] = [:]
    for part in runs.flatMap(\.parts) where part.kind == kind {
      sums[part.name, default: 0] += part.value / 1000
    }
    guard let most = sums.min(by: { (-$0.value, $0.key) < (-$1.value, $1.key) }), most.value > 0
    else { return nil }
    let all = sums.values.sorted().reduce(0, +)
    let unit = Figure.Unit.seconds
    let share = most.value == all ? "all" : Self.short(most.value)
    return "\(text(most.key)) \(share) of \(unit.text(Double(Self.short(all)) ?? all))"
  }

  private var cacheShare: String? {
    let peaks = runs.map { ($0.number(.footprintPeak), $0.number(.cachePeak)) }
    guard let most = peaks.max(by: { $0.0 < $1.0 }), most.1.isFinite else { return nil }
    return "its cache held \(Figure.Unit.bytes.text(most.1)) at most, the app took the rest"
  }

  /// To a tenth.
  private static func short(_ value: Double) -> String {
    "\((value * 10).rounded(.toNearestOrEven) / 10)"
  }
}

extension LimitedTrial {
  /// The run that breaks a limit on waiting by most, which is worth a diagnosis; nil where none is
  /// broken, or where the app was killed.
  package var waitingRun: RunRecord? {
    guard killed == nil,
      let worst = brokenFigures.first(where: { Self.ofWaiting.contains($0.name) })
    else { return nil }
    return runs.max { ($0.limited(worst) ?? 0) < ($1.limited(worst) ?? 0) }
  }
}
