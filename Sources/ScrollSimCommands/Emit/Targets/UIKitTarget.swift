import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// UIKit's prefetching (`isPrefetchingEnabled`, `prefetchDataSource`) around an NSCache.
  static let uikit = EmitTarget(
    "uikit", "UICollectionView's prefetching, and an NSCache.", loader: "cached",
    ownPolicy: "nscache-lru", keeps: { $0.hasPrefix("nscache") }
  ) { setting in
    var code = EmittedCode(importing: ["UIKit"])
    code.addImageCache(setting)
    code.add("")
    switch PrefetchWindow(setting.prefetcher) {
    case .none?:
      code.add("// In the view controller, for a collection view:")
      code.add("//   collectionView.isPrefetchingEnabled = false")
    case .uikit?:
      code.add(
        "// In the view controller, for a collection view (a table view has the second line):")
      code.add("//   collectionView.isPrefetchingEnabled = true")
      code.add("//   collectionView.prefetchDataSource = self")
    default:
      code.add("// In the view controller: UIKit's prefetching off, and the app's own instead.")
      code.add("//   collectionView.isPrefetchingEnabled = false")
      code.addPrefetching(
        setting, make: [],
        calls: [
          "in scrollViewDidScroll(_:), load what comes into the window, cancel what leaves it"
        ])
      code.lacks(
        "prefetcher '\(setting.prefetcher.text)' by UIKit, which chooses how far it prefetches")
    }
    code.addLoader(setting, own: nil)
    return code
  }
}

/// A prefetcher as far as an app can describe it with a few figures.
enum PrefetchWindow: Equatable {
  case none
  /// The distances in the direction of movement and on the other side.
  case distances(ahead: ScreenDistance, behind: ScreenDistance)
  /// The number of items on each side of those that appear.
  case items(Int)
  /// UIKit's own prefetching, which has no settings.
  case uikit

  /// Creates the window of a prefetcher; `nil` for a rule that depends on more than a distance.
  init?(_ prefetcher: Choice<PrefetcherDescriptor>) {
    let settings = prefetcher.settings
    switch prefetcher.entry.name {
    case "none": self = .none
    case "ring":
      self = .distances(ahead: settings.distance("ahead"), behind: settings.distance("behind"))
    case "directional":
      self = .distances(ahead: settings.distance("screens"), behind: .screens(0))
    case "neighbours": self = .items(settings.integer("k"))
    case "uikit-window": self = .uikit
    default: return nil
    }
  }
}

extension EmittedCode {
  private static func unit(_ distances: ScreenDistance...) -> String {
    let arePoints = distances.map { if case .points = $0 { true } else { false } }
    return Set(arePoints).count > 1 ? "screens or points" : arePoints[0] ? "points" : "screens"
  }

  /// Adds the prefetch window, and the code that starts a prefetch in it.
  /// - Parameters:
  ///   - setting: The setting with the prefetcher.
  ///   - make: Lines that create the prefetching object.
  ///   - calls: Lines for the images that enter the window, and those that leave it.
  mutating func addPrefetching(_ setting: EmittedSetting, make: [String], calls: [String]) {
    guard let window = PrefetchWindow(setting.prefetcher) else {
      lacks("prefetcher '\(setting.prefetcher.text)', a rule that the app must follow itself")
      return
    }
    add("")
    switch window {
    case .none:
      add("// Prefetch nothing.")
      return
    case .distances(let ahead, let behind):
      add("// Prefetch window, in \(Self.unit(ahead, behind)) from the edges of the visible part.")
      for (side, distance) in [("Ahead", ahead), ("Behind", behind)] {
        switch distance {
        case .screens(let screens): add("let prefetchScreens\(side) = \(screens)")
        case .points(let points): add("let prefetchPoints\(side) = \(points)")
        }
      }
    case .items(let count):
      add("// Prefetch window, in items on each side of those that appear.")
      add("let prefetchItems = \(count)")
    case .uikit:
      add(
        "// Prefetch what UICollectionViewDataSourcePrefetching or UITableViewDataSourcePrefetching asks for."
      )
    }
    for line in make { add(line) }
    for line in calls { add("// \(line)") }
    if setting.prefetcher.settings.pairs.contains(where: {
      $0.0 == "cancelOnReversal" && $0.1 == "true"
    }) {
      add("// On a change of direction, stop all prefetches first.")
    }
  }
}
