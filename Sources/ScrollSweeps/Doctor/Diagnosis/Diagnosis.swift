import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
package import ScrollSimulation
import ScrollTraces

/// The causes of a run's stall time, and the changes that reduce it, with their effects.
package struct Diagnosis: Sendable {
  package let run: RunCase
  package let report: RunReport
  package let causes: StallCauses
  /// The warning that the cache has too little room; `nil` if it has enough.
  package let warning: CacheWarning?
  /// The changes that the app's developer can make, in the order of `ChoiceRule`.
  ///
  /// Of the policies, the list has only the best one.
  package let levers: [WhatIf]
  /// The number of policies that were tried.
  package let triedPolicies: Int
  /// The ideals that remove a resource as a cause, best first.
  ///
  /// Of the clairvoyant prefetchers, the list has only the best one.
  package let ideals: [WhatIf]
  /// The bottleneck; `nil` if nothing stalls, if the app was killed, or if no single resource is
  /// the cause.
  package let bottleneck: Bottleneck?
  /// The worst complaint about the run; `nil` if none is visible, so that nothing was tried.
  package let worst: Complaint?
  /// The parts of the footprint at its peak.
  package let peakMemory: PeakMemory
  /// A Boolean value that indicates whether no complaint is visible, so that nothing was tried.
  package var isCalm: Bool { worst == nil }
  /// The lower bound on the stall with any cache of the run's budget; `nil` if none was requested.
  package let bound: StallBound?
  /// The largest number of decimals of stall seconds in the sentence.
  ///
  /// With an error band, it is the number of decimals that the band supports.
  package var decimals = 3

  /// Creates a diagnosis of a run from the changes that were tried.
  /// - Parameters:
  ///   - analysis: the examination of the run.
  ///   - tried: the results of all trials.
  ///   - bound: the lower bound of the examination.
  package init(_ analysis: StallAnalysis, _ tried: [WhatIf], bound: StallBound? = nil) {
    self.bound = bound
    run = analysis.run
    report = analysis.report
    causes = analysis.causes
    warning = analysis.warning
    worst = analysis.worst
    peakMemory = analysis.peakMemory
    let policies = tried.filter { $0.lever == .policy }
    triedPolicies = policies.count
    let complaint = analysis.report.death == nil ? analysis.worst ?? .blank : .blank
    levers = Self.ordered(
      [Self.best(of: policies, against: complaint)].compactMap { $0 }
        + tried.filter { $0.lever != nil && $0.lever != .policy })
    let ranked = Ranking.bestFirst(tried) { $0.score }
    let sight = ranked.first { $0.ideal == .prefetch }?.trial.text
    ideals = ranked.filter { $0.ideal != nil && ($0.ideal != .prefetch || $0.trial.text == sight) }
    bottleneck =
      report.death != nil
      ? nil
      : Bottleneck(stall: report.stalls.seconds, evicted: causes.hadLeft, tried)
  }

  /// The best change without a price or, if none helps, the best change with a price; `nil` if no
  /// change helps.
  package var bestLever: WhatIf? { bestLevers.first }

  /// Returns changes in the order of the rule.
  private static func ordered(_ whatIfs: [WhatIf]) -> [WhatIf] {
    ChoiceRule().order(of: whatIfs.map(\.candidate)).map { whatIfs[$0] }
  }

  /// Returns the rule's choice among the policies that help against a complaint; if none helps, its
  /// choice among those that cost no visible stall, or else the policy with the best score.
  ///
  /// Among all policies, the rule might choose one that saves no stall but keeps a limit that the run
  /// breaks.
  private static func best(of policies: [WhatIf], against complaint: Complaint) -> WhatIf? {
    let ranked = Ranking.bestFirst(policies) { $0.score }
    let helping = ranked.filter { $0.helps(complaint) }
    let harmless = ranked.filter {
      $0.faults.isEmpty && (!$0.isMaterial || ($0.savedSeconds ?? 0) > 0)
    }
    return ordered(helping).first ?? ordered(harmless).first ?? ranked.first
  }

  /// The changes that help against the worst complaint.
  ///
  /// First come the changes without a price, then the changes with a price, each in the order of
  /// the rule.
  package var bestLevers: [WhatIf] {
    let complaint = report.death == nil ? worst ?? .blank : .blank
    let helping = levers.filter { $0.helps(complaint) }
    return helping.filter { $0.trial.price == nil } + helping.filter { $0.trial.price != nil }
  }

  /// A change with a price that saves more than the best change, by over a tenth of the run's
  /// stall; `nil` if there is none.
  var dearLever: WhatIf? {
    guard worst == .blank, let best = bestLever, best.trial.price == nil else { return nil }
    return levers.first {
      $0.helps && best.stallSeconds - $0.stallSeconds > report.stalls.seconds / 10
    }
  }

  /// Returns the result of an ideal.
  func ideal(_ ideal: Ideal) -> WhatIf? { ideals.first { $0.ideal == ideal } }

  /// The result of the best policy; `nil` if no policy was tried.
  var bestPolicy: WhatIf? { levers.first { $0.lever == .policy } }
}

