import ImageMemoryCache
import ScrollCaching
import Synchronization

/// Which caches are held beside each other, and their places in the field.
enum Runner {
  static let names = ["bare", "lru", "lru by name", "node LRU", "NSCache"]
  static let bare = 0, lru = 1, foundation = 4
}

/// The caches themselves, each with room for so many values.
struct Field<Key: ObjectKey> {
  /// In the order of their names.
  let entrants: [Entrant<Key>]

  /// Empty caches; the bare dictionary has no limit.
  init(entries: Int) throws {
    let payloads = Payload.some(1024)
    let names = Runner.names
    entrants = [
      Entrant(names[0], BareDictionary<Key>(), storing: payloads),
      Entrant(
        names[1], ShippedCache<Key, LRUPolicy>(lruWithRoomFor: entries), storing: payloads),
      Entrant(
        names[2], try ShippedCache<Key, AnyPolicy>(policy: "lru", countLimit: entries),
        storing: payloads),
      Entrant(names[3], NodeLRU<Key>(countLimit: entries), storing: payloads),
      Entrant(names[4], FoundationCache<Key>(countLimit: entries), storing: payloads),
    ]
  }
}

/// The least that any cache behind one lock costs: it never gives anything up.
final class BareDictionary<Key: Hashable & Sendable>: Contender {
  private let entries = Mutex<[Key: Payload]>([:])

  func value(of key: Key) -> Payload? { entries.withLock { $0[key] } }

  func set(_ payload: Payload, for key: Key) { entries.withLock { $0[key] = payload } }
}
