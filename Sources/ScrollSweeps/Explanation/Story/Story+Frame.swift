import ScrollCore
import ScrollPages
import ScrollSimulation

/// A frame in words.
extension Story {
  func tell(frame number: Int) -> FrameExplanation {
    let frame = record.frames[number]
    let presented = frame.isPresented ? frame.presented : nil
    let stalled = record.appearances.filter { isStalled($0, in: number) }
      .sorted { $0.item < $1.item }
    var links = [work(of: frame)]
    links += happenings(in: frame)
    links += shares(of: frame, number, stalled)
    return FrameExplanation(
      number: number, beginsLaunch: beginsLaunch(number), start: frame.start, due: frame.due,
      presented: presented,
      delay: frame.delay, work: frame.work, blank: frame.blank, soft: frame.soft,
      wrong: frame.wrong,
      explanation: Explanation(
        about: "frame \(number)", time: frame.start, head: head(of: frame), links: links),
      stalls: stalled.map { tell($0) })
  }

  private func head(of frame: FrameRecord) -> String {
    let start = "at \(StoryText.moment(frame.start))"
    guard frame.isPresented else { return "\(start) never presented" }
    let presented = "on screen at \(StoryText.moment(frame.presented))"
    return frame.delay > .zero
      ? "\(start) late by \(StoryText.span(frame.delay)), \(presented)"
      : "\(start) on time, \(presented)"
  }

  private func work(of frame: FrameRecord) -> Explanation.Link {
    let parts = frame.work.parts.filter { $0.nanoseconds > 0 }
      .map { "\($0.name) \(StoryText.span(SimTime(nanoseconds: $0.nanoseconds)))" }
    let total = StoryText.span(SimTime(nanoseconds: frame.work.total))
    return Explanation.Link(
      time: frame.start,
      text: parts.isEmpty
        ? "nothing to do on the main thread"
        : "\(total) on the main thread (\(parts.joined(separator: ", ")))")
  }

  /// The items that left, appeared and were shown, and the images that the main thread loaded.
  private func happenings(in frame: FrameRecord) -> [Explanation.Link] {
    var left: [Int32] = [], appeared: [Int32] = [], shown: [Int32] = [], read: [Int32] = []
    var wrong: [Int32] = [], prefetches = 0
    for entry in record.log[frame.entries] where entry.time == frame.start {
      switch entry.event {
      case .left(let item): left.append(item)
      case .appeared(let item): appeared.append(item)
      case .displayed(let item, _, _, let isWrong):
        if isWrong { wrong.append(item) } else { shown.append(item) }
      case .misplaced(let item, _): wrong.append(item)
      case .readOnMain(let item, _): if item >= 0 { read.append(item) }
      case .started(_, _, _, _, let isPrefetch): if isPrefetch { prefetches += 1 }
      default: break
      }
    }
    let texts: [(items: [Int32], text: String)] = [
      (left, "left"), (appeared, "appeared"), (read, "loaded on the main thread"),
      (shown, "shown"), (wrong, "shown the wrong image"),
    ]
    var links = texts.filter { !$0.items.isEmpty }.map { items, text in
      Explanation.Link(time: frame.start, text: "\(StoryText.items(items)) \(text)")
    }
    if prefetches > 0 {
      links.append(
        Explanation.Link(
          time: frame.start,
          text: Words.count(prefetches, "prefetch issued", "prefetches issued")))
    }
    return links
  }

  /// The shares of the viewport that were blank, soft and wrong, with their items.
  private func shares(
    of frame: FrameRecord, _ number: Int, _ stalled: [AppearanceRecord]
  ) -> [Explanation.Link] {
    func items(_ kind: Kind) -> String {
      let items = stalled.filter { self.kind(of: $0, in: number) == kind }.map(\.item)
      return items.isEmpty ? "" : " (\(StoryText.items(items)))"
    }
    let kinds: [(Kind, Double)] = [
      (.blank, frame.blank), (.soft, frame.soft), (.wrong, frame.wrong),
    ]
    let time = frame.presented
    let links = kinds.filter { $0.1 > 0 }.map { kind, share in
      Explanation.Link(
        time: time,
        text: "\(NumberText.percent(share)) of the viewport \(kind.rawValue)\(items(kind))")
    }
    return links.isEmpty && frame.isPresented
      ? [Explanation.Link(time: time, text: "every visible item shows its image")] : links
  }

  private enum Kind: String {
    case blank, soft, wrong
  }

  /// The kind of stall of an item in a frame; nil if it has none.
  private func kind(of appearance: AppearanceRecord, in frame: Int) -> Kind? {
    guard appearance.frame <= frame, frame < appearance.left?.frame ?? .max else { return nil }
    switch appearance.content(in: frame) {
    case .nothing: return .blank
    case .old(_, is: .another), .misplaced, .namesake: return .wrong
    case .low, .old(_, is: .low): return .soft
    case .old(_, is: .same): return nil
    case .full: return isFading(appearance, in: frame) ? .soft : nil
    }
  }

  private func isFading(_ appearance: AppearanceRecord, in frame: Int) -> Bool {
    guard scenario.loader.fadeDuration > 0,
      let change = appearance.contents.last(where: { $0.frame <= frame }),
      change.frame > appearance.frame, let shown = record.presentation(of: change.frame),
      let now = record.presentation(of: frame)
    else { return false }
    return record.clock.elapsed(from: shown, to: now)
      < SimTime(seconds: scenario.loader.fadeDuration)
  }

  /// Whether an item is stalled in a frame, or appears or is shown late in it.
  private func isStalled(_ appearance: AppearanceRecord, in frame: Int) -> Bool {
    guard kind(of: appearance, in: frame) == nil else { return true }
    return appearance.lateness != nil
      && (appearance.frame == frame || appearance.shownFrame == frame)
  }
}
