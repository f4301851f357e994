import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
package import ScrollSimulation
import ScrollTraces

/// What a run stalls for, and what would help, by how much.
package struct Diagnosis: Sendable {
  package let run: RunCase
  package let report: RunReport
  package let causes: StallCauses
  /// For how many images its budget has room, and how many its policy needs, where these are more.
  package let shortage: (room: Double, needed: Int)?
  /// What the maker of the app can change, best first; of the policies only the best.
  package let levers: [WhatIf]
  /// How many policies were tried.
  package let triedPolicies: Int
  /// What takes a resource away, best first; of the clairvoyant prefetchers only the best.
  package let ideals: [WhatIf]
  /// Nil where nothing stalls, where the app was killed, and where no resource alone is to blame.
  package let bottleneck: Bottleneck?
  /// Whether the stall is less than what matters, so that nothing was tried.
  package let isCalm: Bool
  /// What no cache of its budget can avoid, where that was asked for.
  package let bound: StallBound?
  /// How many decimals of stall seconds its sentence has at most: what a band supports.
  package var decimals = 3

  /// Judges a run by what was tried.
  /// - Parameters:
  ///   - examination: of the run.
  ///   - tried: all of its trials.
  ///   - bound: of the examination.
  package init(_ examination: Examination, _ tried: [WhatIf], bound: StallBound? = nil) {
    self.bound = bound
    run = examination.run
    report = examination.report
    causes = examination.causes
    shortage = examination.shortage
    isCalm = examination.trials.isEmpty && report.death == nil
    let ranked = Ranking.bestFirst(tried) { $0.score }
    let policies = ranked.filter { $0.lever == .policy }
    triedPolicies = policies.count
    let best = policies.first?.trial.text
    levers = ranked.filter { $0.lever != nil && ($0.lever != .policy || $0.trial.text == best) }
    let sight = ranked.first { $0.ideal == .prefetch }?.trial.text
    ideals = ranked.filter { $0.ideal != nil && ($0.ideal != .prefetch || $0.trial.text == sight) }
    bottleneck =
      report.death != nil
      ? nil
      : Bottleneck(stall: report.stalls.seconds, evicted: causes.hadLeft, tried)
  }

  /// The lever to pull: of those that help the best that costs nothing, else the best; nil if none
  /// is worth pulling.
  package var bestLever: WhatIf? { bestLevers.first }

  /// What helps, best first, and what has a price after all that has none.
  package var bestLevers: [WhatIf] {
    let helping = levers.filter(\.helps)
    return helping.filter { $0.trial.price == nil } + helping.filter { $0.trial.price != nil }
  }

  /// What would save a tenth of the stall more than the lever to pull, for a price; nil if nothing
  /// does.
  var dearLever: WhatIf? {
    guard let best = bestLever, best.trial.price == nil else { return nil }
    return levers.first {
      $0.helps && best.stallSeconds - $0.stallSeconds > report.stalls.seconds / 10
    }
  }

  /// The ideal of a kind that was tried.
  package func ideal(_ ideal: Ideal) -> WhatIf? { ideals.first { $0.ideal == ideal } }

  /// The best of the policies; nil where none was tried.
  package var bestPolicy: WhatIf? { levers.first { $0.lever == .policy } }
}

extension Diagnosis {
  /// What no cache of the run's budget can avoid, and what is known to be possible.
  package var boundSentence: String? {
    guard let bound, let budget = run.budget else { return withoutBound }
    let proven =
      "No cache of \(NumberText.limit(budget)) leaves less than \(SecondsText.text(bound.proven)) s: that is proven"
    guard let reached = bound.reached, let name = bound.reachedBy else { return proven + "." }
    let policy =
      bound.isByForesight ? "a policy that knows what is wanted next" : name
    let best = "the least that was tried is \(SecondsText.text(reached)) s, with \(policy)"
    guard let gap = bound.gap, gap >= 0.0005 else { return "\(proven), and \(best)." }
    return
      "\(proven); \(best). Whether the \(SecondsText.text(gap)) s between them can be saved is "
      + "not known."
  }

