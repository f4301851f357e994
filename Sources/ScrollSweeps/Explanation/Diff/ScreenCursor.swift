import ScrollCore
import ScrollLayout
import ScrollSimulation

/// Where the viewport is and where items lie, at ascending times.
struct ScreenCursor {
  private let prepared: PreparedScenario
  private var motion: MotionCursor
  private var nextEpoch = 0
  /// The items where they lie now.
  private(set) var placement: ItemPlacement
  /// Of the viewport, in points.
  private(set) var extent: Double

  /// The screen at the start.
  init(_ prepared: PreparedScenario) {
    self.prepared = prepared
    let scenario = prepared.scenario
    motion = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    placement = scenario.placement
    extent = scenario.viewportExtent
  }

  /// The screen at one moment.
  init(_ prepared: PreparedScenario, at time: SimTime) {
    self.init(prepared)
    advance(to: time)
  }

  /// - Precondition: never goes back.
  mutating func advance(to time: SimTime) {
    motion.pass(time, in: prepared.scenario.motion)
    while nextEpoch < epochs.count, epochs[nextEpoch].time <= time {
      placement = epochs[nextEpoch].placement
      extent = epochs[nextEpoch].viewportExtent
      nextEpoch += 1
    }
  }

  private var epochs: [LayoutEpoch] { prepared.scenario.laterEpochs }

  /// The viewport's lower edge.
  var offset: Double { motion.offset }
  var direction: ScrollDirection { motion.direction }

  /// The share of the viewport that an item takes.
  func share(of item: Int) -> Double {
    let overlap =
      min(offset + extent, placement.ends[item]) - max(offset, placement.starts[item])
    return overlap * placement.breadths[item] / extent
  }

  /// How far an item is from the viewport: zero in it, above zero ahead in the direction of
  /// movement, below zero behind; nil where it has no length.
  func distance(to item: Int) -> Double? {
    let (start, end) = (placement.starts[item], placement.ends[item])
    guard end > start else { return nil }
    if start >= offset + extent { return (start - offset - extent) * direction.sign }
    if end <= offset { return (end - offset) * direction.sign }
    return 0
  }
}
