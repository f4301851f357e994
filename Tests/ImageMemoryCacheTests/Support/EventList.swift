import ImageMemoryCache
import Synchronization

/// Everything that a cache says it did.
final class EventList: CacheObserver {
  private let state = Mutex<(beginning: CacheBeginning?, events: [CacheEvent])>((nil, []))

  var beginning: CacheBeginning? { state.withLock { $0.beginning } }
  var events: [CacheEvent] { state.withLock { $0.events } }

  func observationBegan(_ beginning: CacheBeginning) {
    state.withLock { $0 = (beginning, []) }
  }

  func cacheDid(_ event: CacheEvent) { state.withLock { $0.events.append(event) } }
}
