import ScrollCaching

/// The texts of removal reasons in explanations.
extension RemovalReason {
  /// A Boolean value that indicates whether the cache evicted an image to make space.
  var isEviction: Bool {
    switch self {
    case .cost, .count, .leftRange, .replaced, .removed: true
    case .pressure, .background, .discarded, .expired: false
    }
  }

  /// The text that follows "was evicted".
  var storyText: String {
    switch self {
    case .cost: "at the cache limit"
    case .count: "at the count limit"
    case .pressure: "under memory pressure"
    case .background: "in the background"
    case .expired: "because of its age"
    case .replaced: "and replaced"
    case .removed: "by the app"
    case .discarded: "by the system, which reclaimed its memory"
    case .leftRange: "because it left the range of kept items"
    }
  }
}