extension Diagnosis {
  /// A sentence on the lower bound for caches of the run's budget, and the best stall found.
  package var boundSentence: String? {
    guard let bound, let budget = run.budget else { return withoutBound }
    let proven =
      "No cache of \(NumberText.limit(budget)) stalls less than \(SecondsText.text(bound.proven)) s "
      + "(lower bound)."
    guard let reached = bound.reached, let name = bound.reachedBy else { return proven }
    let policy = bound.isByForesight ? "a policy that knows the future" : name
    let best = "The best found stalls \(SecondsText.text(reached)) s, with \(policy)."
    guard let gap = bound.gap, gap >= 0.0005 else { return "\(proven) \(best)" }
    return
      "\(proven) \(best) It is unknown whether a policy can save the \(SecondsText.text(gap)) s "
      + "between them."
  }

  /// The reason why there is no bound; `nil` if none is needed.
  private var withoutBound: String? {
    guard !isCalm, report.death == nil else { return nil }
    if run.policy == nil { return "No bound, because the loader has no cache." }
    return run.budget == nil ? "No bound, because the cache has no limit." : nil
  }
}

// Evidence for a bottleneck, as sentences.
extension Diagnosis {
  /// Returns a sentence that compares the necessary work of a resource with its capacity.
  ///
  /// The run with the ideal resource shows the necessary work.
  func resourceEvidence(_ bottleneck: Bottleneck, _ ideal: RunReport) -> String? {
    switch bottleneck {
    case .network: return networkEvidence(ideal.work.bytesDownloaded)
    case .flash: return flashEvidence(ideal.work.bytesRead)
    case .decode: return decodeEvidence(ideal.work)
    case .mainThread: return mainThreadEvidence
    case .policy, .budget: return nil
    }
  }

