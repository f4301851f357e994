import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the requests of Apple's photo sample and Android's lists on random scrolls, against a
/// check of every item in every frame.
struct RowWindowOracleTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `preheat plans all items within half a screen of its last update`(seed: UInt64) {
    let script = PlanScript(seed: seed)
    var looked: Viewport?
    for (frame, plan) in script.play(.named("preheat")).enumerated() {
      let now = script.contexts[frame].viewport
      let middle = (now.lower + now.upper) / 2
      let isFar =
        looked.map { abs(middle - ($0.lower + $0.upper) / 2) > (now.upper - now.lower) / 3 } ?? true
      if isFar { looked = now }
      guard let from = looked else { continue }
      let half = (from.upper - from.lower) / 2
      let (starts, ends) = (script.placement.starts, script.placement.ends)
      let expected = starts.indices.filter {
        starts[$0] < from.upper + half && ends[$0] > from.lower - half
      }
      #expect(Set(plan.all) == Set(expected), "seed \(seed), frame \(frame)")
    }
  }

  /// Items that are already bound take no time, so the order within a row may differ.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `gap-worker plans the part of the next row that fits the time`(seed: UInt64) {
    let script = PlanScript(seed: seed)
    let (starts, ends) = (script.placement.starts, script.placement.ends)
    let plans = script.play(.named("gap-worker"))
    for frame in script.contexts.indices.dropFirst() {
      let (context, bound) = (script.contexts[frame], Set(plans[frame - 1].all))
      let (now, planned) = (context.viewport, Set(plans[frame].all))
      let moved = abs(now.lower - script.contexts[frame - 1].viewport.lower)
      guard moved > 0 else {
        #expect(planned == bound, "seed \(seed), frame \(frame), at rest")
        continue
      }
      let isForward = now.direction == .forward
      let beyond = starts.indices.filter {
        isForward ? starts[$0] >= now.upper : ends[$0] <= now.lower
      }
      let edge = isForward ? beyond.map { starts[$0] }.min() : beyond.map { ends[$0] }.max()
      guard let edge else {
        #expect(planned.isEmpty, "seed \(seed), frame \(frame), at the end")
        continue
      }
      let row = Set(beyond.filter { (isForward ? starts[$0] : ends[$0]) == edge })
      let isNear = (isForward ? edge - now.upper : now.lower - edge) <= moved
      // Each item but the first needs the time of the ones before it and its own, with some time
      // left.
      var (left, fitting) = (context.idle, 0)
      while script.cellWork > .zero, left > script.cellWork {
        left -= script.cellWork
        fitting += 1
      }
      let new = row.subtracting(bound)
      let most = isNear || script.cellWork == .zero ? new.count : min(new.count, fitting)
      #expect(planned.isSubset(of: row), "seed \(seed), frame \(frame): \(planned), \(row)")
      let isWhole = most == new.count
      #expect(
        isWhole ? planned == row : planned.subtracting(bound).count <= most,
        "seed \(seed), frame \(frame): \(planned) of \(row), \(most) fit")
    }
  }
}
