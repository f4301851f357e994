/// Receives every operation on a cache, in the order in which they took effect.
///
/// It is called inside the cache's lock, so that the order is right from several tasks, too: it
/// must be quick and must not call the cache.
public protocol CacheObserver: AnyObject, Sendable {
  /// Says what the cache is, once, before the first step that is heard of.
  func observationBegan(_ beginning: CacheBeginning)
  /// Something happened.
  func cacheDid(_ event: CacheEvent)
}
