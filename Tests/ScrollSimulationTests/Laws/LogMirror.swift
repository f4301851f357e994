import ScrollCore
import ScrollSimulation

/// Mirrors events: the same events of the items in the same places.
struct LogMirror {
  private let items: Int32, variants: Int32
  private let keysAreItems: Bool

  init(_ scenario: Scenario) {
    items = Int32(scenario.placement.count)
    variants = Int32(PreparedScenario(scenario).renditionCount)
    keysAreItems = scenario.loader.key == .item
  }

  private func other(_ item: Int32) -> Int32 { item < 0 ? item : items - 1 - item }

  private func otherKey(_ key: Int32) -> Int32 {
    keysAreItems ? other(key / variants) * variants + key % variants : key
  }

  /// Returns the entries of a log, with simultaneous removals sorted by key, because caches empty
  /// themselves in any order.
  static func ordered(_ log: RunLog) -> [RunLog.Entry] { ordered(log.entries) }

  /// Returns the same entries for a log in the mirror.
  func image(of log: RunLog) -> [RunLog.Entry] {
    Self.ordered(
      log.entries.map { entry in
        var mirrored = entry
        mirrored.event = image(of: entry.event)
        return mirrored
      })
  }

  private static func ordered(_ entries: [RunLog.Entry]) -> [RunLog.Entry] {
    var (ordered, removals) = ([RunLog.Entry](), [(key: Int32, entry: RunLog.Entry)]())
    func settle() {
      ordered += removals.sorted { $0.key < $1.key }.map(\.entry)
      removals = []
    }
    for entry in entries {
      if case .removed(let key, _, _) = entry.event {
        removals.append((key, entry))
      } else {
        settle()
        ordered.append(entry)
      }
    }
    settle()
    return ordered
  }

  private func image(of event: RunEvent) -> RunEvent {
    switch event {
    case .appeared(let item): return .appeared(item: other(item))
    case .left(let item): return .left(item: other(item))
    case .asked(let item, let key, let outcome):
      return .asked(item: other(item), key: otherKey(key), outcome: outcome)
    case .keptOld(let item, let picture): return .keptOld(item: other(item), picture: picture)
    case .displayed(let item, let picture, let isLow, let isWrong):
      return .displayed(item: other(item), picture: picture, isLow: isLow, isWrong: isWrong)
    case .misplaced(let item, let picture):
      return .misplaced(item: other(item), picture: picture)
    case .late(let item, let reason, let waits):
      return .late(item: other(item), reason: reason, waits: waits)
    case .unfinished(let item, let reason, let waits):
      return .unfinished(item: other(item), reason: reason, waits: waits)
    case .readOnMain(let item, let key):
      return .readOnMain(item: other(item), key: otherKey(key))
    case .started(let load, let key, let picture, let item, let isPrefetch):
      return .started(
        load: load, key: otherKey(key), picture: picture, item: other(item),
        isPrefetch: isPrefetch)
    case .writing(let key, let until): return .writing(key: otherKey(key), until: until)
    case .stored(let key, let isTaken, let isPrefetched, let bytes):
      return .stored(
        key: otherKey(key), isTaken: isTaken, isPrefetched: isPrefetched, bytes: bytes)
    case .removed(let key, let reason, let bytes):
      return .removed(key: otherKey(key), reason: reason, bytes: bytes)
    default: return event
    }
  }
}
