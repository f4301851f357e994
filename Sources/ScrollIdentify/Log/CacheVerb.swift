/// The words of a log for what is done to a cache.
package enum CacheVerb: String, CaseIterable, Sendable {
  case set, get, remove, clear, limits, warning, background, wait, use, release, discard
}
