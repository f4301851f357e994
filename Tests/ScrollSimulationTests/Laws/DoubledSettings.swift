import ScrollCaching
import ScrollCore
import ScrollSimulation

/// A policy with drawn times, and the same with all of them doubled.
struct DoubledPolicy {
  let once: Choice<PolicyDescriptor>, twice: Choice<PolicyDescriptor>

  init(_ name: String, _ dice: inout SeededRandom) throws {
    let plain = try PolicyCatalog.builtIn.choose(name)
    guard !name.hasPrefix("score") else {
      (once, twice) = (plain, plain)
      return
    }
    var text = name
    for setting in plain.entry.settings {
      guard let unit = setting.unit, let standard = Double(setting.standard) else { continue }
      let isStandard = unit == .perSecond || dice.chance(0.3)
      text += ":\(setting.name)=\(isStandard ? standard : setting.drawnTime(&dice))"
    }
    once = try PolicyCatalog.builtIn.choose(text)
    twice = try PolicyCatalog.builtIn.choose(once.entry.settings.doubled(in: text))
  }
}

extension Prefetcher {
  /// The same that looks twice as long ahead.
  func doubled() throws -> Prefetcher {
    let catalog = Catalog<PrefetcherDescriptor>.builtIn
    let settings = try catalog.choose(description).entry.settings
    let choice = try catalog.choose(settings.doubled(in: description))
    return choice.entry.prefetcher(choice.settings)
  }
}

extension Setting {
  /// What a number of a setting counts, by its summary: new settings are found the day they are
  /// declared.
  enum Unit { case seconds, milliseconds, perSecond }

  var unit: Unit? {
    switch domain {
    case .flag, .choice, .expression, .distance: return nil
    case .integer, .number: break
    }
    let words = summary.lowercased()
    if words.contains("per second") { return .perSecond }
    if words.contains("milliseconds") { return .milliseconds }
    return words.contains("seconds") ? .seconds : nil
  }

  /// A time of the length of a drawn scenario.
  func drawnTime(_ dice: inout SeededRandom) -> Double {
    let seconds = Double(dice.within(1...16)) / 32
    return clamped(unit == .milliseconds ? 1000 * seconds : seconds)
  }

  private func clamped(_ value: Double) -> Double {
    guard case .number(let range) = domain else { return value }
    return min(max(value, range.lowerBound), range.upperBound / 2)
  }
}

extension [Setting] {
  /// `NAME:KEY=VALUE...` with every time that it names doubled, and every rate halved.
  func doubled(in text: String) -> String {
    text.split(separator: ":", omittingEmptySubsequences: false).map { part -> String in
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let setting = first(where: { $0.name == pair[0] }),
        let unit = setting.unit, let value = Double(pair[1])
      else { return String(part) }
      return "\(pair[0])=\(unit == .perSecond ? value / 2 : value * 2)"
    }.joined(separator: ":")
  }
}
