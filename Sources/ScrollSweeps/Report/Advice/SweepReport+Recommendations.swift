import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The recommendations, one for each device.
  ///
  /// A device has one recommendation for each network if users of some network would lose visibly
  /// with the setting that is best for all. There is no recommendation for a device on which no
  /// setting can be recommended. An unfinished sweep has no recommendations, since a setting whose
  /// runs are missing may be the best.
  package var recommendations: [Recommendation] {
    guard isFinished else { return [] }
    return devices.flatMap { device -> [Recommendation] in
      var networks: [(name: String, scenes: [Int])] = []
      for scene in device.scenes {
        let name = scenes[scene].network.name
        if let known = networks.firstIndex(where: { $0.name == name }) {
          networks[known].scenes.append(scene)
        } else {
          networks.append((name, [scene]))
        }
      }
      let tables =
        networks.count > 1
        ? networks.map { SettingTable(self, over: $0.scenes, amid: adviceTables) } : []
      guard
        let whole = recommendation(
          on: device.name, over: device.scenes, network: nil, parts: tables)
      else { return [] }
      // A setting that is kept, since none is known to be better, is kept over every network. One
      // with less memory is not visibly worse over any network.
      guard networks.count > 1, ![.kept, .lessMemory].contains(whole.basis) else { return [whole] }
      let loses = tables.contains { table in
        guard let best = table.rows.first, let row = table[whole.setting] else { return false }
        return table.differ(row, best)
      }
      guard loses else { return [whole] }
      return networks.compactMap {
        recommendation(on: device.name, over: $0.scenes, network: $0.name)
      }
    }
  }

  /// The number of tables that recommendations may be based on.
  ///
  /// Each look at the data counts one table for each device, one for each network of a device with
  /// several networks, and one for a population.
  var adviceTables: Int {
    looks
      * devices.reduce(population == nil ? 0 : 1) { count, device in
        let networks = Set(device.scenes.map { scenes[$0].network.name }).count
        return count + 1 + (networks > 1 ? networks : 0)
      }
  }

  /// Adds the results for the users of a population.
  /// - Throws: `PopulationProblem` if the population does not fit the runs.
  package mutating func add(_ study: PopulationStudy) throws(PopulationProblem) {
    population = try study.answer(against: baseline, amid: adviceTables + looks)
  }

  private func recommendation(
    on device: String, over scenes: [Int], network: String?, parts: [SettingTable] = []
  ) -> Recommendation? {
    let table = SettingTable(self, over: scenes, amid: adviceTables)
    guard let best = table.rows.first, let last = table.rows.last,
      let reference = table.reference, let (choice, basis) = table.recommendation(amid: parts)
    else { return nil }
    guard let worst = worstSession(of: choice, in: table, over: scenes) else { return nil }
    return Recommendation(
      device: device, network: network, setting: choice.setting, basis: basis,
      stalls: choice.mean, isCritical: choice.isCritical,
      reference: Self.reference(for: choice, in: table),
      rival: table.rival(of: basis).flatMap { Self.bestFound($0, against: choice, in: table) },
      preferred: table.best.map { ($0.setting, table.effects(from: choice, to: $0)) },
      lessStalling: table.lessStalling(than: choice).map {
        (
          $0.setting, table.effects(from: choice, to: $0),
          $0.candidate.broken > choice.candidate.broken
        )
      },
      effects: table.effects(from: reference, to: choice), shortage: choice.shortage,
      baselineProblem: table.hasBaseline ? nil : baselineProblem(on: device, over: scenes),
      hitches: choice.hitches, footprint: choice.footprint,
      settings: table.rows.count,
      alike: table.rows.count { !table.rule.differ($0.candidate, choice.candidate) },
      isIndifferent: table.isIndifferent,
      range: best.mean...max(best.mean, last.mean),
      budgets: Self.budgets(of: choice.setting, in: table),
      killedBudgets: killedBudgets(of: choice.setting, over: scenes),
      sessions: table.sessions.count, clusters: table.clusters,
      percentile95: choice.stalls.count >= 20 ? choice.candidate.stall.high : nil,
      worst: worst)
  }

  /// Returns the setting to compare with; `nil` if there is no other setting.
  private static func reference(
    for choice: SettingTable.Row, in table: SettingTable
  ) -> Recommendation.Reference? {
    guard let reference = table.reference, table.hasBaseline || table.rows.count > 1 else {
      return nil
    }
    return Recommendation.Reference(
      kind: table.hasBaseline ? .baseline : .simplest, setting: reference.setting,
      stalls: reference.mean,
      saved: table.saving(of: choice) ?? MeanInterval([]),
      least: table.least(of: max(reference.mean, choice.mean)),
      isBehind: table.isBehind(reference))
  }

  /// Returns the saving of the best setting found against the reference, if the recommendation
  /// keeps the reference.
  private static func bestFound(
    _ best: SettingTable.Row, against reference: SettingTable.Row, in table: SettingTable
  ) -> Recommendation.Reference? {
    table.saving(of: best).map {
      Recommendation.Reference(
        kind: .bestFound, setting: best.setting, stalls: best.mean, saved: $0,
        least: table.least(of: reference.mean), isBehind: false)
    }
  }

  /// Returns the reason why the user's current setting is not comparable.
  private func baselineProblem(on device: String, over scenes: [Int]) -> String? {
    guard let baseline else { return nil }
    let cells = places(in: scenes).filter { baseline.is(setting(at: $0.0), on: device) }.map(\.1)
    if cells.isEmpty { return "was not run" }
    if cells.contains(where: { $0.deaths > 0 }) { return "killed the app" }
    if cells.contains(where: { !$0.score.keepsBudget }) { return "exceeded its budget" }
    return "was not run under all conditions"
  }

  private static func budgets(
    of setting: CacheSetting, in table: SettingTable
  ) -> [Recommendation.Budget] {
    let rows = table.rows.filter { row in
      let other = row.setting
      return other.loader == setting.loader && other.prefetcher == setting.prefetcher
        && other.policy == setting.policy && other.budgetBytes != nil
    }
    return rows.map { row in
      Recommendation.Budget(
        setting: row.setting, stalls: row.mean,
        isMaterial: table[setting].map { table.differ(row, $0) } ?? false,
        isBehind: table.isBehind(row))
    }.sorted { $0.bytes < $1.bytes }
  }

  /// Returns the budgets of a setting with which the app was killed in some run.
  private func killedBudgets(of setting: CacheSetting, over scenes: [Int]) -> [Int] {
    var found: Set<Int> = []
    for (place, cell) in places(in: scenes) where cell.deaths > 0 {
      let other = self.setting(at: place)
      if other.loader == setting.loader, other.prefetcher == setting.prefetcher,
        other.policy == setting.policy, let bytes = other.budgetBytes
      {
        found.insert(bytes)
      }
    }
    return found.sorted()
  }

  private func worstSession(
    of choice: SettingTable.Row, in table: SettingTable, over scenes: [Int]
  ) -> Recommendation.Session? {
    guard
      let place = choice.stalls.indices.max(by: {
        (choice.stalls[$0], $1) < (choice.stalls[$1], $0)
      })
    else { return nil }
    let session = table.sessions[place]
    var worst: ReportCell.Draw?
    for (place, cell) in places(in: scenes) where setting(at: place) == choice.setting {
      for draw in cell.draws where draw.session == session {
        if draw.stalls > worst?.stalls ?? -1 { worst = draw }
      }
    }
    return worst.map {
      Recommendation.Session(
        path: sessions[session].path, name: sessions[session].name,
        stalls: $0.stalls, run: $0.key)
    }
  }
}

