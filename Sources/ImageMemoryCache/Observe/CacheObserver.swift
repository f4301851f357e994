/// A receiver of every operation on a cache, in the order in which they took effect.
///
/// One thread at a time calls it outside of the cache's lock, and it may call the cache. The same
/// thread delivers events that happen meanwhile, so that a call of the cache may return before the
/// observer receives its events. An observer must be quick, because waiting events take memory.
public protocol CacheObserver: AnyObject, Sendable {
  /// Receives the state of the cache, once, before the first event.
  func observationBegan(_ beginning: CacheBeginning)
  /// Receives an event.
  func cacheDid(_ event: CacheEvent)
}
