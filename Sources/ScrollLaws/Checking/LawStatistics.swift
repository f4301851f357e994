import ScrollCaching

/// The number of events of each kind in the cases, and the number of scripts that exercised each
/// law.
///
/// Events are counted in random cases only. Of the small streams only the number is counted.
public struct LawStatistics: Sendable {
  public internal(set) var cases = 0
  public internal(set) var smallWorlds = 0
  public internal(set) var operations = 0
  /// The number of events of each kind, in the order of first appearance.
  public internal(set) var events: [(name: String, count: Int)] = Self.names.map { ($0, 0) }
  /// The number of scripts that exercised each law.
  public internal(set) var exercised: [(law: String, count: Int)] = []

  private static let names = [
    "hits", "misses", "stores", "prefetches", "refusals", "replacements", "evictions by cost",
    "evictions by count", "removals under pressure", "removals in the background",
    "removals by the app", "pins", "changed limits", "memory warnings", "viewport moves",
    "steps over the limit", "evictions beside pinned images",
  ]

  /// Counts the events of a recording.
  mutating func add(_ recording: Recording) {
    operations += (recording.steps.last?.operation ?? -1) + 1
    var counts = Array(repeating: 0, count: Self.names.count)
    let ledgers = recording.ledgers
    for (index, step) in recording.steps.enumerated() {
      switch step.verb {
      case .lookUp: counts[step.hit == true ? 0 : 1] += 1
      case .store(_, let admission):
        counts[2] += 1
        if admission == .prefetched { counts[3] += 1 }
        if step.outcome == .refused { counts[4] += 1 }
      case .pin: counts[11] += 1
      case .limits: counts[12] += 1
      case .pressure(let level, _): if level != .normal { counts[13] += 1 }
      case .viewport: counts[14] += 1
      case .remove, .removeAll, .unpin, .background, .time, .placement: break
      }
      for removal in step.removals {
        switch removal.reason {
        case .replaced: counts[5] += 1
        case .cost: counts[6] += 1
        case .count: counts[7] += 1
        case .pressure: counts[8] += 1
        case .background: counts[9] += 1
        case .removed: counts[10] += 1
        case .expired, .discarded, .leftRange: break
        }
        if removal.isEviction, ledgers[index].pinnedResidents.count > 0 { counts[16] += 1 }
      }
      if !ledgers[index + 1].fits { counts[15] += 1 }
    }
    for (place, count) in counts.enumerated() { events[place].count += count }
  }

  mutating func exercise(_ law: String) {
    if let place = exercised.firstIndex(where: { $0.law == law }) {
      exercised[place].count += 1
    }
  }
}

extension LawStatistics: CustomStringConvertible {
  /// A summary in a few lines.
  public var description: String {
    let happened = events.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    let laws = exercised.map { "\($0.law) \($0.count)" }
    return """
      \(cases) cases of \(operations) operations, \(smallWorlds) small streams
        in the cases: \(happened.joined(separator: ", "))
        laws exercised: \(laws.joined(separator: ", "))
      """
  }
}
