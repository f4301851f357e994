import ScrollCore
import ScrollSimulation

/// The waits of a request, step by step.
extension Story {
  /// The steps of the load behind a request, as far as the appearance saw them.
  func chain(of ask: AppearanceRecord.Ask, in appearance: AppearanceRecord) -> [Explanation.Link] {
    let last = lastMoment(of: appearance)
    guard let serial = load(behind: ask, before: last) else {
      return mainThreadChain(of: ask, in: appearance)
    }
    let load = record.loads[Int(serial)]
    var links: [Explanation.Link] = []
    if case .joined = ask.outcome, appearance.lateness?.reason != .askedLate,
      appearance.lateness != nil
    {
      let whose = asker(load, appearance.item)
      links.append(
        Explanation.Link(time: ask.time, text: "joined the load that \(whose) had started"))
    }
    guard appearance.lateness != nil || names.isLow(appearance.asks.first?.key ?? 0) else {
      return []
    }
    for step in load.steps where step.end > ask.time && step.start <= last {
      if let text = text(of: step, of: serial, from: max(step.start, ask.time), until: last) {
        links.append(Explanation.Link(time: max(step.start, ask.time), text: text))
      }
    }
    if load.wasInPageCache, let read = load.steps.first(where: { $0.step == .queued(.flash) }),
      read.end >= ask.time, read.end <= last
    {
      links.append(
        Explanation.Link(time: max(read.end, ask.time), text: "read from the page cache at once"))
    }
    return links + ending(of: load, ask, appearance, last)
  }

  /// The load that serves a request; nil where the main thread does everything.
  private func load(behind ask: AppearanceRecord.Ask, before last: SimTime) -> Int32? {
    if ask.load > 0 { return ask.load }
    guard ask.outcome == .hit, scenario.loader.holds == .encoded else { return nil }
    // It joined an earlier hit, and decodes again.
    for event in record.history[Int(ask.key)].reversed() where event.index < ask.index {
      guard case .started(let serial) = event.what else { continue }
      let end = record.loads[Int(serial)].end?.time ?? .never
      return end > ask.time ? serial : nil
    }
    return nil
  }

  /// The load that brought what an appearance waited for, or should have.
  func load(behind appearance: AppearanceRecord) -> Int32? {
    decisiveAsk(of: appearance).flatMap { load(behind: $0, before: lastMoment(of: appearance)) }
  }

  /// The end of the story of an appearance: its full image, or its end.
  private func lastMoment(of appearance: AppearanceRecord) -> SimTime {
    let full = appearance.contents.last { $0.content == .full }
    return full?.time ?? appearance.left?.time ?? record.end
  }

  private func text(
    of step: LoadRecord.TimedStep, of serial: Int32, from start: SimTime, until last: SimTime
  ) -> String? {
    let end = min(step.end, last)
    let isOpen = step.end > last || record.loads[Int(serial)].isCancelled && step.end == last
    let another = step.start < start ? "another " : ""
    guard !step.step.isQueue else {
      guard end > start || isOpen else { return nil }
      return waiting(step.step, serial, from: start, to: end, isOpen: isOpen, another)
    }
    let span = StoryText.span(end - start)
    if isOpen { return "still being \(step.step.participle) after \(span)" }
    if step.step == .transferring, let failure = record.loads[Int(serial)].failure {
      return "its download failed after \(another)\(span) (\(Optional(failure).storyName))"
    }
    return "\(step.step.participle) in \(another)\(span)"
  }

  /// The wait in a queue, and the number of those ahead.
  private func waiting(
    _ step: LoadRecord.Step, _ serial: Int32, from start: SimTime, to end: SimTime, isOpen: Bool,
    _ another: String
  ) -> String {
    let (still, span) = (isOpen ? "still " : "", another + StoryText.span(end - start))
    guard case .queued(let queue) = step else { return "" }
    switch queue {
    case .held: return "\(still)held back \(span) by the limit of prefetches"
    case .gate: return "\(still)waiting \(span) for a slower viewport"
    case .mainThread: return "\(still)waiting \(span) for the main thread to come to it"
    case .backOff: return "\(still)backing off \(span) after a failed download"
    case .network: return still + queued(span, record.network, "download", serial, start, end)
    case .flash: return still + queued(span, record.flash, "read", serial, start, end)
    case .lanes: return still + queued(span, record.lanes, "decode", serial, start, end)
    }
  }

  private func queued(
    _ span: String, _ resource: ServiceRecord, _ noun: String, _ serial: Int32,
    _ start: SimTime, _ end: SimTime
  ) -> String {
    let (loads, writes) = resource.others(than: serial, from: start, to: end)
    var others: [String] = []
    if loads > 0 { others.append(Words.count(loads, noun)) }
    if writes > 0 { others.append(Words.count(writes, "write")) }
    let whom = others.isEmpty ? "for a \(noun)" : "behind \(Words.list(others))"
    return "queued \(span) \(whom)"
  }

  /// The end of a load, and the wait of its image for the main thread.
  private func ending(
    of load: LoadRecord, _ ask: AppearanceRecord.Ask, _ appearance: AppearanceRecord,
    _ last: SimTime
  ) -> [Explanation.Link] {
    guard let end = load.end, end.time <= last else { return [] }
    switch end.how {
    case .cancelled:
      return [Explanation.Link(time: end.time, text: "its load was cancelled")]
    case .finished(hasFailed: true):
      guard load.failure == nil else { return [] }
      return [Explanation.Link(time: end.time, text: "its download failed (offline)")]
    case .finished(hasFailed: false):
      let isLow = names.isLow(load.picture)
      let shown = appearance.contents.first {
        $0.time >= end.time && $0.content == (isLow ? .low : .full) && $0.time >= ask.time
      }
      guard let shown, shown.time > max(end.time, ask.time) else { return [] }
      let from = max(end.time, ask.time)
      return [
        Explanation.Link(
          time: from,
          text: "delivered \(StoryText.span(shown.time - from)) later"
            + culprit(from: from, to: shown.time))
      ]
    }
  }

  /// The late frame that kept the main thread from delivering.
  private func culprit(from start: SimTime, to end: SimTime) -> String {
    let late = record.frames.changes.last { _, frame in
      frame.start < end && frame.start + SimTime(nanoseconds: frame.work.total) > start
        && frame.delay > .zero
    }
    return late.map { ", after frame \($0.number), which was late" } ?? ""
  }

  /// A load of the main thread itself.
  private func mainThreadChain(
    of ask: AppearanceRecord.Ask, in appearance: AppearanceRecord
  ) -> [Explanation.Link] {
    guard ask.outcome == .started(0), appearance.lateness == nil else { return [] }
    return [Explanation.Link(time: ask.time, text: "loaded on the main thread in that frame")]
  }
}

extension LoadRecord.Step {
  /// The work on the image.
  fileprivate var participle: String {
    switch self {
    case .queued: "queued"
    case .transferring: "downloaded"
    case .reading: "read"
    case .onLane(.encode): "encoded as PNG"
    case .onLane(.decode): "decoded"
    case .onLane(.mask): "decoded (mask)"
    case .onLane(.composition): "composed"
    }
  }
}
