import ScrollCore
import ScrollDevice
import ScrollLayout

/// Scrolling and what the system does meanwhile, drawn by chance.
enum RandomMotion {
  /// Walks, flings, jumps and rests, at vsyncs or at times of their own.
  static func draw(
    _ extent: Double, _ viewport: Double, hertz: Int64, _ dice: inout SeededRandom
  ) -> ScrollMotion {
    let longest = SimTime(milliseconds: Double(dice.within(50...900)))
    var motion = ScrollMotion(times: [.zero], offsets: [0], phases: [.idle])
    var (time, offset) = (SimTime.zero, Double(dice.below(max(1, Int(extent)))))
    motion.offsets[0] = offset
    let isOnGrid = dice.chance(0.5)
    func add(_ span: SimTime, _ phase: ScrollPhase) {
      time += span
      if isOnGrid { time = .vsync(time.firstVsync(hertz: hertz), hertz: hertz) }
      motion.times.append(time)
      motion.offsets.append((offset * 64).rounded() / 64)
      motion.phases.append(phase)
    }
    while time < longest {
      switch dice.below(4) {
      case 0:
        for _ in 0..<dice.within(1...8) {
          offset += Double(dice.within(-40...40))
          add(SimTime(milliseconds: 1 + 20 * dice.unit()), .tracking)
        }
      case 1:
        var velocity = Double(dice.within(-400...400))
        while abs(velocity) > 4 {
          offset += velocity
          velocity *= 0.7
          add(SimTime(milliseconds: 8 + 10 * dice.unit()), .decelerating)
        }
      case 2:
        offset = extent * dice.unit() - viewport / 4
        add(SimTime(milliseconds: 1), .tracking)
      default:
        add(SimTime(milliseconds: 1 + 150 * dice.unit()), .idle)
      }
    }
    return motion
  }

  static func events(
    _ duration: SimTime, hertz: Int64, images: Int, _ traits: RandomTraits,
    _ dice: inout SeededRandom
  ) -> [TimedSystemEvent] {
    let isBusy = traits.changes || traits.isRemote
    guard dice.chance(isBusy ? 0.8 : 0.4) else { return [] }
    let times = (0..<dice.within(1...5)).map { _ in
      let time = SimTime(nanoseconds: Int64(dice.below(Int(duration.nanoseconds) + 1)))
      return dice.chance(0.5) ? .vsync(time.firstVsync(hertz: hertz), hertz: hertz) : time
    }
    return times.sorted().map { time in
      if traits.changes, dice.chance(0.5) {
        return TimedSystemEvent(time: time, event: .change(image: ImageID(dice.below(images))))
      }
      if traits.isRemote, dice.chance(0.5) {
        return TimedSystemEvent(time: time, event: dice.chance(0.5) ? .offline : .online)
      }
      if dice.chance(0.3) {
        let image = ImageID(dice.chance(0.5) ? 0 : dice.below(images))
        let accesses: [SystemEvent] = [
          .beginAccess(image: image), .beginAccess(image: image), .endAccess(image: image),
          .useContent(image: image),
        ]
        return TimedSystemEvent(time: time, event: accesses[dice.below(4)])
      }
      let event: SystemEvent =
        switch dice.below(9) {
        case 8: .tap
        case 0: .memoryPressure(.warning)
        case 1: .memoryPressure([.normal, .warning, .critical][dice.below(3)])
        case 2, 3: .background
        case 4, 5: .foreground
        case 6: .relaunch
        default:
          .externalPressure(
            bytes: Int64(
              traits.isPurgeable
                ? dice.within(-200_000...300_000) : dice.within(-2_000_000...9_000_000)))
        }
      return TimedSystemEvent(time: time, event: event)
    }
  }
}
