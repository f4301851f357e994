import ScrollCore
import ScrollLayout
import ScrollTraces

/// A trace's movement as comma-separated samples: what `trace import` reads.
enum SampleExport {
  static let name = "samples"

  /// A line per sample: `t_ms,scroll_y,touch,phase`.
  static func bytes(of trace: ScrollTrace) -> [UInt8] {
    var text = Array("t_ms,scroll_y,touch,phase\n".utf8)
    let motion = trace.motion
    for index in motion.times.indices {
      let phase = motion.phases[index]
      let time = TraceNumber.text(milliseconds: motion.times[index])
      let offset = TraceNumber.text(motion.offsets[index])
      text += "\(time),\(offset),\(phase == .tracking ? 1 : 0),\(phase.word)\n".utf8
    }
    return text
  }
}