  /// Returns an amount with the duration of the run: `245 MiB in 52 s`.
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
      ? "It \(rate), enough for \(needed(bytes)), \(Self.bursts)."
      : "The run needs \(needed(bytes)), but the flash \(rate)."
  }

  /// The explanation of a resource that suffices on average but not at every moment.
  private static let bursts = "but requests come in bursts"

  /// Returns the evidence for the network.
  ///
  /// The network lacks bandwidth if the images need at least half of it. Otherwise round trips are
  /// the limit.
  private func networkEvidence(_ bytes: ByteCount) -> String {
    let network = run.network
    guard report.work.bytesDownloaded > .zero else { return "No data ever arrived." }
    let connections =
      run.loading.connections == 0
      ? network.connections : min(run.loading.connections, network.connections)
    let rates = network.greatestRate.map { Double($0) * Double(connections) } ?? .infinity
    let most = min(Double(network.bandwidth), rates)
    let rate = "carries \(Self.megabits(most)) Mbit/s"
    let wanted = Double(bytes.bytes) / max(1e-9, report.duration.seconds)
    guard wanted < most / 2 else {
      return "The run needs \(needed(bytes)), but the network \(rate)."
    }
    let wait = NumberText.fixed((network.latency + network.roundTrip).milliseconds, decimals: 0)
    return
      "Latency is the limit, not bandwidth: each request waits at least \(wait) ms. The network "
      + "\(rate), and \(needed(bytes)) need less than half of that.\(faults)"
  }

  /// The failure rates of the network, as a sentence.
  private var faults: String {
    let network = run.network
    let faults = [(network.loss, "the sent data is lost"), (network.failures, "the requests fail")]
      .filter { $0.0 > 0 }.map { "\(NumberText.percent($0.0)) of \($0.1)" }
    return faults.isEmpty ? "" : " \(Phrase.list(faults))."
  }

  private static func megabits(_ bytes: Double) -> String {
    let megabits = bytes * 8 / 1e6
    return NumberText.fixed(megabits, decimals: megabits < 10 ? 1 : 0)
  }

  /// Returns the time for which the necessary decodes would occupy each lane.
  ///
  /// Each decode counts with the mean duration of the decodes that were made, including the time to
  /// encode their results.
  private func decodeEvidence(_ wanted: RunReport.Work) -> String? {
    let (work, whole) = (report.work, report.duration.seconds)
    let made = work.laneDecodes + work.mainDecodes
    guard made > 0 else { return nil }
    let time = (work.laneDecode + work.mainDecode + work.laneEncode).seconds
    let count = wanted.laneDecodes + wanted.mainDecodes
    let onMain = run.loading.decodesOnMain
    let lanes = onMain ? 1 : max(1, work.laneBusy.count)
    let place =
      onMain
      ? "on the main thread"
      : lanes == 1
        ? "on 1 decode lane" : "on each of \(lanes) parallel decode lanes"
    let busy = time / Double(made) * Double(count) / Double(lanes)
    let encoding = work.laneEncode > .zero ? " with encoding" : ""
    let decodes = Phrase.count(count, "decode\(encoding) needs", "decodes\(encoding) need")
    return "\(decodes) \(SecondsText.text(busy)) s \(place) in a run of "
      + "\(SecondsText.text(whole)) s" + (busy < whole / 2 ? ", \(Self.bursts)." : ".")
  }

  /// The number of late frames, and the work that makes most of them late.
  private var mainThreadEvidence: String? {
    let hitches = report.hitches
    guard hitches.count > 0 else { return nil }
    let most = hitches.causes.parts.max { $0.nanoseconds < $1.nanoseconds }
    return Phrase.count(hitches.count, "frame was", "frames were") + " late"
      + (most.map { ", mostly because of \(Self.work($0.name))." } ?? ".")
  }

  /// Returns a part of the main thread's work as text.
  private static func work(_ name: String) -> String {
    switch name {
    case "upload": "uploads to the GPU"
    case "read": "reading"
    case "decode": "decoding"
    case "network": "waiting for the network"
    case "tiles": "drawing tiles"
    case "composition": "putting images together"
    default: name
    }
  }

  /// Returns the evidence for the policy or the budget: the part of the stall that the cache
  /// causes.
  func memoryEvidence(_ bottleneck: Bottleneck) -> String {
    let infinite = ideal(.cache).map { stallText($0.stallSeconds) } ?? "0"
    let start = "Evicted images cause \(stallText(causes.hadLeft)) s of stall."
    if bottleneck == .policy, let best = bestPolicy {
      return "\(start) With \(best.trial.text) at the same budget, "
        + "\(stallText(best.stallSeconds)) s remain."
    }
    let larger = levers.first { $0.lever == .budget && $0.helps }.map {
      "; with \($0.trial.text), \(stallText($0.stallSeconds)) s"
    }
    return
      "\(start) With an infinite cache, \(infinite) s remain\(larger ?? ""). No policy saves most "
      + "of the difference."
  }
}

extension Loader {
  /// A Boolean value that indicates whether the loader decodes images on the main thread.
  fileprivate var decodesOnMain: Bool { decodeOn == .main || decode == .lazy }
}

extension Diagnosis {
  /// The diagnosis in short sentences: the worst complaint with its cause and the best change, then
  /// the other complaints and a warning of a cache with too little room.
  package var sentence: String {
    CacheWarning.appended(to: finding, warning?.sentence)
  }

