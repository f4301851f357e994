import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// What to take, device by device, and by network where a device's users of one would lose by
  /// what is best for all; none for a device on which no setting can be advised, and none at all
  /// before the sweep is finished: a setting whose runs are still to come may be the one to take.
  package var recommendations: [Recommendation] {
    guard isFinished else { return [] }
    return devices.flatMap { device -> [Recommendation] in
      guard let whole = recommendation(on: device.name, over: device.scenes, network: nil)
      else { return [] }
      var networks: [(name: String, scenes: [Int])] = []
      for scene in device.scenes {
        let name = scenes[scene].network.name
        if let known = networks.firstIndex(where: { $0.name == name }) {
          networks[known].scenes.append(scene)
        } else {
          networks.append((name, [scene]))
        }
      }
      guard networks.count > 1 else { return [whole] }
      let loses = networks.contains { network in
        let table = SettingTable(self, over: network.scenes)
        guard let best = table.rows.first, let row = table[whole.setting] else { return false }
        return table.differ(row, best)
      }
      guard loses else { return [whole] }
      return networks.compactMap {
        recommendation(on: device.name, over: $0.scenes, network: $0.name)
      }
    }
  }

  private func recommendation(
    on device: String, over scenes: [Int], network: String?
  ) -> Recommendation? {
    let table = SettingTable(self, over: scenes)
    guard let best = table.rows.first, let last = table.rows.last else { return nil }
    let current = baseline.flatMap { baseline in
      table.rows.first { baseline.is($0.setting, on: device) }
    }
    let choice =
      table.notSurelyWorse.first { $0.setting == current?.setting }
      // Of several that take the same effort the one that leaves least comes first.
      ?? table.nearlyBest.min {
        Self.effort($0.setting, from: current?.setting)
          .lexicographicallyPrecedes(Self.effort($1.setting, from: current?.setting))
      } ?? best
    let alike = table.rows.filter { !table.differ($0, choice) }
    guard let worst = worstSession(of: choice, in: table, over: scenes) else { return nil }
    return Recommendation(
      device: device, network: network, setting: choice.setting, stalls: choice.mean,
      isCritical: choice.isCritical, reference: reference(for: choice, current, in: table),
      rival: table.differ(choice, best) ? rival(best, of: choice, in: table) : nil,
      hitches: choice.hitches, footprint: choice.footprint,
      settings: table.rows.count, alike: alike.count,
      isIndifferent: table.rows.allSatisfy { !table.differ($0, best) },
      range: best.mean...max(best.mean, last.mean),
      budgets: Self.budgets(of: choice.setting, in: table),
      killedBudgets: killedBudgets(of: choice.setting, over: scenes),
      sessions: table.sessions.count,
      percentile95: Self.percentile95(choice.stalls), worst: worst)
  }

  /// How much there is to change from what the user has, then to build.
  private static func effort(_ setting: CacheSetting, from current: CacheSetting?) -> [Int] {
    [current.map { setting.changes(from: $0) } ?? 0] + setting.effort
  }

  /// What the user has, else the setting that takes the least effort, else the best of the others.
  private func reference(
    for choice: SettingTable.Row, _ current: SettingTable.Row?, in table: SettingTable
  ) -> Recommendation.Reference? {
    let simplest = table.rows.min {
      $0.setting.leastEffort.lexicographicallyPrecedes($1.setting.leastEffort)
    }
    let kind: Recommendation.Reference.Kind
    let row: SettingTable.Row
    if let current {
      (kind, row) = (.baseline, current)
    } else if let simplest, simplest.setting != choice.setting {
      (kind, row) = (.simplest, simplest)
    } else if let next = table.rows.first(where: {
      $0.setting != choice.setting && $0.setting.policy != choice.setting.policy
    }) ?? table.rows.first(where: { $0.setting != choice.setting }) {
      (kind, row) = (.runnerUp, next)
    } else {
      return nil
    }
    return Recommendation.Reference(
      kind: kind, setting: row.setting, stalls: row.mean,
      saved: table.saved(by: choice, against: row),
      least: table.least(of: max(row.mean, choice.mean)), isBehind: table.isBehind(row))
  }

  /// What the best may save against what is recommended in its place.
  private func rival(
    _ best: SettingTable.Row, of choice: SettingTable.Row, in table: SettingTable
  ) -> Recommendation.Reference {
    Recommendation.Reference(
      kind: .runnerUp, setting: best.setting, stalls: best.mean,
      saved: table.saved(by: best, against: choice), least: table.least(of: choice.mean),
      isBehind: false)
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

  /// The budgets of a setting with which the app was killed somewhere.
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

  /// By the nearest rank.
  private static func percentile95(_ values: [Double]) -> Double? {
    guard values.count >= 20 else { return nil }
    return values.sorted()[(values.count * 95 + 99) / 100 - 1]
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
  /// Whether a setting is what the user has on a device.
  func `is`(_ setting: CacheSetting, on device: String) -> Bool {
    let isBudget =
      switch budgets {
      case nil: true
      case .bytes(let bytes): setting.budgetBytes == bytes
      case .byDevice(let sizes):
        sizes[device].map { ($0 ?? SweepReport.unlimited) == setting.budgetBytes } ?? false
      }
    return isBudget && loader ?? setting.loader == setting.loader
      && prefetcher ?? setting.prefetcher == setting.prefetcher
      && policy ?? setting.policy == setting.policy
  }
}

// What to take, in sentences.

extension SweepReport {
  /// A setting by what the sweep varied: `sieve 64MiB, prefetcher ring:ahead=2`.
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

  /// What to take on each device, one sentence for all that have the same advice.
  var advice: [String] {
    guard isFinished else { return ["What to take is told when all of them have been made."] }
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
        : "On \(Words.list(killed, atMost: 6)) the app was killed with every setting\(deathReasons).",
      others.isEmpty
        ? nil
        : "On \(Words.list(others, atMost: 6)) nothing can be advised: no setting had room for "
          + "what it needs, kept its budget and the app alive in every scene.",
    ].compactMap { $0 }
    if found.count == 1 {
      return [sentence(of: first, place: devices.count > 1 ? place(of: first) : nil)] + none
    }
    let isSame =
      baseline == nil && found.count <= Self.toldDevices
      && found.allSatisfy {
        $0.setting == first.setting && !$0.isIndifferent && !$0.isCritical && $0.rival == nil
          && $0.reference?.isCertain != false
      }
    guard !isSame else {
      let left = found.enumerated().map { index, item in
        "on \(place(of: item)) \(SecondsText.of(item.stalls))"
          + (index == 0 ? " of missing screen per session" : "") + gain(of: item)
      }
      return ["Take \(text(of: first.setting)) everywhere. \(Self.sentences(left))"] + none
    }
    return found.prefix(Self.toldDevices).map { sentence(of: $0, place: place(of: $0)) } + none
  }

  static let toldDevices = 4

  /// Clauses, each a sentence of its own.
  private static func sentences(_ clauses: [String]) -> String {
    clauses.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
  }

  private static let noSetting =
    "No setting can be advised: none had room, kept its budget and the app alive under all "
    + "conditions of a device."

  /// `iphone-8`, `iphone-8 over wifi`.
  func place(of recommendation: Recommendation) -> String {
    recommendation.device + (recommendation.network.map { " over \($0)" } ?? "")
  }

  /// What to take in one place, and why it is that.
  func sentence(of found: Recommendation, place: String?) -> String {
    let on = place.map { "On \($0) " } ?? ""
    let name = text(of: found.setting)
    let left = "\(SecondsText.of(found.stalls)) of missing screen per session"
    if found.settings == 1 {
      let only =
        policies.count > 1 || budgets.count > 1
        ? ", the only setting that keeps its budget, has room and keeps the app alive" : ""
      let verb = only.isEmpty ? "" : on.isEmpty ? "Take " : "take "
      return "\(on)\(verb)\(name)\(only.isEmpty ? " averages" : ":") \(left)\(only)"
        + "\(found.isCritical ? "; that is critical" : "")."
    }
    if found.isIndifferent {
      let ends = [found.range.lowerBound, found.range.upperBound].map { SecondsText.of($0) }
      let span = ends[0] == ends[1] ? "\(ends[0])" : "\(ends[0]) to \(ends[1])"
      let start =
        on.isEmpty ? "No practical difference: " : on + "there is no practical difference: "
      return start + "each of \(found.settings) settings leaves \(span) of missing screen per "
        + "session\(found.isCritical ? ", which is critical" : ""). \(choice(found))"
    }
    return on + (on.isEmpty ? "Take " : "take ") + "\(name): \(left)\(gain(of: found))"
      + "\(found.isCritical ? "; that is critical all the same" : "")."
      + (rivalSentence(of: found) ?? "")
  }

  /// Why this one of several that are alike.
  private func choice(_ found: Recommendation) -> String {
    if let reference = found.reference, reference.kind == .baseline,
      reference.setting == found.setting
    {
      return "Keep what you have, \(text(of: found.setting))."
    }
    let why =
      found.setting.isSimplest
      ? budgets.count > 1 ? "the simplest policy with the smallest budget" : "the simplest policy"
      : budgets.count > 1 ? "the smallest budget" : "the first by name"
    return "Take \(text(of: found.setting)), \(why)."
  }

  /// What is too little to act on, in words.
  package var materialityText: String {
    let frames = NumberText.fixed(
      materiality.framesPerMinute,
      decimals: materiality.framesPerMinute.rounded() == materiality.framesPerMinute ? 0 : 2)
    return "\(ShareText.of(materiality.share)) of the larger figure and "
      + "\(frames == "1" ? "one frame" : "\(frames) frames") of the display per minute"
  }

  /// What so few sessions cannot tell.
  static func tooFewSessions(_ count: Int) -> String {
    (count == 1
      ? "One session: what other sessions of the same users would show is not known"
      : "\(count) sessions: no confidence interval")
      + " (needs at least \(Certainty.leastSessions), as with --trace sessions:count=25:seed=1)"
  }
}

