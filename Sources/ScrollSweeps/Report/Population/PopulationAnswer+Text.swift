import ScrollCore
import ScrollPages
import ScrollSimulation

extension PopulationAnswer {
  /// What there is to know, in sentences, those that decide first.
  package var sentences: [String] {
    var sentences: [String] = []
    if let best {
      let noun = best.isSearched ? Self.allRules : "Of what was run, "
      sentences.append(sentence(best, noun: noun))
    }
    if let rule = bestRule, best?.isRule == false {
      let noun = rule.isSearched ? Self.allRules : "Of the rules, "
      sentences.append(sentence(rule, noun: noun))
    }
    if let searched = choices.first(where: \.isSearched), searched.setting == bestRule?.setting {
      sentences.append(
        "\(Self.budget(searched)) was searched for among all shares from 1 to 50 % with all caps that "
          + "were swept; a rule is judged by the largest swept budget that it allows.")
    }
    if let current, let best, !best.isSame(as: current) {
      sentences.append(gains(best, over: current))
    }
    if let first = bestRule {
      sentences += choices.filter { $0.isRule && $0.setting == first.setting }.dropFirst().prefix(3)
        .map { gains(first, over: $0) }
    }
    let missing = 1 - (best?.covered ?? 0)
    if missing > 1e-9 {
      sentences.append(
        "\(Self.percent(missing)) of the users have no runs in this sweep, whatever the choice: "
          + "the figures are of the others.")
    }
    if !unused.isEmpty {
      sentences.append("None of the users have \(Words.list(unused, atMost: 8)).")
    }
    sentences.append(
      population.isIndependent
        ? "The shares of devices, networks and sessions are taken for independent of each other."
        : "The shares are those of the groups in the file.")
    return sentences
  }

  private static let allRules = "Of all rules 'p % of memory, at most c', "

  private func sentence(_ choice: PopulationChoice, noun: String) -> String {
    var text = "\(noun)\(name(choice)) serves these users best: "
    text +=
      choice.stalls.map { "\(Self.seconds($0)) of missing screen a session in the mean" }
      ?? "the app is killed for \(Self.percent(choice.killed)) of them"
    if !population.limits.isEmpty {
      text += ", and \(Self.percent(choice.kept)) keep \(Self.limits(population))"
    }
    return text + "."
  }

  /// Who stalls less with one rule than with another, and who more.
  private func gains(_ first: PopulationChoice, over other: PopulationChoice) -> String {
    var (less, more, same) = (0.0, 0.0, 0.0)
    var (winners, losers): ([String], [String]) = ([], [])
    for (index, users) in users.enumerated()
    where first.outcomes[index].covered > 0 && other.outcomes[index].covered > 0 {
      let (new, old) = (first.outcomes[index], other.outcomes[index])
      let device = devices[users.device].name
      if !materiality.matters(new.stalls, old.stalls, frames: leastSeconds[index]) {
        same += users.share
      } else if new.stalls < old.stalls {
        less += users.share
        if !winners.contains(device) { winners.append(device) }
      } else {
        more += users.share
        if !losers.contains(device) { losers.append(device) }
      }
    }
    func part(_ share: Double, _ devices: [String], _ verb: String) -> String? {
      share == 0 ? nil : "\(Self.percent(share)) \(verb) (\(Words.list(devices, atMost: 6)))"
    }
    let parts = [
      part(less, winners, "of the users stall less"), part(more, losers, "stall more"),
      same > 0 ? "for \(Self.percent(same)) it makes no practical difference" : nil,
    ].compactMap { $0 }
    return "With \(name(first)) instead of \(name(other)) \(Words.list(parts))."
  }

  static func limits(_ population: Population) -> String {
    population.limits.isEmpty ? "" : Words.list(population.limits.map(\.text))
  }

  /// `15%<=768MiB with lru`, and how images are loaded where that was swept.
  func name(_ choice: PopulationChoice) -> String {
    let settings = choices.map(\.setting)
    let loading = [
      (settings.map(\.loader), choice.setting.loader),
      (settings.map(\.prefetcher), choice.setting.prefetcher),
    ].filter { Set($0.0).count > 1 }.map { ShortSettings($0.0).text($0.1) }
    return Self.budget(choice)
      + (choice.setting.policy.map { " with \(([$0] + loading).joined(separator: ", "))" } ?? "")
  }

  /// `15%<=768MiB`, `64MiB`.
  static func budget(_ choice: PopulationChoice) -> String {
    switch choice.budget {
    case .rule(let text), .searched(let text, _): text
    case .bytes(nil): SweepReport.noCache
    case .bytes(SweepReport.unlimited): "no limit"
    case .bytes(.some(let bytes)): size(bytes)
    }
  }

  /// `64MiB`, `614.4MiB`.
  package static func size(_ bytes: Int) -> String {
    let isRound = bytes.isMultiple(of: 1 << 20) || bytes < 1 << 20
    return isRound ? "\(ByteCount(bytes))" : NumberText.mebibytes(ByteCount(bytes))
  }

  /// What is not nothing is not shown as 0.
  static func percent(_ share: Double) -> String {
    share > 0 && share < 0.0005 ? "less than 0.1 %" : NumberText.percent(share)
  }

  static func seconds(_ value: Double) -> String {
    value > 0 && value < 0.0005
      ? "less than 0.001 s" : "\(NumberText.fixed(value, decimals: 3)) s"
  }
}