  /// The diagnosis without a warning.
  package var finding: String {
    if let death = report.death { return killed(death) }
    guard !isCalm else { return calm }
    let sentences =
      switch worst {
      case .hitches: [hitchSentence, blankClause, memoryClause]
      case .memory: [memorySentence, blankClause, hitchClause]
      default: [blankSentence, hitchClause, memoryClause]
      }
    return sentences.joined(separator: " ")
  }

  /// The sentence of a run whose worst complaint is missing screen.
  private var blankSentence: String {
    let clauses =
      [bottleneck.map(clause) ?? withoutBottleneck, runnerUp, policyClause]
      .compactMap { $0 }
      + leverClauses
    return "\(amount): \(clauses.joined(separator: " "))"
  }

  /// Returns seconds of stall as text.
  func stallText(_ seconds: Double) -> String {
    SecondsText.text(seconds, decimals: decimals)
  }

  /// The amount of stall: `34.1 s of stall (blank) in 52 s`.
  private var amount: String {
    "\(stallText(report.stalls.seconds)) s of stall (\(kinds)) in \(SecondsText.text(seconds)) s"
  }

  private var seconds: Double { report.duration.seconds }

  /// The kinds of stall that each make up at least a tenth of the total.
  private var kinds: String {
    let stalls = report.stalls
    let parts = [
      ("blank", stalls.blankAreaSeconds), ("wrong images", stalls.wrongAreaSeconds),
      (causes.isStartAlone ? "before the first frame" : "late frames", causes.lateFrames),
    ].filter { $0.1 >= stalls.seconds / 10 }
    return parts.isEmpty ? "missing screen" : parts.map(\.0).joined(separator: ", ")
  }

  private func killed(_ death: RunReport.Death) -> String {
    let start =
      "The app was killed at \(SecondsText.text(death.time.seconds)) of "
      + "\(SecondsText.text(run.trace.duration.seconds)) s: \(death.reason)."
    guard let best = bestLever else { return "\(start) No change that was tried keeps it alive." }
    return "\(start) With \(best.trial.text), it survives with "
      + "\(stallText(best.stallSeconds)) s of stall\(Self.price(best))."
  }

  private var calm: String {
    let stall = report.stalls.seconds
    if let reason = EmptyScrolls.reason(run.trace) {
      return "Nothing stalls: \(reason). Keep what you have."
    }
    guard stall > 0 else {
      let reason =
        report.stalls.late + report.stalls.neverShown + report.stalls.unfinished > 0
        ? "no part of the screen was ever missing" : report.withoutWaits
      return "Nothing stalls (\(reason)): \(ChoiceRule.keep)."
    }
    return
      "Almost no stall (\(stallText(stall)) s in \(SecondsText.text(seconds)) s, less than a frame "
      + "per minute): \(ChoiceRule.keep)."
  }

  /// Sentences that say that no resource is the bottleneck, with the largest parts of the stall.
  private var withoutBottleneck: String {
    let parts = causes.waitParts.sorted { $0.seconds > $1.seconds }.prefix(3)
      .filter { $0.seconds >= report.stalls.seconds / 100 }
      .map { "\($0.words) \(stallText($0.seconds)) s" }
    let made = parts.isEmpty ? "" : " The largest parts: \(Phrase.list(parts))."
    return "no single resource is the bottleneck.\(made)"
  }

  private func clause(_ bottleneck: Bottleneck) -> String {
    let start = "\(bottleneck.words) is the bottleneck."
    guard let kind = bottleneck.ideal, let ideal = ideal(kind) else {
      return "\(start) \(memoryEvidence(bottleneck))"
    }
    let rest =
      (ideal.savedSeconds ?? 0) < report.stalls.seconds / 2
      ? "Even with \(kind.words), \(stallText(ideal.stallSeconds)) s remain." : nil
    return [start, resourceEvidence(bottleneck, ideal.report), rest].compactMap { $0 }
      .joined(separator: " ")
  }