extension Baseline {
  /// Returns whether a setting is the user's current one on a device.
  func `is`(_ setting: CacheSetting, on device: String) -> Bool {
    (loader ?? setting.loader) == setting.loader
      && (prefetcher ?? setting.prefetcher) == setting.prefetcher
      && (policy ?? setting.policy) == setting.policy && isBudget(of: setting, on: device)
  }

  private func isBudget(of setting: CacheSetting, on device: String) -> Bool {
    switch budgets {
    case nil: true
    case .bytes(let bytes): setting.budgetBytes == bytes
    case .byDevice(let sizes):
      sizes[device].map { ($0 ?? SweepReport.unlimited) == setting.budgetBytes } ?? false
    }
  }
}

// Recommendations in sentences.

extension SweepReport {
  /// Returns a setting by the axes that the sweep varied: `sieve 64MiB, prefetcher ring:ahead=2`.
  func text(of setting: CacheSetting) -> String {
    var parts: [String] = []
    if Set(scenes.map(\.loader)).count > 1 {
      parts.append("loader \(ShortSettings(scenes.map(\.loader)).text(setting.loader))")
    }
    if Set(scenes.map(\.prefetcher)).count > 1 {
      parts.append(
        "prefetcher \(ShortSettings(scenes.map(\.prefetcher)).text(setting.prefetcher))")
    }
    let cache = [
      policies.count > 1 ? setting.policy : nil,
      budgets.count > 1 && setting.policy != Self.noCache
        ? setting.budgetText : nil,
    ].compactMap { $0 }.joined(separator: " ")
    if !cache.isEmpty { parts.insert(cache, at: 0) }
    return parts.isEmpty ? setting.policy : parts.joined(separator: ", ")
  }