// How far what is advised holds, in sentences.

extension SweepReport {
  /// What is advised, and how far it holds.
  package var bandedAdvice: [String] { advice + bandSentences }

  /// The band of a recommendation; nil if none was asked for.
  func band(of found: Recommendation) -> AdviceBand? {
    bands.first { $0.question.device == found.device && $0.question.network == found.network }
  }

  /// What the errors of the figures leave of the advice; nothing without bands.
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
        "On \(Words.list(flipped, atMost: 6)) the advice does not hold to within the errors of the "
          + "devices' figures."
      ]
    return [
      "The figures of devices and networks have errors (an estimate without one counts as "
        + "\(assumed) % off), so what is advised was made again in \(draws) draws of them."
    ] + told + rest
  }

  /// What the draws say of one recommendation.
  private func sentence(of found: Recommendation, _ band: AdviceBand, on place: String) -> String {
    let name = text(of: found.setting)
    let (taken, all) = (band.question.advised.count, band.question.allPlaces)
    let sample = taken < all ? ", in \(taken) of its \(Words.digits(all)) runs," : ""
    guard let stall = band.stall else {
      return "\(place)\(name)\(sample) has the app killed in every draw."
    }
    let percent = NumberText.fixed(100 * FigureBand.share, decimals: 0)
    let living =
      band.killedIn == 0
      ? "the draws" : "the \(band.draws - band.killedIn) draws in which the app lives"
    var said =
      "\(place)\(name)\(sample) leaves \(stall.secondsText) per session in \(percent) % of \(living)"
    if let reference = band.reference, let other = band.question.reference {
      said += " and \(clause(reference, other))"
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
      let what = band.reference == nil && band.rival == nil ? "its stall" : "the difference"
      said += " What moves \(what) most: \(cause.text) (\(ShareText.of(cause.share)))."
    }
    return said
  }

  /// What a setting saves against another, and whether that is known.
  private func clause(
    _ comparison: DrawnComparison, _ other: AdviceQuestion.Other
  ) -> String {
    let name = text(of: other.setting)
    let saving =
      comparison.saved.map { $0.savingText(against: name) } ?? "is held against \(name)"
    return saving + comparison.finding
  }

  /// The row of a card.
  func bandRow(of found: Recommendation) -> ReportCard.Row? {
    guard let band = band(of: found) else { return nil }
    let stall = band.stall.map { "\($0.secondsText) per session" } ?? "killed in every draw"
    let finding = band.reference.map { "; \($0.shortFinding)" } ?? ""
    return ReportCard.Row("given the errors", stall + finding, isBold: band.flips)
  }

  /// Where the draws contradict a recommendation, that they do.
  func flip(of found: Recommendation) -> String? {
    band(of: found)?.flip?.contradiction
  }
}

