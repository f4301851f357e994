import ScrollCore
import ScrollLayout
import ScrollSimulation

/// Where the viewport was in each frame of a run, and how far it had moved until then.
struct ViewportTravel {
  /// By frame, in points.
  private(set) var offsets: [Double] = []
  private var distances: [Double] = []
  private var reaches: [Double] = []

  /// Follows the frames of a run.
  ///
  /// The first frame after a launch has moved from nowhere.
  /// - Complexity: O(frames + samples of the motion).
  init(_ record: LogIndex, in scenario: Scenario) {
    var cursor = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    var (distance, extent) = (0.0, scenario.viewportExtent)
    var epochs = scenario.laterEpochs[...], launches = record.relaunches[...]
    var isFresh = true
    for frame in record.frames {
      while let launch = launches.first, launch.time <= frame.start {
        isFresh = true
        launches.removeFirst()
      }
      while let epoch = epochs.first, epoch.time <= frame.start {
        extent = epoch.viewportExtent
        epochs.removeFirst()
      }
      let before = cursor.offset
      cursor.pass(frame.start, in: scenario.motion)
      if !isFresh { distance += abs(cursor.offset - before) }
      isFresh = false
      offsets.append(cursor.offset)
      distances.append(distance)
      reaches.append(RunReport.CacheFigures.soonScreens * extent)
    }
  }

  /// How far it had moved, either way, in the frame or since the last one before its end.
  func distance(at frame: Int) -> Double {
    distances.isEmpty ? 0 : distances[min(frame, distances.count - 1)]
  }

  /// How far it may move for a reload to be a short while after.
  func reach(at frame: Int) -> Double {
    reaches.isEmpty ? 0 : reaches[min(frame, reaches.count - 1)]
  }
}