  /// The recommendations in sentences, one for all devices that share a recommendation.
  var advice: [String] {
    guard isFinished else { return ["The recommendation follows when all runs are finished."] }
    let found = recommendations
    guard let first = found.first else { return [noWinner ?? Self.noSetting] }
    let advised = Set(found.map(\.device))
    let rest = devices.map(\.name).filter { !advised.contains($0) }
    let killed = devices.filter { device in
      rest.contains(device.name) && ranking(over: device.scenes).allSatisfy { $0.deaths > 0 }
    }.map(\.name)
    let others = rest.filter { !killed.contains($0) }
    let none = [
      killed.isEmpty
        ? nil
        : "On \(Phrase.list(killed, atMost: 6)) the app was killed with every setting\(deathReasons).",
      others.isEmpty
        ? nil
        : "On \(Phrase.list(others, atMost: 6)) no setting can be recommended: each exceeded "
          + "its budget or killed the app in some scenario.",
    ].compactMap { $0 }
    if found.count == 1 {
      return [sentence(of: first, place: devices.count > 1 ? place(of: first) : nil)] + none
    }
    let isSame =
      baseline == nil && found.count <= Self.toldDevices
      && found.allSatisfy {
        $0.setting == first.setting && !$0.isIndifferent && !$0.isCritical && $0.rival == nil
          && $0.basis == first.basis
      }
    guard !isSame else {
      let left = found.enumerated().map { index, item in
        "on \(place(of: item)) it stalls \(SecondsText.of(item.stalls))"
          + (index == 0 ? " per session" : "") + gain(of: item)
      }
      let start = first.basis == .known ? "Take" : "The best found everywhere is"
      let name = text(of: first.setting) + (first.basis == .known ? " everywhere" : "")
      let doubt = first.basis == .known ? nil : rivalSentence(of: first)
      return ["\(start) \(name). \(Self.sentences(left))\(doubt ?? "")"] + none
    }
    return found.prefix(Self.toldDevices).map { sentence(of: $0, place: place(of: $0)) } + none
  }

  static let toldDevices = 4

  /// Returns clauses as sentences.
  private static func sentences(_ clauses: [String]) -> String {
    clauses.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
  }

  private static let noSetting =
    "No setting can be recommended: on every device, each exceeded its budget or killed the app in "
    + "some scenario."

  /// Returns the device and the network of a recommendation: `iphone-8`, `iphone-8 over wifi`.
  func place(of recommendation: Recommendation) -> String {
    recommendation.device + (recommendation.network.map { " over \($0)" } ?? "")
  }

