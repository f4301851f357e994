import ImageMemoryCache
import ScrollCaching
import Synchronization

/// The caches that are compared, with their positions in `Field.entrants`.
enum Runner {
  static let names = ["bare", "lru", "lru by name", "node LRU", "NSCache"]
  static let bare = 0, lru = 1, foundation = 4
}

/// The caches of a comparison, all with the same number of values.
struct Field<Key: ObjectKey> {
  /// The caches in the order of their names.
  let entrants: [AnyContender<Key>]

  /// Creates empty caches; the bare dictionary has no limit.
  init(entries: Int) throws {
    let payloads = Payload.some(1024)
    let names = Runner.names
    entrants = [
      AnyContender(names[0], BareDictionary<Key>(), storing: payloads),
      AnyContender(
        names[1], ShippedCache<Key, LRUPolicy>(lruWithRoomFor: entries), storing: payloads),
      AnyContender(
        names[2], try ShippedCache<Key, AnyPolicy>(policy: "lru", countLimit: entries),
        storing: payloads),
      AnyContender(names[3], NodeLRU<Key>(countLimit: entries), storing: payloads),
      AnyContender(names[4], FoundationCache<Key>(countLimit: entries), storing: payloads),
    ]
  }
}

/// A dictionary behind one lock that never evicts: the minimum cost of any cache with one lock.
final class BareDictionary<Key: Hashable & Sendable>: Contender {
  private let entries = Mutex<[Key: Payload]>([:])

  func value(of key: Key) -> Payload? { entries.withLock { $0[key] } }

  func set(_ payload: Payload, for key: Key) { entries.withLock { $0[key] = payload } }
}