// What a recommended setting gains, how sure that is, and what other budgets would do.

extension SweepReport {
  /// `, 0.40 s (27 %) less than lru in these 2 sessions`.
  func gain(of found: Recommendation) -> String {
    guard let reference = found.reference else { return "" }
    let other =
      switch reference.kind {
      case .baseline: "what you have (\(baseline?.text ?? ""))"
      case .simplest, .runnerUp: text(of: reference.setting)
      }
    if reference.setting == found.setting { return ", and it is what you have" }
    if reference.costs, found.rival != nil, reference.kind == .runnerUp { return "" }
    guard reference.matters else {
      if reference.costs {
        return ", \(SecondsText.of(-reference.saved.mean)) more than \(other)"
          + certainty(of: reference, sessions: found.sessions)
      }
      if reference.isBehind, reference.saved.mean > 0 {
        return ", \(SecondsText.of(reference.saved.mean)) less than \(other), "
          + "which is too far behind the best"
      }
      return reference.kind == .runnerUp && found.rival == nil
        ? ", and no other of \(Words.digits(found.settings)) settings is better by as much as matters"
        : ", no practical difference to \(other)"
    }
    let saved = reference.saved.mean
    let share = ShareText.of(saved / max(reference.stalls, .leastNonzeroMagnitude))
    return ", \(SecondsText.of(saved)) (\(share)) less than \(other)"
      + certainty(of: reference, sessions: found.sessions)
  }

