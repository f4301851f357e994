import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The place of the viewport and of the items, at ascending times.
struct ScreenCursor {
  private let prepared: PreparedScenario
  private var motion: MotionCursor
  private var nextEpoch = 0
  /// The items at their current places.
  private(set) var placement: ItemPlacement
  /// The extent of the viewport, in points.
  private(set) var extent: Double

  /// Creates the screen at the start.
  init(_ prepared: PreparedScenario) {
    self.prepared = prepared
    let scenario = prepared.scenario
    motion = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    placement = scenario.placement
    extent = scenario.viewportExtent
  }

  /// Creates the screen at one moment.
  init(_ prepared: PreparedScenario, at time: SimTime) {
    self.init(prepared)
    advance(to: time)
  }

  /// Moves to a later time.
  /// - Precondition: The time is not before the current one.
  mutating func advance(to time: SimTime) {
    motion.pass(time, in: prepared.scenario.motion)
    while nextEpoch < epochs.count, epochs[nextEpoch].time <= time {
      placement = epochs[nextEpoch].placement
      extent = epochs[nextEpoch].viewportExtent
      nextEpoch += 1
    }
  }

  private var epochs: [LayoutEpoch] { prepared.scenario.laterEpochs }

  /// The lower edge of the viewport.
  var offset: Double { motion.offset }
  var direction: ScrollDirection { motion.direction }

  /// Returns the share of the viewport that an item covers.
  func share(of item: Int) -> Double {
    let overlap =
      min(offset + extent, placement.ends[item]) - max(offset, placement.starts[item])
    return overlap * placement.breadths[item] / extent
  }

  /// Returns the distance of an item from the viewport: zero in it, above zero ahead in the
  /// direction of movement, below zero behind; `nil` if the item has no length.
  func distance(to item: Int) -> Double? {
    let (start, end) = (placement.starts[item], placement.ends[item])
    guard end > start else { return nil }
    if start >= offset + extent { return (start - offset - extent) * direction.sign }
    if end <= offset { return (end - offset) * direction.sign }
    return 0
  }
}