  /// Returns the recommendation for one device, with its evidence.
  func sentence(of found: Recommendation, place: String?) -> String {
    let on = place.map { "On \($0) " } ?? ""
    let name = text(of: found.setting)
    let left = "\(SecondsText.of(found.stalls)) of stall per session"
    let problem =
      (found.shortage.map {
        let limit = ByteCount(found.setting.budgetBytes ?? 0)
        return " Warning: \(CacheWarning.sentence($0, found.setting.policy, limit: limit))"
      } ?? "")
      + (found.baselineProblem.map { " Your current setting (\(baseline?.text ?? "")) \($0)." }
        ?? "")
    func start(_ text: String) -> String {
      on.isEmpty ? text : on + text.prefix(1).lowercased() + text.dropFirst()
    }
    if found.settings == 1 {
      let only =
        policies.count > 1 || budgets.count > 1
        ? ", with the only setting that keeps its budget and the app alive"
        : ""
      let verb = only.isEmpty ? "" : start("Take ")
      return "\(verb.isEmpty ? on : verb)\(name)\(only.isEmpty ? " averages" : ":") \(left)\(only)."
        + "\(found.isCritical ? Self.critical : "")\(problem)"
    }
    if found.isIndifferent {
      let ends = [found.range.lowerBound, found.range.upperBound].map { SecondsText.of($0) }
      let span = ends[0] == ends[1] ? "\(ends[0])" : "\(ends[0]) to \(ends[1])"
      return start("No visible difference in \(Phrase.theseSessions(found.sessions)): ")
        + "with each of \(found.settings) settings, \(span) of stall remain per session."
        + "\(found.isCritical ? Self.critical : "") \(choice(found))\(problem)"
    }
    let verb =
      switch found.basis {
      case .known: "Take \(name): "
      case .lessMemory: "Take \(name), which saves \(memorySaved(found)): "
      case .kept where found.reference?.kind == .baseline: "Keep what you have, \(name): "
      case .kept: "No setting beats \(name) in \(Phrase.theseSessions(found.sessions)): "
      case .bestFound: "The best found is \(name): "
      }
    return start(verb) + "\(left)\(gain(of: found))."
      + (found.isCritical ? Self.critical : "") + (rivalSentence(of: found) ?? "")
      + (found.lessStalling.map { other in
        other.effects.objectionText(
          to: text(of: other.setting), for: name, breaksLimits: other.breaksLimits)
      } ?? "") + problem
  }

  /// The sentence about a setting with which no run is better than critical, after a space.
  private static let critical =
    " Every run is still critical (hitches, late frames or missing screen)."

  /// Returns the reason for the choice among settings that do not differ visibly.
  private func choice(_ found: Recommendation) -> String {
    if found.reference?.kind == .baseline, found.basis == .kept {
      return "Keep what you have, \(text(of: found.setting))."
    }
    let why =
      found.setting.isSimplest
      ? budgets.count > 1 ? "the simplest policy with the smallest budget" : "the simplest policy"
      : budgets.count > 1 ? "the smallest budget" : "the first by name"
    return "Keep what you have. Of these settings, \(text(of: found.setting)) is \(why)."
  }

  /// Returns the memory that a setting saves, as text: `704 MiB of memory`.
  private func memorySaved(_ found: Recommendation) -> String {
    let saved = found.effects.gains[.memory] ?? 0
    return "\(NumberText.mebibytes(ByteCount(Int(saved)), decimals: 0)) of memory"
  }

  /// The smallest difference worth reporting, as text.
  var materialityText: String {
    let frames = NumberText.fixed(
      materiality.framesPerMinute,
      decimals: materiality.framesPerMinute.rounded() == materiality.framesPerMinute ? 0 : 2)
    return "\(ShareText.of(materiality.share)) of the larger figure and "
      + "\(frames == "1" ? "one frame" : "\(frames) frames") of the display per minute"
  }