  /// Why there is no bound; nil where none is asked for.
  private var withoutBound: String? {
    guard !isCalm, report.death == nil else { return nil }
    if run.policy == nil { return "No bound: the loader has no cache that could do better." }
    return run.budget == nil ? "No bound: nothing limits the cache." : nil
  }
}

// What shows that something is the bottleneck, as the rest of a clause.
extension Diagnosis {
  /// What a resource would have to do, and what it can; the run with the ideal resource says what
  /// is wanted of it.
  func resourceEvidence(_ bottleneck: Bottleneck, _ ideal: RunReport) -> String {
    switch bottleneck {
    case .network: return networkEvidence(ideal.work.bytesDownloaded)
    case .flash: return flashEvidence(ideal.work.bytesRead)
    case .decode: return decodeEvidence(ideal.work)
    case .mainThread: return mainThreadEvidence
    case .policy, .budget: return ""
    }
  }

  /// `245 MiB in 52 s`.
  private func needed(_ bytes: ByteCount) -> String {
    let decimals = bytes.mebibytes < 10 ? 1 : 0
    return NumberText.mebibytes(bytes, decimals: decimals)
      + " in \(SecondsText.text(report.duration.seconds)) s"
  }

  private func flashEvidence(_ bytes: ByteCount) -> String {
    let bandwidth = run.device.flash.bandwidth
    let rate = "reads \(NumberText.fixed(bandwidth / 1e6, decimals: 0)) MB/s"
    let wanted = Double(bytes.bytes) / max(1e-9, report.duration.seconds)
    return wanted < bandwidth / 2
      ? ", it \(rate), which would do for \(needed(bytes)), \(Self.bursts)"
      : ", it would need \(needed(bytes)) and \(rate)"
  }

  /// What is enough in the mean, and yet not.
  private static let bursts = "but they come in bursts"

  /// Short of bandwidth if it would need at least half of it; else it is the round trips.
  private func networkEvidence(_ bytes: ByteCount) -> String {
    let network = run.network
    guard report.work.bytesDownloaded > .zero else { return ", over which nothing ever came" }
    let connections =
      run.loading.connections == 0
      ? network.connections : min(run.loading.connections, network.connections)
    let rates = network.greatestRate.map { Double($0) * Double(connections) } ?? .infinity
    let most = min(Double(network.bandwidth), rates)
    let rate = "carries \(Self.megabits(most)) Mbit/s"
    let wanted = Double(bytes.bytes) / max(1e-9, report.duration.seconds)
    guard wanted < most / 2 else { return ", it would need \(needed(bytes)) and \(rate)" }
    let wait = NumberText.fixed((network.latency + network.roundTrip).milliseconds, decimals: 0)
    return ", it \(rate), which would do for \(needed(bytes)), but a request waits \(wait) ms or "
      + "more for its first byte\(faults)"
  }

  /// How often the network fails, as the end of a clause.
  private var faults: String {
    let network = run.network
    return [(network.loss, "what is sent is lost"), (network.failures, "the requests fail")]
      .filter { $0.0 > 0 }
      .map { ", and \(NumberText.percent($0.0)) of \($0.1)" }.joined()
  }

  private static func megabits(_ bytes: Double) -> String {
    let megabits = bytes * 8 / 1e6
    return NumberText.fixed(megabits, decimals: megabits < 10 ? 1 : 0)
  }

