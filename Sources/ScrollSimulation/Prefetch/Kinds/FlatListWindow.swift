import ScrollCore

/// A rule that prefetches the items that a React Native `FlatList` mounts: those in a window, batch
/// by batch.
///
/// The window is `windowSize` screens long, with the visible screen in its middle. A batch mounts a
/// limited number of new items, the nearest first. It takes them from both sides in turn; above a
/// certain speed, it takes them from the side ahead only. It also unmounts the items that left the
/// window. A batch is due a fixed time after the list has scrolled or mounted items. It is due at
/// once when the list is about to show items that are not mounted: when the last mounted item
/// becomes visible, or is less than a screen away at a high speed.
///
/// Modeled on `VirtualizedList` and `VirtualizeUtils` of facebook/react-native (2025). The start of
/// the list is the end of the content from which the trace's first direction leads away. There are
/// four differences. Each item is a cell, even in a grid, where `FlatList` has one cell for a row.
/// An item that only touches the window is not in it. Timers fire at frames only. The list begins
/// with the first visible item (`initialScrollIndex`).
struct FlatListWindow: PrefetchRule {
  static let descriptor = PrefetcherDescriptor(
    "flat-list",
    "Prefetches the items that React Native's FlatList mounts: a long window, in batches.",
    settings: [
      Setting("windowSize", .number(1...201), standard: "21", "Screens, the visible one included."),
      Setting(
        "batch", .integer(1...10_000), standard: "10", "Largest number of new items in a batch."),
      Setting(
        "period", .number(0...60), standard: "0.05", "Seconds between a scroll and its batch."),
      Setting("initial", .integer(1...10_000), standard: "10", "Items in the first frame."),
      Setting(
        "leanSpeed", .number(0...1_000_000), standard: "1000",
        "Points per second above which only the side ahead is filled."),
      Setting(
        "rushSpeed", .number(0...1_000_000), standard: "2000",
        "Points per second above which a batch comes at once when little is mounted ahead."),
    ],
    facts: PrefetcherDescriptor.Facts(plansSoon: false)
  ) { FlatListWindow($0) }

  /// The length of the window on each side of the visible screen, in screens.
  private let overscan: Double
  private let batch: Int32, initial: Int32
  private let period: SimTime
  /// The speeds in points per second above which batches lean to the side ahead, and above which
  /// they are due at once near the last mounted item.
  private let leanSpeed: Double, rushSpeed: Double
  /// The direction that leads away from the list's start.
  private let away: ScrollDirection
  private var events = ScrollEvents()
  /// The velocity at the last scroll event; it does not change at rest.
  private var velocity = 0.0
  /// The mounted items as ranks by end and by start; `nil` before the first frame.
  private var mounted: Range<Int32>?
  /// The time at which the next batch is due; `nil` if none is.
  private var dueAt: SimTime?

  init(_ setup: PrefetchSetup) {
    overscan = (setup.settings.number("windowSize") - 1) / 2
    batch = Int32(setup.settings.integer("batch"))
    initial = Int32(setup.settings.integer("initial"))
    period = SimTime(seconds: setup.settings.number("period"))
    leanSpeed = setup.settings.number("leanSpeed")
    rushSpeed = setup.settings.number("rushSpeed")
    away = setup.direction
  }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let viewport = context.viewport
    let now = viewport.time
    let screen = viewport.extent
    let window = planner.ranks(
      of: PrefetchReach(ahead: overscan * screen, behind: overscan * screen), viewport)
    let visible = min(window.below.near, window.above.near)..<window.above.near
    if let velocity = events.velocity(in: viewport) {
      self.velocity = velocity
      dueAt = dueAt ?? now + period
    }
    if let mounted {
      let isUrgent = isUrgent(mounted, viewport, planner.placement)
      if isUrgent || dueAt.map({ $0 <= now }) ?? false {
        let next = fill(
          visible, within: min(window.below.far, visible.lowerBound)..<window.above.far, mounted)
        dueAt = next == mounted ? nil : now + period
        self.mounted = next
      }
    } else {
      let count = Int32(planner.placement.count)
      mounted =
        away == .forward
        ? visible.lowerBound..<max(visible.upperBound, min(count, visible.lowerBound + initial))
        : min(visible.lowerBound, max(0, visible.upperBound - initial))..<visible.upperBound
      dueAt = now + period
    }
    planner.plan(shown(mounted ?? visible, window), of: viewport)
  }

  /// Returns the ranks of the mounted items beyond the visible ones.
  private func shown(_ mounted: Range<Int32>, _ window: PlannedRanks) -> PlannedRanks {
    var ranks = window
    ranks.above.soon = ranks.above.near
    ranks.above.far = max(ranks.above.near, mounted.upperBound)
    ranks.below.soon = ranks.below.near
    ranks.below.far = min(ranks.below.near, mounted.lowerBound)
    return ranks
  }

  /// Returns a Boolean value that indicates whether the list is about to show unmounted items.
  private func isUrgent(
    _ mounted: Range<Int32>, _ viewport: Viewport, _ placement: ItemPlacement
  ) -> Bool {
    guard !mounted.isEmpty else { return true }
    let (first, last) = (Int(mounted.lowerBound), Int(mounted.upperBound) - 1)
    let starts = placement.starts, ends = placement.ends
    let speed = velocity * away.sign
    let (hasBefore, hasAfter) =
      away == .forward
      ? (first > 0, last < placement.count - 1) : (last < placement.count - 1, first > 0)
    // Both are measured from the edge of the cell that is nearer to the list's start.
    let (before, after) =
      away == .forward
      ? (viewport.lower - starts[first], starts[last] - viewport.upper)
      : (ends[last] - viewport.upper, viewport.lower - ends[first])
    if hasBefore, before < 0 || (speed < -rushSpeed && before < viewport.extent) { return true }
    return hasAfter && (after < 0 || (speed > rushSpeed && after < viewport.extent))
  }

  /// Returns the items that are mounted after one batch.
  ///
  /// These are the visible items and, from there outwards, those in the window, until the number of
  /// new items reaches the size of a batch.
  private func fill(
    _ visible: Range<Int32>, within window: Range<Int32>, _ before: Range<Int32>
  ) -> Range<Int32> {
    var (first, end) = (visible.lowerBound, visible.upperBound)
    var new = Int32(visible.count) - Int32(visible.clamped(to: before).count)
    while first > window.lowerBound || end < window.upperBound {
      let isFull = new >= batch
      let firstIsNew = first <= before.lowerBound || first >= before.upperBound
      let endIsNew = end >= before.upperBound || end <= before.lowerBound
      let growsDown = first > window.lowerBound && !(isFull && firstIsNew)
      let growsUp = end < window.upperBound && !(isFull && endIsNew)
      guard growsDown || growsUp else { break }
      if growsDown, !(velocity > leanSpeed && growsUp && endIsNew) {
        if firstIsNew { new += 1 }
        first -= 1
      }
      if growsUp, !(velocity < -leanSpeed && growsDown && firstIsNew) {
        if endIsNew { new += 1 }
        end += 1
      }
    }
    return first..<end
  }

  mutating func layoutChanged() {
    events.layoutChanged()
    mounted = nil
    velocity = 0
    dueAt = nil
  }
}