  /// A clause about too few sessions; `nil` with enough clusters.
  var tooFewSessions: String? {
    let clusters = clusters.count
    guard clusters < MeanInterval.leastSessions else { return nil }
    let least = MeanInterval.leastSessions
    guard clusters == sessions.count else {
      return "\(clustersText): no confidence interval, which needs \(least) different ones"
    }
    return
      (clusters == 1
      ? "One session: the results of other sessions are unknown; a confidence interval"
      : "\(clusters) sessions: no confidence interval, which")
      + " needs at least \(least) (try --trace sessions:count=25:seed=1)"
  }

  /// The numbers of sessions and clusters: `64 sessions with 16 different sequences of gestures`.
  var clustersText: String {
    "\(Phrase.count(sessions.count, "session")) with "
      + Phrase.count(clusters.count, "sequence of gestures", "different sequences of gestures")
  }
}

// The uncertainty of the recommendations, in sentences.

extension SweepReport {
  /// The recommendations in sentences, with their uncertainty.
  package var bandedAdvice: [String] { advice + bandSentences }

  /// Returns the band of a recommendation; `nil` if none was requested.
  func band(of found: Recommendation) -> AdviceBand? {
    bands.first { $0.question.device == found.device && $0.question.network == found.network }
  }

  /// The effects of the figures' errors on the recommendations, in sentences; empty without bands.
  var bandSentences: [String] {
    guard !bands.isEmpty else { return [] }
    let found = recommendations.compactMap { item in band(of: item).map { (item, $0) } }
    guard let draws = found.first?.1.draws else { return [] }
    let assumed = NumberText.fixed(100 * ProfileDraw.assumedError, decimals: 0)
    let isOnlyPlace = found.count == 1 && devices.count == 1
    let told = found.prefix(Self.toldDevices).map { item, band in
      sentence(of: item, band, on: isOnlyPlace ? "" : "On \(place(of: item)) ")
    }
    let flipped = found.dropFirst(Self.toldDevices).filter { $0.1.flips }.map { place(of: $0.0) }
    let rest =
      flipped.isEmpty
      ? []
      : [
        "On \(Phrase.list(flipped, atMost: 6)) the errors of the devices' figures are too large to "
          + "confirm the advice."
      ]
    return [
      "The figures of devices and networks have errors (\(assumed) % for an estimate without a "
        + "stated error). The advice was repeated in \(draws) draws of figures within these errors."
    ] + told + rest
  }

  /// Returns the result of the draws for one recommendation.
  private func sentence(of found: Recommendation, _ band: AdviceBand, on place: String) -> String {
    let name = text(of: found.setting)
    let (taken, all) = (band.question.advised.count, band.question.allPlaces)
    let sample =
      taken < all ? " The draws repeat \(taken) of its \(Phrase.digits(all)) runs." : ""
    guard let stall = band.stall else {
      return "\(place)\(name) kills the app in every draw.\(sample)"
    }
    let percent = NumberText.fixed(100 * FigureBand.share, decimals: 0)
    let living =
      band.killedIn == 0
      ? "the draws" : "the \(band.draws - band.killedIn) draws in which the app survives"
    var said =
      "\(place)\(name) stalls \(stall.secondsText) per session in \(percent) % of \(living)"
    if let reference = band.reference, let other = band.question.reference {
      said += ". It \(clause(reference, other))"
    }
    said += "."
    if let rival = band.rival, let other = band.question.rival {
      said += " It \(clause(rival, other))."
    }
    if let flip = band.flip, flip.verdict == .worse { said += " \(flip.contradiction)" }
    if band.killedIn > 0 {
      said += " The app is killed with it in \(band.killedIn) of \(band.draws)."
    }
    if let cause = band.cause {
      let other =
        band.reference.flatMap { _ in band.question.reference }
        ?? band.rival.flatMap { _ in band.question.rival }
      let what = other.map { "The difference from \(text(of: $0.setting))" } ?? "Its stall"
      said +=
        " \(what) depends most on \(cause.text) (\(ShareText.of(cause.share)) of its variance)."
    }
    return said + sample
  }

