/// Receives every operation on a cache, in the order in which they took effect.
///
/// It is called outside of the cache's lock, by one thread at a time, and may call the cache. What
/// happens while it is called it hears of next, from the same thread: where several tasks call the
/// cache, a call may return before the observer has heard of it. It must be quick: what it has not heard
/// of yet is kept.
public protocol CacheObserver: AnyObject, Sendable {
  /// Says what the cache is, once, before the first step that is heard of.
  func observationBegan(_ beginning: CacheBeginning)
  /// Something happened.
  func cacheDid(_ event: CacheEvent)
}
