/// The words of a log for what is done to a cache.
package enum CacheVerb: String, CaseIterable, Sendable {
  case set, get, remove, clear, limits, warning, background, wait, use, release, discard
  case viewport, place
}

extension CacheVerb {
  /// The version of the format that brought the word.
  var version: Int {
    switch self {
    case .set, .get, .remove, .clear, .limits, .warning, .background, .wait, .use, .release,
      .discard:
      1
    case .viewport, .place: 2
    }
  }

  /// The words of a version.
  static func all(in version: Int) -> [CacheVerb] { allCases.filter { $0.version <= version } }
}
