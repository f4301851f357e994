import ScrollCore

/// The class that prefetches in a window of a list, in Swift.
struct SwiftPrefetcher {
  /// The declarations of the class's properties, including those that the initializer sets.
  var properties: [String] = []
  /// The properties that the initializer sets, with their types.
  var parameters: [(name: String, type: String)] = []
  /// The lines that stop and start prefetches.
  ///
  /// They read `next`, the images that are in the window now, and `added`, those of them that are
  /// new, the most important first. `window` still has the earlier images.
  var move: [String]
  /// A Boolean value that indicates whether the library shows images in SwiftUI.
  var hasSwiftUI = false
}

extension EmittedFile {
  /// Adds the class that prefetches in the window of the setting; adds nothing without a window.
  mutating func add(_ prefetcher: SwiftPrefetcher, in window: PrefetchWindow) {
    let hasSwiftUI: Bool
    switch window {
    case .none, .following: return
    case .distances: hasSwiftUI = prefetcher.hasSwiftUI
    case .neighbors, .uikit: hasSwiftUI = false
    }
    add(import: "import UIKit")
    if hasSwiftUI { add(import: "import SwiftUI") }
    add(
      declaration: Self.lines(
        prefetcher.text(in: window, cancelsOnReversal: cancelsOnReversal)))
    if hasSwiftUI { add(declaration: Self.lines(SwiftPrefetcher.swiftUI)) }
  }
}

extension SwiftPrefetcher {
  fileprivate func text(in window: PrefetchWindow, cancelsOnReversal: Bool) -> String {
    let isUIKits = window == .uikit
    let parameters = self.parameters + (isUIKits ? [("url", "(IndexPath) -> URL?")] : [])
    let stored = parameters.map { "private let \($0.name): \($0.type)" } + properties
    let state: [String], methods: String
    switch window {
    case .distances(let ahead, let behind):
      state = ["private var offset: CGFloat = 0", "private var isDownward = true"]
      methods = Self.updates + Self.parts(ahead, behind, cancelsOnReversal)
    case .uikit:
      state = ["private var announced: [URL] = []"]
      methods = Self.announcements
    case .neighbors, .none, .following:
      state = []
      methods = Self.neighbors
    }
    let header =
      isUIKits
      ? Self.headerOfUIKits : Self.headerOfWindow
    return header
      + (stored + ["private var window: Set<URL> = []"] + state).map { "  \($0)\n" }.joined()
      + Self.initializer(parameters) + methods + """

          private func move(to urls: [URL]) {
            var next: Set<URL> = []
            let added = urls.filter { next.insert($0).inserted && !window.contains($0) }
        \(move.map { "    \($0)\n" }.joined())    window = next
          }
        }
        """
  }

  private static let headerOfUIKits = """
    /// Prefetches the images that UIKit announces.
    ///
    /// Keep one for each list and set it as its `prefetchDataSource`.
    @MainActor final class FeedPrefetcher: NSObject, UICollectionViewDataSourcePrefetching,
      UITableViewDataSourcePrefetching
    {

    """

  private static let headerOfWindow = """
    /// Prefetches the images around the visible part of a list that scrolls vertically.
    ///
    /// Keep one for each list. Call `update` in `scrollViewDidScroll(_:)` and after each change of the
    /// list. Set `isPrefetchingEnabled` of a collection view to `false`: UIKit has its own window.
    @MainActor final class FeedPrefetcher {

    """

  private static func initializer(_ parameters: [(name: String, type: String)]) -> String {
    guard !parameters.isEmpty else { return "" }
    let list = parameters.map {
      "\($0.name): \($0.type.contains("->") ? "@escaping " : "")\($0.type)"
    }
    return "\n  init(\(list.joined(separator: ", "))) {\n"
      + parameters.map { "    self.\($0.name) = \($0.name)\n" }.joined() + "  }\n"
  }

  /// The methods that read the images of a list in the parts of the window.
  private static let updates = """

      /// Moves the window to the visible part of a collection view.
      func update(_ view: UICollectionView, url: (IndexPath) -> URL?) {
        update(view.bounds) { area in
          let items = view.collectionViewLayout.layoutAttributesForElements(in: area) ?? []
          return items.filter { $0.representedElementCategory == .cell }
            .sorted { $0.frame.minY < $1.frame.minY }.compactMap { url($0.indexPath) }
        }
      }

      /// Moves the window to the visible part of a table view.
      func update(_ view: UITableView, url: (IndexPath) -> URL?) {
        update(view.bounds) { (view.indexPathsForRows(in: $0) ?? []).compactMap(url) }
      }

      /// Moves the window to a visible part.
      /// - Parameters:
      ///   - visible: The visible part, in coordinates of the content.
      ///   - urls: Returns the images in an area of the content, from top to bottom.
      func update(_ visible: CGRect, urls: (CGRect) -> [URL]) {
        move(
          to: parts(visible).flatMap { part in
            part.isDownward ? urls(part.area) : urls(part.area).reversed()
          })
      }

    """

