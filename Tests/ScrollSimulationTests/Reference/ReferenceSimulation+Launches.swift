import ScrollCore
import ScrollSimulation

/// The launches of the app, and the time for which the screen was frozen.
extension ReferenceSimulation {
  /// Returns the time at which another launch, or the end of the run, ended a launch.
  private func end(ofLaunch index: Int) -> SimTime {
    index + 1 < records.launches.count ? records.launches[index + 1].time : finish
  }

  /// Returns the first frame of a launch; `nil` if it has none.
  private func firstFrame(ofLaunch index: Int) -> Int? {
    let frame = records.launches[index].frame
    let isLast = index + 1 == records.launches.count || records.launches[index + 1].frame != frame
    return isLast && frame < records.frames.count ? frame : nil
  }

  /// The longest time until a launch had shown a frame.
  ///
  /// It is `nil` if a launch never showed one, except for launches that another one followed at
  /// once.
  var firstFrame: SimTime? {
    let times = records.launches.indices.filter { index in
      let isLast = index + 1 == records.launches.count
      let time = screenTime(records.launches[index].time)
      return isLast || screenTime(records.launches[index + 1].time) > time
    }.map { index -> SimTime? in
      guard let frame = firstFrame(ofLaunch: index), isPresented(frame) else { return nil }
      return presentation(frame) - screenTime(records.launches[index].time)
    }
    return times.contains(nil) ? nil : times.compactMap { $0 }.max()
  }

  /// Returns the screen time at which the first frame of a launch could have been on screen.
  private func due(ofLaunch index: Int) -> SimTime {
    let time = records.launches[index].time
    return screenTime(time) + (vsync(firstVsync(time) + 1) - time)
  }

  /// Returns the screen time at which a frame should have been on screen.
  private func due(ofFrame index: Int) -> SimTime {
    let frame = records.frames[index]
    let launch = records.launches.indices.first { firstFrame(ofLaunch: $0) == index }
    let own = screenTime(frame.start) + (frame.next - frame.start)
    return min(own, launch.map { due(ofLaunch: $0) } ?? own)
  }

  /// Returns the part of a span of screen time during which a frame was late.
  ///
  /// A frame that is awaited to its very end is late until it would have come.
  func delay(from: SimTime, to: SimTime, served: Int?) -> SimTime {
    sum(
      records.frames.indices.filter { $0 <= served ?? $0 }.map { index in
        let frame = records.frames[index]
        let ready = screenTime(frame.start) + (frame.planned - frame.start)
        let end = index == served ? ready : min(ready, screenTime(close(index)))
        return max(.zero, min(to, end) - max(from, due(ofFrame: index)))
      })
  }

  /// The delays of frames after their due times, whether they came or not.
  var delays: [SimTime] {
    let late = records.frames.indices.map { index -> SimTime in
      let frame = records.frames[index]
      let start = screenTime(frame.start)
      let ready = min(start + (frame.planned - frame.start), screenTime(close(index)))
      return max(.zero, ready - due(ofFrame: index))
    }
    let without = records.launches.indices.filter { firstFrame(ofLaunch: $0) == nil }.map {
      max(.zero, screenTime(end(ofLaunch: $0)) - due(ofLaunch: $0))
    }
    return late + without
  }

  /// The preloading times of the launches, as far as they got.
  var preloaded: [SimTime] {
    records.launches.indices.map { index in
      let launch = records.launches[index]
      return min(launch.preloading, end(ofLaunch: index) - launch.time)
    }
  }

  /// Notes that the main thread is busy from now on, in a launch until its first frame is on
  /// screen.
  func watch(until free: SimTime, isLaunch: Bool) {
    let limit =
      isLaunch
      ? screenTime(records.launches[records.launches.count - 1].time) + SimTime(seconds: 20)
      : screenTime(now) + SimTime(seconds: 10)
    block = (free, limit, isLaunch)
  }
}
