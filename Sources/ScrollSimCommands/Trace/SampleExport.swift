import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// A trace's movement as comma-separated samples: what `trace import` reads.
enum SampleExport {
  static let name = "samples"

  /// A line per sample: `t_ms,scroll_y,touch,phase,width,height,visible`.
  ///
  /// A rotation and a trip to the background show from the next sample on; other events are not in
  /// it.
  static func bytes(of trace: ScrollTrace) -> [UInt8] {
    var text = Array("t_ms,scroll_y,touch,phase,width,height,visible\n".utf8)
    let motion = trace.motion
    var screen = Screen(viewport: trace.header.viewport)
    var events = trace.events[...]
    for index in motion.times.indices {
      while let event = events.first, event.time <= motion.times[index] {
        screen.apply(event.event)
        events.removeFirst()
      }
      let phase = motion.phases[index]
      let time = TraceNumber.text(milliseconds: motion.times[index])
      let offset = TraceNumber.text(motion.offsets[index])
      text += "\(time),\(offset),\(phase == .tracking ? 1 : 0),\(phase.word),\(screen.text)\n".utf8
    }
    return text
  }

  /// What a sample says of the screen.
  private struct Screen {
    var viewport: ViewportSize
    var isVisible = true

    mutating func apply(_ event: SystemEvent) {
      switch event {
      case .rotate: viewport = ViewportSize(width: viewport.height, height: viewport.width)
      case .background: isVisible = false
      case .foreground: isVisible = true
      default: break
      }
    }

    var text: String {
      "\(TraceNumber.text(viewport.width)),\(TraceNumber.text(viewport.height)),\(isVisible ? 1 : 0)"
    }
  }
}
