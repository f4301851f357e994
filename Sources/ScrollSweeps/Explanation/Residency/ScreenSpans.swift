import ScrollCore

/// The contents of one appearance on screen, with their times.
struct ScreenSpans {
  typealias Span = ResidencyMap.Span

  /// Nil if it was never presented.
  private(set) var visible: Span?
  private(set) var blank: [Span] = [], soft: [Span] = [], wrong: [Span] = []

  /// Follows an appearance from presentation to presentation.
  ///
  /// - Parameters:
  ///   - appearance: the contents of its cell, frame by frame.
  ///   - record: the times at which those frames were on screen.
  ///   - fade: how long an image that came late is soft.
  init(of appearance: AppearanceRecord, in record: LogIndex, fade: SimTime) {
    let end = record.disappearance(of: appearance)
    let start = record.change(toFrame: appearance.frame)
    guard start < end else { return }
    visible = Span(from: start, to: end)
    for (index, change) in appearance.contents.enumerated() {
      let next = index + 1 < appearance.contents.count ? appearance.contents[index + 1].frame : nil
      // Of what changes within one frame only the last is seen.
      guard next != change.frame else { continue }
      let from = record.change(toFrame: change.frame)
      let to = min(end, next.map { record.change(toFrame: $0) } ?? end)
      guard from < to else { continue }
      let span = Span(from: from, to: to)
      switch change.content {
      case .nothing: Self.add(span, to: &blank)
      case .old(_, is: .another), .misplaced, .namesake: Self.add(span, to: &wrong)
      case .low, .old(_, is: .low): Self.add(span, to: &soft)
      case .old(_, is: .same): break
      case .full:
        guard change.frame > appearance.frame, fade > .zero else { break }
        let sharp = min(to, record.firstChange(since: change.frame, after: fade))
        if from < sharp { Self.add(Span(from: from, to: sharp), to: &soft) }
      }
    }
  }

  private static func add(_ span: Span, to spans: inout [Span]) {
    if let last = spans.last, last.to == span.from {
      spans[spans.count - 1].to = span.to
    } else {
      spans.append(span)
    }
  }
}