  /// Another resource with nearly as large an effect as the bottleneck.
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
    return "Almost as important: \(second.0.words). With \(second.1.trial.text), "
      + "\(stallText(second.1.stallSeconds)) s remain."
  }

  /// The smallest saving for which another resource is named, as a share of the saving with the
  /// ideal of the bottleneck.
  private static let nearly = 0.8

  /// A sentence that says that no policy helps.
  ///
  /// `nil` if no change at all helps, because another sentence says so.
  private var policyClause: String? {
    guard bottleneck != .policy, bottleneck != .budget, bestLever != nil,
      let policy = bestPolicy, !policy.helps
    else { return nil }
    return "No other policy helps."
  }

  /// Sentences on the best change, and on a change with a price that saves more.
  private var leverClauses: [String] {
    guard let best = bestLever else {
      return ["No change that was tried helps: \(ChoiceRule.keep)."]
    }
    // The evidence already names the change.
    let isSaid =
      best.trial.price == nil
      && (bottleneck == .policy && best.lever == .policy
        || bottleneck == .budget && best.lever == .budget)
    let first = isSaid ? [] : [left(best)]
    return first + (dearLever.map { [left($0, instead: !first.isEmpty)] } ?? [])
  }

  /// Returns a sentence on the stall that remains with a change, and on the price of the change.
  private func left(_ whatIf: WhatIf, instead: Bool = false) -> String {
    "With \(whatIf.trial.text)\(instead ? " instead" : ""), "
      + "\(stallText(whatIf.stallSeconds)) s of stall remain\(Self.price(whatIf))."
  }

  private static func price(_ whatIf: WhatIf) -> String {
    whatIf.trial.price.map { " (price: \($0.words))" } ?? ""
  }
}

// The sentences of runs whose worst complaint is not missing screen.
extension Diagnosis {
  private var hitchSentence: String {
    let hitches = report.hitches
    let most = hitches.causes.parts.max { $0.nanoseconds < $1.nanoseconds }
    let work = most.map { ", mostly because of \(Self.work($0.name))" } ?? ""
    return
      "Hitches are the worst complaint: \(ratioText(report)) ms/s (over 5 is a warning, over 10 "
      + "critical). \(Phrase.count(hitches.count, "frame was", "frames were")) late\(work). "
      + bestClause { "\(ratioText($0)) ms/s remain" }
  }

  private var memorySentence: String {
    let most = peakMemory.parts.max { $0.bytes < $1.bytes }
    let part = most.map { " \(NumberText.mebibytes($0.bytes)) of it are \($0.words)." } ?? ""
    return "Memory is the worst complaint: it peaks at \(memoryText(report)), "
      + "\(NumberText.percent(memoryShare, decimals: 0)) of the app's limit.\(part) "
      + bestClause { "it peaks at \(memoryText($0))" }
  }

  /// Returns a sentence on the best change, including the text that a closure makes from the report
  /// of its run.
  private func bestClause(_ result: (RunReport) -> String) -> String {
    guard let best = bestLever else { return "No change that was tried helps: \(ChoiceRule.keep)." }
    let costs = [best.trial.price?.words, best.effects.costText].compactMap { $0 }
    return "With \(best.trial.text), \(result(best.report))"
      + (costs.isEmpty ? "." : " (price: \(Phrase.list(costs))).")
  }

  private var blankClause: String {
    guard report.stalls.seconds > 0 else { return "Nothing is blank." }
    return bottleneck.map { "\(amount): \(clause($0))" } ?? "\(amount)."
  }

  private var hitchClause: String {
    report.hitches.timeRatio > 0 ? "Hitches: \(ratioText(report)) ms/s." : "No hitches."
  }

  private var memoryClause: String {
    "Memory peaks at \(memoryText(report)), "
      + "\(NumberText.percent(memoryShare, decimals: 0)) of the app's limit."
  }

  private var memoryShare: Double {
    Double(report.memory.peakFootprint.bytes) / Double(max(1, run.device.memory.appLimit.bytes))
  }

  private func ratioText(_ report: RunReport) -> String {
    SecondsText.text(report.hitches.timeRatio)
  }

  private func memoryText(_ report: RunReport) -> String {
    NumberText.mebibytes(report.memory.peakFootprint, decimals: 0)
  }
}