  /// Returns the saving of a setting against another, and its verdict.
  private func clause(
    _ comparison: DrawnComparison, _ other: AdviceQuestion.AlternativeSetting
  ) -> String {
    let name = text(of: other.setting)
    let saving =
      comparison.saved.map { $0.savingText(against: name) } ?? "is compared with \(name)"
    return saving + comparison.finding
  }

  /// Returns a sentence that says that the draws contradict a recommendation; `nil` if they do not.
  func flip(of found: Recommendation) -> String? {
    band(of: found)?.flip?.contradiction
  }
}

// The gain of a recommended setting, and the effects of other budgets.

extension SweepReport {
  /// Returns the gain: `. That is 0.40 s (27 %) less than lru 16MiB. Over sessions like these it saves
  /// 0.2 s to 0.6 s (95 %)`.
  func gain(of found: Recommendation) -> String {
    guard let reference = found.reference, reference.setting != found.setting else { return "" }
    return reference.gainText(
      against: reference.title(text(of: reference.setting), baseline: baseline?.text),
      found.effects, on: found.basis, in: Phrase.theseSessions(found.sessions))
  }

  /// Returns a sentence on the best setting found, which is not known to be better than the
  /// recommendation.
  func rivalSentence(of found: Recommendation) -> String? {
    if let rival = found.rival {
      return rival.rivalText(
        named: text(of: rival.setting), in: Phrase.theseSessions(found.sessions),
        clusters: found.clusters)
    }
    if found.basis == .kept, let preferred = found.preferred {
      return preferred.effects.preferenceText(
        for: text(of: preferred.setting), in: Phrase.theseSessions(found.sessions))
    }
    // With too few clusters the answer states this once, at its end.
    if found.basis == .bestFound, found.clusters >= MeanInterval.leastSessions,
      let reference = found.reference, reference.setting != found.setting, reference.matters
    {
      return " \(reference.doubt)."
    }
    return nil
  }

