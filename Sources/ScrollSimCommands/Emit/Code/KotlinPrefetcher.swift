import ScrollCore

/// The class that prefetches around the visible items of a RecyclerView, in Kotlin.
struct KotlinPrefetcher {
  /// The type of a running prefetch.
  let handle: String
  /// The expression that starts the prefetch of `url` in the size of the cell.
  let start: String
  /// The expression that stops the prefetch `running`.
  let stop: String
}

extension EmittedFile {
  /// Adds the class that prefetches in the window of the setting; adds nothing without a window.
  mutating func add(_ prefetcher: KotlinPrefetcher, in window: PrefetchWindow) {
    let counts = window.counts(
      visible: "visible", extent: "extent", constants: Self.type
    ) { "ceil(\($0)).toInt()" }
    guard let counts else { return }
    add(import: "import android.content.Context")
    add(import: "import androidx.recyclerview.widget.LinearLayoutManager")
    add(import: "import androidx.recyclerview.widget.RecyclerView")
    if counts.needsCeiling { add(import: "import kotlin.math.ceil") }
    add(declaration: Self.lines(prefetcher.text(counts, cancelsOnReversal: cancelsOnReversal)))
  }
}

extension KotlinPrefetcher {
  fileprivate func text(_ counts: PrefetchWindow.Counts, cancelsOnReversal: Bool) -> String {
    let extent =
      counts.needsExtent
      ? "\n    val extent = view.height / view.resources.displayMetrics.density.toDouble()" : ""
    let argument = counts.needsExtent ? ", extent" : ""
    let parameter = counts.needsExtent ? ", extent: Double" : ""
    let before = cancelsOnReversal ? "\n    val wasDownward = isDownward" : ""
    let reversal =
      cancelsOnReversal ? "\n    if (isDownward != wasDownward) stop(running.keys.toList())" : ""
    let visible = counts.needsVisible ? "\n    val visible = last - first + 1" : ""
    return """
      /**
       * Prefetches the images around the visible items of a list that scrolls vertically.
       *
       * Add one to each list with `addOnScrollListener`. The size is that of the cell's image, in
       * pixels: with another size the prefetched image is not the one that the cell needs.
       */
      class FeedPrefetcher(
        private val context: Context,
        private val width: Int,
        private val height: Int,
        private val url: (Int) -> String?
      ) : RecyclerView.OnScrollListener() {
        private val running = HashMap<Int, \(handle)>()
        private var isDownward = true

        override fun onScrolled(view: RecyclerView, dx: Int, dy: Int) {
          val layout = view.layoutManager as? LinearLayoutManager ?: return
          val first = layout.findFirstVisibleItemPosition()
          val last = layout.findLastVisibleItemPosition()\(extent)
          move(first, last, layout.itemCount, dy\(argument))
        }

        /** Moves the window; a LazyColumn has the visible items in `LazyListState.layoutInfo`. */
        fun move(first: Int, last: Int, count: Int, dy: Int\(parameter)) {
          if (first < 0) return\(before)
          if (dy != 0) isDownward = dy > 0\(reversal)\(visible)
          val ahead = \(counts.ahead)
          val behind = \(counts.behind)
          val above = if (isDownward) behind else ahead
          val below = if (isDownward) ahead else behind
          val window = maxOf(0, first - above)..minOf(count - 1, last + below)
          stop(running.keys.filter { it !in window })
          val upper = (window.first until first).reversed()
          val lower = (last + 1..window.last).toList()
          for (item in if (isDownward) lower + upper else upper + lower) {
            if (item in running) continue
            val url = url(item) ?: continue
            running[item] = \(start)
          }
        }

        private fun stop(items: List<Int>) {
          for (item in items) running.remove(item)?.let { running -> \(stop) }
        }
      }
      """
  }
}

extension PrefetchWindow {
  /// The numbers of items to prefetch ahead and behind, as source code.
  struct Counts {
    let ahead: String, behind: String
    let needsVisible: Bool, needsExtent: Bool, needsCeiling: Bool
  }

  /// Returns the window as numbers of items; `nil` for no window, and for that of UIKit.
  /// - Parameters:
  ///   - visible: The expression for the number of visible items.
  ///   - extent: The expression for the length of the visible part in points.
  ///   - constants: The name of the type with the constants.
  ///   - ceiling: Returns the expression that rounds a given expression up to a whole number.
  /// - Returns: the expressions.
  func counts(
    visible: String, extent: String, constants: String, ceiling: (String) -> String
  ) -> Counts? {
    func count(_ distance: ScreenDistance?, _ side: String) -> String {
      switch distance {
      case nil: "0"
      case .screens?: ceiling("\(visible) * \(constants).screens\(side)")
      case .points?: ceiling("\(visible) * \(constants).points\(side) / \(extent)")
      }
    }
    let items = "\(constants).prefetchItems"
    switch self {
    case .none, .uikit: return nil
    case .neighbors:
      return Counts(
        ahead: items, behind: items, needsVisible: false, needsExtent: false, needsCeiling: false)
    case .following:
      return Counts(
        ahead: items, behind: "0", needsVisible: false, needsExtent: false, needsCeiling: false)
    case .distances(let ahead, let behind):
      let arePoints = [ahead, behind].contains { if case .points? = $0 { true } else { false } }
      return Counts(
        ahead: count(ahead, "Ahead"), behind: count(behind, "Behind"), needsVisible: true,
        needsExtent: arePoints, needsCeiling: true)
    }
  }
}
