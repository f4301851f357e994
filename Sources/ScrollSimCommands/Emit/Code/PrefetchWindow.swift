import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// The region around the visible items in which emitted code prefetches, as a few figures.
enum PrefetchWindow: Equatable {
  case none
  /// The distances in the direction of movement and, if it prefetches there, on the other side.
  case distances(ahead: ScreenDistance, behind: ScreenDistance?)
  /// The number of items on each side of those that are visible.
  case neighbors(Int)
  /// The number of items after the last visible one, as Glide's preloader counts them.
  case following(Int)
  /// UIKit's own prefetching, which has no settings.
  case uikit

  /// A Boolean value that indicates whether the window is a number of items ahead.
  var isFollowing: Bool { if case .following = self { true } else { false } }

  /// Creates the window of a prefetcher; `nil` for a rule that depends on more than a distance.
  init?(_ prefetcher: Choice<PrefetcherDescriptor>) {
    let settings = prefetcher.settings
    switch prefetcher.entry.name {
    case "none": self = .none
    case "ring":
      self = .distances(ahead: settings.distance("ahead"), behind: settings.distance("behind"))
    case "directional": self = .distances(ahead: settings.distance("screens"), behind: nil)
    case "neighbours": self = .neighbors(settings.integer("k"))
    case "glide-preload": self = .following(settings.integer("max"))
    case "uikit-window": self = .uikit
    default: return nil
    }
  }
}

extension EmittedFile {
  /// Adds the constants of the prefetcher's window, if the target supports this window.
  /// - Parameter isPossible: Returns `false` for windows that the target does not support.
  /// - Returns: the window, or no window if the target does not support it.
  mutating func addWindow(where isPossible: (PrefetchWindow) -> Bool) -> PrefetchWindow {
    guard let window = PrefetchWindow(setting.prefetcher), isPossible(window) else {
      lacks(
        "prefetcher '\(setting.prefetcher.label)', a rule that needs more than a distance; this "
          + "file prefetches nothing")
      dropPrefetcher()
      return .none
    }
    switch window {
    case .none: break
    case .uikit: keepUIKitsWindow()
    case .neighbors(let count), .following(let count):
      add(constant: "prefetchItems", "\(count)")
    case .distances(let ahead, let behind):
      add(constant: ahead, of: "Ahead")
      if let behind { add(constant: behind, of: "Behind") }
    }
    return window
  }

  /// Resets the settings of UIKit's prefetching, because UIKit chooses the distance itself.
  private mutating func keepUIKitsWindow() {
    let label = setting.prefetcher.label
    guard label != setting.prefetcher.entry.name else { return }
    lacks("prefetcher '\(label)' by UIKit, which chooses how far it prefetches")
    keepPrefetcherDefaults()
  }

  private mutating func add(constant distance: ScreenDistance, of side: String) {
    switch distance {
    case .screens(let screens): add(constant: "screens\(side)", "\(screens)")
    case .points(let points): add(constant: "points\(side)", "\(points)")
    }
  }

  /// A Boolean value that indicates whether a change of direction first stops all prefetches.
  var cancelsOnReversal: Bool {
    setting.prefetcher.settings.pairs.contains { $0 == ("cancelOnReversal", "true") }
  }
}
