import ScrollCore

/// The times when the screen changes, and when loads arrive.
extension LogIndex {
  /// Returns the time when a frame replaces the previous one; the end of the run if it never does.
  func change(toFrame frame: Int) -> SimTime {
    frame < frames.count ? min(frames[frame].presented, end) : end
  }

  /// Returns the time when an item that appeared is no longer on screen.
  func disappearance(of appearance: AppearanceRecord) -> SimTime {
    guard let left = appearance.left else { return end }
    // A relaunch removes everything from the screen at once; a frame does so when it is presented.
    return relaunches.contains { $0.time == left.time } ? left.time : change(toFrame: left.frame)
  }

  /// Returns the time when a frame is first presented after at least `time` of screen time has
  /// passed since another frame was presented.
  /// - Complexity: O(log frames), times the pauses.
  func firstChange(since frame: Int, after time: SimTime) -> SimTime {
    let start = change(toFrame: frame)
    var (low, high) = (frame, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if clock.elapsed(from: start, to: change(toFrame: middle)) >= time {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return change(toFrame: low)
  }

  /// Returns the time when the main thread receives the image of a load, or when the load is
  /// cancelled or lost.
  /// - Complexity: O(log frames + relaunches).
  func arrival(of load: LoadRecord) -> SimTime {
    guard let (time, how) = load.end else { return end }
    guard case .finished = how else { return time }
    let frame = frames.partitioningIndex { $0.start >= time }
    let delivery = frame < frames.count ? frames[frame].start : end
    return relaunches.first { $0.time >= time && $0.time < delivery }?.time ?? delivery
  }
}
