import ScrollCore
import ScrollPages
import ScrollSimulation

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