  /// Over which sessions a saving holds.
  private func certainty(of reference: Recommendation.Reference, sessions: Int) -> String {
    guard let interval = reference.saved.interval else {
      return
        " in \(sessions == 1 ? "this one session" : "these \(Words.digits(sessions)) sessions")"
    }
    guard interval.lowerBound < interval.upperBound, let words = reference.saved.savingWords
    else { return "" }
    return "; over sessions like these \(words)"
      + (reference.isCertain == false ? ", so \(Self.doubt(reference))" : "")
  }

  /// What the sessions leave open, and how many would tell.
  private static func doubt(_ reference: Recommendation.Reference) -> String {
    let open =
      reference.saved.isAbove(0) == true
      ? "whether it is better by as much as matters" : "whether it is better"
    return "\(open) is not known"
      + (reference.saved.sessionsNeeded(toTellFrom: reference.least).map {
        $0 > mostSessions
          ? " (it would take more than \(Words.digits(mostSessions)) sessions)"
          : " (about \(Words.digits($0)) sessions would tell)"
      } ?? "")
  }

  /// More than anyone records.
  private static let mostSessions = 10_000

  /// What left least, where it is not surely better than what is recommended.
  func rivalSentence(of found: Recommendation) -> String? {
    guard let rival = found.rival, let words = rival.saved.savingWords else { return nil }
    return " \(text(of: rival.setting)) leaves \(SecondsText.of(rival.saved.mean)) less in these "
      + "sessions; over sessions like these \(words), so "
      + "\(Self.doubt(rival))."
  }

