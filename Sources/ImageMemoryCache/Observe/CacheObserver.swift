/// A receiver of every operation on a cache, in the order in which they took effect.
///
/// One thread at a time calls the observer, outside of the cache's lock, so that the observer may
/// call the cache. That thread also delivers the events that other threads cause meanwhile, so a
/// call of the cache may return before the observer receives its events. An observer must be quick,
/// because waiting events take memory.
public protocol CacheObserver: AnyObject, Sendable {
  /// Receives the state of the cache, once, before the first event.
  func observationBegan(_ beginning: CacheBeginning)
  /// Receives an event.
  func cacheDid(_ event: CacheEvent)
}