  /// How long all decodes that are wanted would keep each lane busy, at the mean of those that were
  /// made, with the encoding of what they made.
  private func decodeEvidence(_ wanted: RunReport.Work) -> String {
    let (work, whole) = (report.work, report.duration.seconds)
    let made = work.laneDecodes + work.mainDecodes
    guard made > 0 else { return "" }
    let time = (work.laneDecode + work.mainDecode + work.laneEncode).seconds
    let count = wanted.laneDecodes + wanted.mainDecodes
    let onMain = run.loading.decodesOnMain
    let lanes = onMain ? 1 : max(1, work.laneBusy.count)
    let place = onMain ? "the main thread" : Words.count(lanes, "lane")
    let busy = time / Double(made) * Double(count) / Double(lanes)
    let what =
      Words.count(count, "decode") + (work.laneEncode > .zero ? " and what is encoded then" : "")
    return ", \(what) would keep \(place) busy for \(SecondsText.text(busy)) of "
      + "\(SecondsText.text(whole)) s"
      + (busy < whole / 2 ? ", which would do, \(Self.bursts)" : "")
  }

  private var mainThreadEvidence: String {
    let hitches = report.hitches
    guard hitches.count > 0 else { return "" }
    let most = hitches.causes.parts.max { $0.nanoseconds < $1.nanoseconds }
    return ", \(Words.count(hitches.count, "frame")) came late"
      + (most.map { ", most of their work being \(Self.work($0.name))" } ?? "")
  }

  /// A part of the main thread's work in words.
  private static func work(_ name: String) -> String {
    switch name {
    case "upload": "uploads"
    case "read": "reading"
    case "decode": "decoding"
    case "network": "waiting for the network"
    case "tiles": "drawing tiles"
    case "composition": "putting images together"
    default: name
    }
  }

  /// How much of the stall the cache is to blame for.
  func memoryEvidence(_ bottleneck: Bottleneck) -> String {
    let evicted = stallText(causes.hadLeft)
    let infinite = ideal(.cache).map { stallText($0.stallSeconds) } ?? "0"
    let start = ", \(evicted) s are of images that had left the cache"
    if bottleneck == .policy, let best = bestPolicy {
      return "\(start), and \(best.trial.text) at the same budget leaves "
        + "\(stallText(best.stallSeconds)) s"
    }
    let larger = levers.first { $0.lever == .budget && $0.helps }.map {
      ", and \($0.trial.text) leaves \(stallText($0.stallSeconds)) s"
    }
    return "\(start), an infinite one leaves \(infinite) s, and no policy saves most of that"
      + (larger ?? "")
  }
}

extension Loader {
  /// Whether images are decoded on the main thread.
  fileprivate var decodesOnMain: Bool { decodeOn == .main || decode == .lazy }
}

extension Diagnosis {
  /// The diagnosis in one sentence, without a full stop.
  package var sentence: String {
    if let death = report.death { return killed(death) }
    guard !isCalm else { return calm }
    let clauses =
      [bottleneck.map(clause) ?? withoutBottleneck, runnerUp, shortageClause, policyClause]
      .compactMap { $0 }
      + leverClauses
    return "\(amount): \(clauses.joined(separator: "; "))"
  }

  /// Seconds of stall.
  func stallText(_ seconds: Double) -> String {
    SecondsText.text(seconds, decimals: decimals)
  }

  /// `34.1 of 52 s blank`.
  private var amount: String {
    "\(stallText(report.stalls.seconds)) of \(SecondsText.text(seconds)) s \(kinds)"
  }

  private var seconds: Double { report.duration.seconds }

  /// What the stall is: what makes up a tenth of it or more.
  private var kinds: String {
    let stalls = report.stalls
    let parts = [
      ("blank", stalls.blankAreaSeconds), ("wrong", stalls.wrongAreaSeconds),
      (causes.isStartAlone ? "before the first frame" : "late", causes.lateFrames),
    ].filter { $0.1 >= stalls.seconds / 10 }
    return parts.isEmpty ? "missing" : parts.map(\.0).joined(separator: " or ")
  }

  private func killed(_ death: RunReport.Death) -> String {
    let start =
      "the app was killed at \(SecondsText.text(death.time.seconds)) of "
      + "\(SecondsText.text(run.trace.duration.seconds)) s: \(death.reason)"
    guard let best = bestLever else { return "\(start); nothing that was tried keeps it alive" }
    return "\(start); with \(best.trial.text) it lives, with "
      + "\(stallText(best.stallSeconds)) s of stalls\(Self.price(best))"
  }

