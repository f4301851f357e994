/// Receives every operation on a cache, in the order in which they took effect.
///
/// One thread at a time calls it outside of the cache's lock, and it may call the cache. The same thread
/// delivers events that happen meanwhile, so that a call of the cache may return before the observer
/// receives its events. It must be quick: waiting events take memory.
public protocol CacheObserver: AnyObject, Sendable {
  /// Says what the cache is, once, before the first step that is heard of.
  func observationBegan(_ beginning: CacheBeginning)
  /// Something happened.
  func cacheDid(_ event: CacheEvent)
}
