import ScrollCore

/// The times for which one appearance was blank, soft and wrong, in time on screen.
struct Stalls {
  private(set) var blank = SimTime.zero, soft = SimTime.zero, wrong = SimTime.zero

  /// Measures an appearance from the presentation of its first frame until it left.
  ///
  /// - Parameters:
  ///   - appearance: The contents of its cell, frame by frame.
  ///   - record: The times at which those frames were on screen.
  ///   - fade: The time for which an image that came late is soft.
  init(of appearance: AppearanceRecord, in record: LogIndex, fade: SimTime) {
    let end = appearance.left?.time ?? record.end
    var spans: [(content: AppearanceRecord.Content, from: SimTime, frame: Int)] = []
    for change in appearance.contents {
      guard let from = record.presentation(of: change.frame) else { continue }
      // Of several changes within one frame only the last is visible.
      if spans.last?.frame == change.frame { spans.removeLast() }
      spans.append((change.content, from, change.frame))
    }
    for (index, span) in spans.enumerated() {
      let to = min(end, index + 1 < spans.count ? spans[index + 1].from : end)
      let time = record.clock.elapsed(from: span.from, to: to)
      switch span.content {
      case .nothing: blank += time
      case .old(_, is: .another), .misplaced, .namesake: wrong += time
      case .low, .old(_, is: .low): soft += time
      case .old(_, is: .same): break
      case .full: if span.frame > appearance.frame { soft += min(time, fade) }
      }
    }
  }

  /// The text, such as `blank for 83 ms and soft for 0.25 s`; empty if the appearance never
  /// stalled.
  var text: String {
    let parts = [("blank", blank), ("wrong", wrong), ("soft", soft)].filter { $0.1 > .zero }
    return Phrase.list(parts.map { "\($0.0) for \(ExplanationText.span($0.1))" })
  }
}