  /// What other budgets would do in place of the one of the setting: `16MiB leaves 0.57 s more, 32MiB
  /// 0.15 s more, 128MiB 0.024 s less, less than matters`.
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
        return "\(budget.setting.budgetText) \(index == 0 ? "leaves " : "")\(amount)"
          + Self.weight(of: budget, more: difference)
      }
    } else if !others.isEmpty {
      parts.append("the others leave the same")
    }
    if !found.killedBudgets.isEmpty {
      let killed = found.killedBudgets.map { Self.text(ofBytes: $0) }
      parts.append("with \(Words.list(killed, atMost: 6)) the app was killed")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// Whether so much more or less than the advised budget leaves matters.
  private static func weight(of budget: Recommendation.Budget, more difference: Double) -> String {
    if difference == 0 || budget.isMaterial { return "" }
    return difference > 0 && budget.isBehind
      ? ", too far behind the best" : ", less than matters"
  }

  /// Six at most: the ends, and those beside the setting's own.
  private static func told(
    _ budgets: [Recommendation.Budget], around bytes: Int
  ) -> [Recommendation.Budget] {
    guard budgets.count > 6 else { return budgets }
    let place = budgets.count { $0.bytes < bytes }
    let near = Set([0, place - 2, place - 1, place, place + 1, budgets.count - 1])
    return budgets.indices.filter { near.contains($0) }.map { budgets[$0] }
  }

  /// `: its footprint reached the app limit`, of the runs in which the app was killed.
  var deathReasons: String {
    let reasons = Set(cells.values.flatMap(\.deathReasons)).sorted()
    return reasons.isEmpty ? "" : ": \(Words.list(reasons, atMost: 3))"
  }
}

extension SweepReport {
  /// For each recommendation, in their order, which runs are made again for its band.
  package var adviceQuestions: [AdviceQuestion] {
    recommendations.compactMap { question(about: $0) }
  }

  /// Nil if its settings have no place in common.
  private func question(about found: Recommendation) -> AdviceQuestion? {
    let places = scenes.indices.filter {
      scenes[$0].device.name == found.device
        && (found.network == nil || scenes[$0].network.name == found.network)
    }
    let reference = found.reference.flatMap { $0.setting == found.setting ? nil : $0 }
    let next = SettingTable(self, over: places).rows.first {
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
    // The one of most runs has the most seeds.
    let most = all.max { $0.spots.count < $1.spots.count } ?? advised
    let shared = most.spots.filter { spot in all.allSatisfy { $0[spot] != nil } }
    guard !shared.isEmpty else { return nil }
    let spots = Self.few(shared, of: advised)
    func other(
      _ setting: CacheSetting?, _ runs: SettingRuns?, leavesLess: Bool
    ) -> AdviceQuestion.Other? {
      guard let setting, let runs else { return nil }
      return AdviceQuestion.Other(setting, spots.compactMap { runs[$0] }, leavesLess: leavesLess)
    }
    return AdviceQuestion(
      device: found.device, network: found.network, advised: spots.compactMap { advised[$0] },
      reference: other(reference?.setting, ofReference, leavesLess: reference?.costs ?? false),
      rival: other(rival, ofRival, leavesLess: found.rival != nil), allPlaces: shared.count,
      materiality: materiality,
      frames: leastSeconds(at: spots, over: places))
  }

  /// Of many spots a few, those whose runs have the least digests, in their order.
  private static func few(
    _ spots: [SettingRuns.Spot], of runs: SettingRuns
  ) -> [SettingRuns.Spot] {
    guard spots.count > AdviceQuestion.mostPlaces else { return spots }
    let keyed = spots.compactMap { spot in runs[spot].map { (spot, $0) } }
    let least = keyed.sorted { $0.1 < $1.1 }.prefix(AdviceQuestion.mostPlaces)
    let taken = Set(least.map(\.0))
    return spots.filter { taken.contains($0) }
  }

  /// The mean of the least seconds that matter.
  private func leastSeconds(at spots: [SettingRuns.Spot], over places: [Int]) -> Double {
    let rate = places.first.flatMap { scenes[$0].device.refreshRate }.map(Double.init)
    let duration = spots.reduce(0) { $0 + sessions[$1.session].durationSeconds }
    return materiality.leastSeconds(
      over: duration / Double(max(1, spots.count)), at: rate ?? Materiality.assumedRefreshRate)
  }
}