  /// Returns the effects of other budgets in place of the recommended one.
  ///
  /// The text reads `16MiB stalls 0.57 s more, 32MiB 0.15 s more, 128MiB 0.024 s less, no visible
  /// difference`.
  func returns(of found: Recommendation) -> String? {
    guard let bytes = found.setting.budgetBytes,
      let own = found.budgets.first(where: { $0.bytes == bytes }),
      found.budgets.count + found.killedBudgets.count > 1
    else { return nil }
    var parts: [String] = []
    let others = found.budgets.filter { $0.bytes != bytes }
    if others.contains(where: { $0.stalls != own.stalls }) {
      parts += Self.told(others, around: bytes).enumerated().map { index, budget in
        let difference = budget.stalls - own.stalls
        let amount =
          difference == 0
          ? "the same"
          : "\(SecondsText.of(abs(difference))) \(difference > 0 ? "more" : "less")"
        return "\(budget.setting.budgetText) \(index == 0 ? "stalls " : "")\(amount)"
          + Self.weight(of: budget, more: difference)
      }
    } else if !others.isEmpty {
      parts.append("the others stall the same")
    }
    if !found.killedBudgets.isEmpty {
      let killed = found.killedBudgets.map { Self.text(ofBytes: $0) }
      parts.append("with \(Phrase.list(killed, atMost: 6)) the app was killed")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// Returns a clause if the difference of another budget is not visible, and its stall is within
  /// the tolerance of the best.
  private static func weight(of budget: Recommendation.Budget, more difference: Double) -> String {
    difference == 0 || budget.isMaterial || difference > 0 && budget.isBehind
      ? "" : ", no visible difference"
  }

  /// Returns six budgets at most: the smallest, the largest, and those near the setting's own.
  private static func told(
    _ budgets: [Recommendation.Budget], around bytes: Int
  ) -> [Recommendation.Budget] {
    guard budgets.count > 6 else { return budgets }
    let place = budgets.count { $0.bytes < bytes }
    let near = Set([0, place - 2, place - 1, place, place + 1, budgets.count - 1])
    return budgets.indices.filter { near.contains($0) }.map { budgets[$0] }
  }

  /// The reasons for which the app was killed in runs: `: its footprint reached the app limit`.
  var deathReasons: String {
    let reasons = Set(cells.values.flatMap(\.deathReasons)).sorted()
    return reasons.isEmpty ? "" : ": \(Phrase.list(reasons, atMost: 3))"
  }
}

extension SweepReport {
  /// The runs to repeat for the band of each recommendation, in the order of the recommendations.
  package var adviceQuestions: [AdviceQuestion] {
    recommendations.compactMap { question(about: $0) }
  }

  /// Returns the runs to repeat for a recommendation; `nil` if its settings have no place in
  /// common.
  private func question(about found: Recommendation) -> AdviceQuestion? {
    let places = scenes.indices.filter {
      scenes[$0].device.name == found.device
        && (found.network == nil || scenes[$0].network.name == found.network)
    }
    let reference = found.reference.flatMap { $0.setting == found.setting ? nil : $0 }
    let next = SettingTable(self, over: places, amid: 1).rows.first {
      $0.setting != found.setting && $0.setting != reference?.setting
    }
    let rival = found.rival.map(\.setting) ?? next?.setting
    func runs(_ setting: CacheSetting) -> SettingRuns {
      SettingRuns(of: setting, in: self, over: places)
    }
    let advised = runs(found.setting)
    let ofReference = reference.map { runs($0.setting) }
    let ofRival = rival == reference?.setting ? nil : rival.map(runs)
    let all = [advised, ofReference, ofRival].compactMap { $0 }
    // The setting with the most runs has the most seeds.
    let most = all.max { $0.spots.count < $1.spots.count } ?? advised
    let shared = most.spots.filter { spot in all.allSatisfy { $0[spot] != nil } }
    guard !shared.isEmpty else { return nil }
    let spots = Self.few(shared, of: advised)
    func other(
      _ setting: CacheSetting?, _ runs: SettingRuns?, leavesLess: Bool
    ) -> AdviceQuestion.AlternativeSetting? {
      guard let setting, let runs else { return nil }
      return AdviceQuestion.AlternativeSetting(
        setting, spots.compactMap { runs[$0] }, leavesLess: leavesLess)
    }
    return AdviceQuestion(
      device: found.device, network: found.network, advised: spots.compactMap { advised[$0] },
      reference: other(reference?.setting, ofReference, leavesLess: reference?.costs ?? false),
      rival: other(rival, ofRival, leavesLess: found.rival != nil), allPlaces: shared.count,
      materiality: materiality,
      frames: leastSeconds(at: spots, over: places))
  }

  /// Returns a few of many spots, those whose runs have the smallest digests, in their order.
  private static func few(
    _ spots: [SettingRuns.RunConditions], of runs: SettingRuns
  ) -> [SettingRuns.RunConditions] {
    guard spots.count > AdviceQuestion.mostPlaces else { return spots }
    let keyed = spots.compactMap { spot in runs[spot].map { (spot, $0) } }
    let least = keyed.sorted { $0.1 < $1.1 }.prefix(AdviceQuestion.mostPlaces)
    let taken = Set(least.map(\.0))
    return spots.filter { taken.contains($0) }
  }

  /// Returns the frame-based part of the smallest visible difference, in seconds; the mean over
  /// some spots.
  private func leastSeconds(at spots: [SettingRuns.RunConditions], over places: [Int]) -> Double {
    let rate = places.first.flatMap { scenes[$0].device.refreshRate }.map(Double.init)
    let sum = spots.reduce(0) {
      $0
        + materiality.leastSeconds(
          over: sessions[$1.session].durationSeconds, at: rate ?? Materiality.assumedRefreshRate)
    }
    return sum / Double(max(1, spots.count))
  }
}
