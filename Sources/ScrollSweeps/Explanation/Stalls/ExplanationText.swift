import ScrollCaching
package import ScrollCore
import ScrollPages
package import ScrollSimulation

/// The texts of times, counts and lists in explanations.
package enum ExplanationText {
  /// Returns a duration: `0.25 ms`, `8 ms`, `12.5 ms`, `417 ms`, `1.2 s`.
  package static func span(_ time: SimTime) -> String {
    let milliseconds = time.milliseconds
    switch milliseconds {
    case ..<1: return trimmed(milliseconds, decimals: 2) + " ms"
    case ..<99.95: return trimmed(milliseconds, decimals: 1) + " ms"
    case ..<999.5: return trimmed(milliseconds, decimals: 0) + " ms"
    default: return trimmed(time.seconds, decimals: 1) + " s"
    }
  }

  /// Returns a moment of the run: `12.483 s`.
  static func moment(_ time: SimTime) -> String {
    NumberText.fixed(time.seconds, decimals: 3) + " s"
  }

  /// Returns `items 3, 4 and 9` or `item 3`, with at most eight items by number.
  static func items(_ items: [Int32]) -> String {
    let names = Phrase.list(items.map(String.init), atMost: 8)
    return items.count == 1 ? "item \(names)" : "items \(names)"
  }

  private static func trimmed(_ value: Double, decimals: Int) -> String {
    var text = Substring(NumberText.fixed(value, decimals: decimals))
    guard text.contains(".") else { return String(text) }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}

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

/// The sentences for a run in which no image and no frame was late.
extension RunReport {
  /// The reason why no appearance waited.
  package var withoutWaits: String {
    if stalls.appearances > 0 { return "every image appeared at once" }
    return stalls.timeToImage.p50 != nil
      ? "no image appeared" : "no image appeared, because no frame was ever on screen"
  }

  /// The reason why no frame hitched.
  package var withoutHitches: String {
    guard launch.timeToFirstFrame == nil else { return "no frame was late" }
    return launch.count > 1
      ? "the app never showed a frame after a launch" : "the app never showed its first frame"
  }
}