  private var calm: String {
    let stall = report.stalls.seconds
    guard stall > 0 else {
      return "nothing stalls: "
        + (report.stalls.late + report.stalls.neverShown + report.stalls.unfinished > 0
          ? "no part of the screen was ever missing" : report.withoutWaits)
    }
    return "next to nothing stalls, \(stallText(stall)) of \(SecondsText.text(seconds)) s: "
      + "less than a frame a minute, for which no bottleneck is worth naming"
  }

  /// What the seconds are made of where no resource is to blame.
  private var withoutBottleneck: String {
    let parts = causes.waitParts.sorted { $0.seconds > $1.seconds }.prefix(3)
      .filter { $0.seconds >= report.stalls.seconds / 100 }
      .map { "\(stallText($0.seconds)) s \($0.words)" }
    let made = parts.isEmpty ? "" : "; it is \(Words.list(parts))"
    return "no single resource is the bottleneck\(made)"
  }

  private func clause(_ bottleneck: Bottleneck) -> String {
    let start = "\(bottleneck.words) is the bottleneck"
    guard let kind = bottleneck.ideal, let ideal = ideal(kind) else {
      return start + memoryEvidence(bottleneck)
    }
    let rest =
      (ideal.savedSeconds ?? 0) < report.stalls.seconds / 2
      ? ", though \(kind.words) still leaves \(stallText(ideal.stallSeconds)) s" : ""
    return start + resourceEvidence(bottleneck, ideal.report) + rest
  }

  /// Another resource that counts for nearly as much as the bottleneck.
  private var runnerUp: String? {
    guard let first = bottleneck?.ideal.flatMap(ideal)?.savedSeconds else { return nil }
    let others = Bottleneck.allCases.filter { $0 != bottleneck }.compactMap { other in
      other.ideal.flatMap(ideal).flatMap { found in
        found.helps ? (other, found, found.savedSeconds ?? 0) : nil
      }
    }
    guard let second = others.max(by: { $0.2 < $1.2 }), second.2 >= first * Self.nearly else {
      return nil
    }
    return "\(second.0.words) counts for nearly as much, \(second.1.trial.text) leaves "
      + "\(stallText(second.1.stallSeconds)) s"
  }

  /// From this share of what the bottleneck's ideal saves on another is named beside it.
  private static let nearly = 0.8

  /// That the budget is too small for the policy.
  private var shortageClause: String? {
    guard let shortage, let policy = run.policy else { return nil }
    return "the budget has room for \(NumberText.fixed(shortage.room, decimals: 1)) images, and "
      + "\(policy.entry.name) needs \(shortage.needed)"
  }

  /// That the policy does not matter; where nothing does, that is said of all.
  private var policyClause: String? {
    guard bottleneck != .policy, bottleneck != .budget, bestLever != nil,
      let policy = bestPolicy, !policy.helps
    else { return nil }
    return "no policy helps"
  }

  /// What to do instead, and what would do more for a price.
  private var leverClauses: [String] {
    guard let best = bestLever else { return ["nothing that was tried helps"] }
    // The evidence has it already.
    let isSaid =
      best.trial.price == nil
      && (bottleneck == .policy && best.lever == .policy
        || bottleneck == .budget && best.lever == .budget)
    return (isSaid ? [] : [left(best)]) + (dearLever.map { [left($0)] } ?? [])
  }

  /// `with twice the budget 9.81 s are left`.
  private func left(_ whatIf: WhatIf) -> String {
    "with \(whatIf.trial.text) \(stallText(whatIf.stallSeconds)) s are left"
      + Self.price(whatIf)
  }

  private static func price(_ whatIf: WhatIf) -> String {
    whatIf.trial.price.map { ", for \($0.words)" } ?? ""
  }
}
