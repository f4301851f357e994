import ScrollCore
import ScrollLayout

/// How far beyond the viewport a prefetcher ever asks for items, in whatever direction.
///
/// Known of the prefetchers whose plans stay within a fixed distance; every other one, also one
/// from outside, may ask for anything at any time.
enum PrefetchDistance: Equatable {
  /// So many lengths of the viewport.
  case screens(Double)
  /// So many items on each side of a visible one.
  case items(Int)
  case unlimited

  init(_ scenario: Scenario) {
    let settings = scenario.prefetcher.settings
    guard scenario.loader.cache, scenario.prefetcher != .none else {
      self = .items(0)
      return
    }
    switch scenario.prefetcher.descriptor.name {
    case "ring": self = .screens(max(settings.number("ahead"), settings.number("behind")))
    case "preheat": self = .screens(max(settings.number("ahead"), settings.number("behind")))
    case "feedback": self = .screens(max(settings.number("least"), settings.number("most")))
    case "directional", "uikit-window": self = .screens(settings.number("screens"))
    case "idle-grow": self = .screens(max(settings.number("screens"), settings.number("most")))
    case "texture-ranges": self = .screens(2.5)
    case "neighbours": self = .items(settings.integer("k"))
    default: self = .unlimited
    }
  }
}

/// The items that may be asked for at each screen: the visible ones and what is fetched ahead.
struct EarliestRequests {
  private let distance: PrefetchDistance
  private var range = VisibleRange()

  init(_ distance: PrefetchDistance) { self.distance = distance }

  /// The items within reach of a screen; more than these where ends do not ascend.
  /// - Parameters:
  ///   - screen: the next one.
  ///   - visible: the range of its visible items.
  ///   - placement: of that screen.
  /// - Returns: a range of items.
  mutating func items(
    _ screen: WantedScreens.Screen, visible: Range<Int>, in placement: ItemPlacement
  ) -> Range<Int> {
    switch distance {
    case .unlimited: return 0..<placement.count
    case .items(let count):
      guard !visible.isEmpty else { return visible }
      return max(0, visible.lowerBound - count)..<min(placement.count, visible.upperBound + count)
    case .screens(let screens):
      let way = screens * (screen.upper - screen.lower) + 1
      range.move(lower: screen.lower - way, upper: screen.upper + way, in: placement)
      return range.indices
    }
  }
}