  /// Returns the method that divides the window into parts.
  private static func parts(
    _ ahead: ScreenDistance, _ behind: ScreenDistance?, _ cancelsOnReversal: Bool
  ) -> String {
    func length(_ distance: ScreenDistance, _ side: String) -> String {
      switch distance {
      case .screens: "visible.height * FeedCache.screens\(side)"
      case .points: "CGFloat(FeedCache.points\(side))"
      }
    }
    let reversal =
      cancelsOnReversal
      ? "\n      if isDownward != (visible.minY > offset) { move(to: []) }" : ""
    return """

        /// Returns the parts of the window, the more important one first.
        private func parts(_ visible: CGRect) -> [(area: CGRect, isDownward: Bool)] {
          if visible.minY != offset {\(reversal)
            isDownward = visible.minY > offset
            offset = visible.minY
          }
          let ahead = \(length(ahead, "Ahead"))
          let behind: CGFloat = \(behind.map { length($0, "Behind") } ?? "0")
          let above = isDownward ? behind : ahead
          let below = isDownward ? ahead : behind
          var upper = visible
          upper.origin.y -= above
          upper.size.height = above
          var lower = visible
          lower.origin.y = visible.maxY
          lower.size.height = below
          return isDownward
            ? [(visible.union(lower), true), (upper, false)]
            : [(visible.union(upper), false), (lower, true)]
        }

      """
  }

  /// The methods for a window in items on both sides of the visible ones.
  private static let neighbors = """

      /// Moves the window to the visible items of a collection view.
      func update(_ view: UICollectionView, url: (IndexPath) -> URL?) {
        let items = neighbors(view.indexPathsForVisibleItems, view.numberOfItems(inSection:))
        move(to: items.compactMap(url))
      }

      /// Moves the window to the visible rows of a table view.
      func update(_ view: UITableView, url: (IndexPath) -> URL?) {
        let rows = neighbors(view.indexPathsForVisibleRows ?? [], view.numberOfRows(inSection:))
        move(to: rows.compactMap(url))
      }

      /// Returns the visible items and those next to them in the same section.
      private func neighbors(_ visible: [IndexPath], _ count: (Int) -> Int) -> [IndexPath] {
        guard let first = visible.min(), let last = visible.max() else { return [] }
        let most = FeedCache.prefetchItems
        let after = min(most, max(0, count(last.section) - 1 - last.item))
        let before = min(most, first.item)
        return visible.sorted()
          + (0..<after).map { IndexPath(item: last.item + 1 + $0, section: last.section) }
          + (0..<before).map { IndexPath(item: first.item - 1 - $0, section: first.section) }
      }

    """

  /// The methods that UIKit calls.
  private static let announcements = """

      func collectionView(_ view: UICollectionView, prefetchItemsAt paths: [IndexPath]) {
        start(paths)
      }

      func collectionView(_ view: UICollectionView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
        stop(paths)
      }

      func tableView(_ view: UITableView, prefetchRowsAt paths: [IndexPath]) {
        start(paths)
      }

      func tableView(_ view: UITableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
        stop(paths)
      }

      private func start(_ paths: [IndexPath]) {
        announced += paths.compactMap(url)
        move(to: announced)
      }

      private func stop(_ paths: [IndexPath]) {
        let stopped = Set(paths.compactMap(url))
        announced.removeAll { stopped.contains($0) }
        move(to: announced)
      }

    """

  /// The modifier for scroll views in SwiftUI.
  fileprivate static let swiftUI = """
    @available(iOS 18, *)
    extension View {
      /// Prefetches around the visible part of a `ScrollView` that scrolls vertically.
      /// - Parameters:
      ///   - prefetcher: The prefetcher, kept in a `@State` property.
      ///   - urls: Returns the images in an area of the content, from top to bottom.
      func prefetching(
        with prefetcher: FeedPrefetcher, urls: @escaping (CGRect) -> [URL]
      ) -> some View {
        onScrollGeometryChange(for: CGRect.self) { $0.visibleRect } action: { _, visible in
          prefetcher.update(visible, urls: urls)
        }
      }
    }
    """
}
