import Synchronization

/// The least that any cache behind one lock costs: it never gives anything up.
final class BareDictionary<Key: Hashable & Sendable>: Contender {
  private let entries = Mutex<[Key: Payload]>([:])

  func value(of key: Key) -> Payload? { entries.withLock { $0[key] } }

  func set(_ payload: Payload, for key: Key) { entries.withLock { $0[key] = payload } }
}
