import ScrollCaching

/// Reasons of removals in stories.
extension RemovalReason {
  /// Whether the cache evicted an image to make room.
  var isEviction: Bool {
    switch self {
    case .cost, .count, .leftRange, .replaced, .removed: true
    case .pressure, .background, .discarded, .expired: false
    }
  }

  /// What comes after "was evicted".
  var storyText: String {
    switch self {
    case .cost: "under cost pressure"
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
