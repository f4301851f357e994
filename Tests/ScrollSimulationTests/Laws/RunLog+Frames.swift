import ScrollCore
import ScrollSimulation

extension RunLog {
  /// Every frame with its start, those that repeat another one written out.
  func frames(hertz: Int64) -> [(start: SimTime, frame: RunEvent.Frame)] {
    var frames: [(start: SimTime, frame: RunEvent.Frame)] = []
    for entry in entries {
      switch entry.event {
      case .frame(let frame): frames.append((entry.time, frame))
      case .repeatedFrames(let count):
        for _ in 0..<count {
          guard let (_, last) = frames.last else { preconditionFailure("repeats nothing") }
          let start = last.presented
          let next = SimTime.vsync(start.firstVsync(hertz: hertz) + 1, hertz: hertz)
          frames.append(
            (
              start,
              RunEvent.Frame(
                work: RunReport.MainThreadWork(), due: next, presented: next, isLate: false,
                isPresented: true, blank: last.blank, soft: last.soft, wrong: last.wrong)
            ))
        }
      default: break
      }
    }
    return frames
  }
}
