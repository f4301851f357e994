public import ScrollCore
import ScrollLayout

/// The items that will become visible, frame by frame, read from the trace.
///
/// Only prefetchers with the fact `seesFuture` may use it. A cursor reads the motion ahead of the
/// present, one vertical synchronization at a time, and records each item that becomes visible, in
/// entering order. When an appearance is no longer in the future, it is removed.
///
/// - Complexity: O(1) per frame, plus the items that enter; allocates only when it records more
///   future appearances at a time than ever before.
public struct Foresight {
  struct Appearance {
    var time: SimTime
    var item: Int32
  }

  private let motion: ScrollMotion
  private let hertz: Int64
  private let direction: ScrollDirection
  private var cursor: MotionCursor
  /// The first frame that the cursor has not read; `nil` before the first call of `look`.
  private var vsync: Int64?
  /// The edges of the viewport in the last frame that the cursor has read.
  private var lower = 0.0, upper = 0.0
  /// The rank of the upper edge by starts, and the rank of the lower edge by ends (`ItemEdges`).
  private var upperRank: Int32 = 0, lowerRank: Int32 = 0
  /// The recorded appearances in ascending order of time; those before the index `first` are
  /// removed.
  private var appearances = [Appearance]()
  private var first = 0

  /// Creates a foresight that has not looked at the motion yet.
  /// - Precondition: the setup has the motion.
  public init(_ setup: PrefetchSetup) {
    guard let motion = setup.motion else {
      preconditionFailure("only a prefetcher whose facts have 'seesFuture' knows the motion")
    }
    self.motion = motion
    hertz = setup.hertz
    direction = setup.direction
    cursor = MotionCursor(direction: direction)
  }

  /// The number of recorded future appearances.
  public var count: Int { appearances.count - first }
  /// Returns the item of an appearance, counted from the next one; the same item may appear again.
  public subscript(_ index: Int) -> ItemID { ItemID(appearances[first + index].item) }

  /// Discards the recorded appearances, because items have other positions from the next call of
  /// `look` on.
  public mutating func layoutChanged() {
    cursor = MotionCursor(direction: direction)
    vsync = nil
    (lower, upper) = (0, 0)
    (upperRank, lowerRank) = (0, 0)
    appearances.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Records the appearances from a frame up to a horizon after it, but not beyond the next layout.
  /// - Returns: `true` if the recorded appearances changed.
  public mutating func look(
    ahead horizon: SimTime, from viewport: Viewport, with planner: borrowing PrefetchPlanner
  ) -> Bool {
    look(ahead: horizon, from: viewport, until: planner.layoutEnd, planner.edges)
  }

  private mutating func look(
    ahead horizon: SimTime, from viewport: Viewport, until end: SimTime,
    _ edges: borrowing ItemEdges
  ) -> Bool {
    var changed = false
    if vsync == nil {
      cursor.advance(to: viewport.time, in: motion)
      move(to: viewport.lower, viewport.upper, edges)
    }
    // After a pause (the background), skip the frames that have passed.
    let later = SimTime(nanoseconds: viewport.time.nanoseconds + 1)
    var next = max(vsync ?? 0, later.firstVsync(hertz: hertz))
    if let vsync, next > vsync {
      cursor.advance(to: viewport.time, in: motion)
      move(to: viewport.lower, viewport.upper, edges)
    }
    let limit = min(viewport.time + horizon, motion.duration)
    var time = SimTime.vsync(next, hertz: hertz)
    while time <= limit, time < end {
      cursor.advance(to: time, in: motion)
      if cursor.offset != lower {
        let count = appearances.count
        note(cursor.offset, cursor.offset + viewport.extent, at: time, edges)
        changed = changed || appearances.count > count
      }
      next += 1
      time = SimTime.vsync(next, hertz: hertz)
    }
    vsync = next
    while first < appearances.count, appearances[first].time <= viewport.time {
      first += 1
      changed = true
    }
    if first > 64, first > appearances.count / 2 {
      appearances.removeSubrange(0..<first)
      first = 0
    }
    return changed
  }

  /// Moves the cursor's viewport and records the items that enter, in entering order.
  private mutating func note(
    _ newLower: Double, _ newUpper: Double, at time: SimTime, _ edges: borrowing ItemEdges
  ) {
    let (oldUpperRank, oldLowerRank) = (upperRank, lowerRank)
    let (oldLower, oldUpper) = (lower, upper)
    move(to: newLower, newUpper, edges)
    // The direction of the last movement need not lead to where the viewport is now.
    let isForward = cursor.direction == .forward
    if newUpper > oldUpper {
      let count = upperRank - oldUpperRank
      for step in 0..<count {
        let item = isForward ? oldUpperRank + step : upperRank - 1 - step
        if edges.placement.ends[Int(item)] > newLower {
          appearances.append(Appearance(time: time, item: item))
        }
      }
    } else if newLower < oldLower {
      let count = oldLowerRank - lowerRank
      for step in 0..<count {
        let rank = isForward ? lowerRank + step : oldLowerRank - 1 - step
        let item = edges.item(endRank: Int(rank))
        if edges.placement.starts[item] < newUpper {
          appearances.append(Appearance(time: time, item: Int32(item)))
        }
      }
    }
  }

  private mutating func move(
    to lower: Double, _ upper: Double, _ edges: borrowing ItemEdges
  ) {
    (self.lower, self.upper) = (lower, upper)
    upperRank = edges.startRank(upper, near: upperRank)
    lowerRank = edges.endRank(lower, near: lowerRank)
  }
}
