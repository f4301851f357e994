import ScrollCaching
import ScrollCore
import ScrollSimulation

/// A policy with random times, and the same policy with all of them doubled.
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
  /// Returns the same prefetcher, which looks twice as long ahead.
  func doubled() throws -> Prefetcher {
    let catalog = Catalog<PrefetcherDescriptor>.builtIn
    let settings = try catalog.choose(description).entry.settings
    let choice = try catalog.choose(settings.doubled(in: description))
    return choice.entry.prefetcher(choice.settings)
  }
}

extension Setting {
  /// The unit of a number of a setting, from its summary, so that tests cover new settings at once.
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

  /// Returns a time of the length of a random scenario.
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
  /// Returns `NAME:KEY=VALUE...` with every time doubled and every rate halved.
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
