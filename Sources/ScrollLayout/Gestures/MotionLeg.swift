package import ScrollCore

/// A stretch of motion along one curve; it ends where the next leg begins, at the latest.
package struct MotionLeg: Sendable {
  enum Curve: Sendable {
    case rest(Double)
    case drag(DragPath)
    case finger(FingerPath)
    case fling(FlingPath)
    case clamped(ClampedFling)
    case turn(PagingPath)
    case animation(AnimatedScroll)
  }

  package var start: SimTime
  /// From here on the offset rests.
  package var end: SimTime
  var curve: Curve
  var phase: ScrollPhase

  package func position(at time: SimTime) -> Double {
    let elapsed = (time - start).seconds
    return switch curve {
    case .rest(let offset): offset
    case .drag(let path): path.position(at: elapsed)
    case .finger(let path): path.position(at: elapsed)
    case .fling(let path): path.position(at: elapsed)
    case .clamped(let path): path.position(at: elapsed)
    case .turn(let path): path.position(at: elapsed)
    case .animation(let path): path.position(at: elapsed)
    }
  }

  /// Samples legs on a regular grid, up to the first grid time at or after `end`.
  static func sample(_ legs: [MotionLeg], until end: SimTime, hertz: Int64) -> ScrollMotion {
    var builder = MotionBuilder()
    let last = end.firstVsync(hertz: hertz)
    var tick: Int64 = 0, index = 0
    while tick <= last {
      let time = SimTime.vsync(tick, hertz: hertz)
      while index + 1 < legs.count, legs[index + 1].start <= time { index += 1 }
      let leg = legs[index]
      let rests = time >= leg.end
      builder.append(
        time, leg.position(at: time).roundedToSixtyFourth, rests ? .idle : leg.phase)
      // Nothing changes while a leg rests: go on just before the next one.
      let next =
        index + 1 < legs.count ? legs[index + 1].start.firstVsync(hertz: hertz) - 1 : last
      tick = rests ? max(tick + 1, min(next, last)) : tick + 1
    }
    return builder.motion()
  }
}
