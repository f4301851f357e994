import ScrollCore
import ScrollPages
package import ScrollSimulation

/// The explanations of the stalls of a run, from its log.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     let explainer = StallExplainer(log, of: prepared)
///     print(try explainer.item(412).map(\.explanation.sentence))
///
/// Every word follows from the log: the same run gives the same text.
package struct StallExplainer {
  let record: LogIndex

  /// Creates the explanations of a whole run.
  /// - Parameters:
  ///   - log: The log of a finished run.
  ///   - prepared: The scenario of the run.
  /// - Complexity: O(entries of the log).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    record = LogIndex(log, of: prepared)
  }

  var names: ExplanationNames { record.names }
  var scenario: Scenario { record.prepared.scenario }

  /// The number of frames that were processed.
  package var frameCount: Int { record.frames.count }

  /// Returns every appearance of an item, in order.
  /// - Throws: `ExplanationError` if there is no such item, or it never appears.
  package func item(_ item: Int) throws(ExplanationError) -> [AppearanceExplanation] {
    let items = record.appearancesOfItem
    guard items.indices.contains(item) else { throw .noItem(item, count: items.count) }
    guard !items[item].isEmpty else { throw .neverAppears(item) }
    return items[item].map { tell(record.appearances[$0]) }
  }

  /// Returns the work of a frame and its content.
  /// - Throws: `ExplanationError` if there is no such frame.
  package func frame(_ number: Int) throws(ExplanationError) -> FrameExplanation {
    guard record.frames.indices.contains(number) else {
      throw .noFrame(number, count: record.frames.count)
    }
    return tell(frame: number)
  }

  /// The appearance that was longest without its image, the first of equals; `nil` if every image
  /// was there at once.
  ///
  /// An item whose image was not shown before the end of the run counts with its time on screen. A
  /// low variant counts as the image.
  package var worstAppearance: AppearanceExplanation? { worstAppearances(atMost: 1).first }

  /// The latest frame, the first of equals; `nil` if all were on time.
  ///
  /// Frames that begin a launch are left out, because they create a whole screen of cells.
  package var worstHitch: FrameExplanation? {
    worstHitches(atMost: 1).first { !$0.beginsLaunch }
  }

  /// The latest of the frames that begin a launch; `nil` if all were on time.
  package var worstStart: FrameExplanation? {
    worst(hitches.filter { beginsLaunch($0.index) }, atMost: 1).first
  }

  /// Returns the appearances that were longest without their image, the worst first.
  /// - Parameter count: The maximum number of appearances.
  /// - Returns: that number, or all there are.
  /// - Complexity: O(*n* log *n*) in the appearances.
  package func worstAppearances(atMost count: Int) -> [AppearanceExplanation] {
    let waits = record.appearances.enumerated().compactMap { index, appearance in
      appearance.lateness == nil ? nil : (wait: wait(of: appearance), index: index)
    }
    return Self.worst(waits, atMost: count).map { tell(record.appearances[$0]) }
  }

  /// Returns the latest frames, the worst first; those that begin a launch come last.
  /// - Parameter count: The maximum number of frames.
  /// - Returns: that number, or all there are.
  /// - Complexity: O(*n* log *n*) in the frames.
  func worstHitches(atMost count: Int) -> [FrameExplanation] {
    let later = worst(hitches.filter { !beginsLaunch($0.index) }, atMost: count)
    return later
      + worst(hitches.filter { beginsLaunch($0.index) }, atMost: count - later.count)
  }

  private var hitches: [(wait: SimTime, index: Int)] {
    record.frames.changes.compactMap { number, frame in
      frame.delay > .zero ? (wait: frame.delay, index: number) : nil
    }
  }

  /// Returns a Boolean value that indicates whether a frame is the first of the app, or after a
  /// relaunch.
  func beginsLaunch(_ number: Int) -> Bool {
    number == 0
      || record.relaunches.contains { launch in
        number == record.frames.partitioningIndex { $0.start >= launch.time }
      }
  }

  private func worst(
    _ hitches: [(wait: SimTime, index: Int)], atMost count: Int
  ) -> [FrameExplanation] {
    Self.worst(hitches, atMost: count).map { tell(frame: $0) }
  }

  private static func worst(
    _ waits: [(wait: SimTime, index: Int)], atMost count: Int
  ) -> [Int] {
    waits.sorted { ($1.wait, $0.index) < ($0.wait, $1.index) }.prefix(count).map(\.index)
  }
}

/// The explanation of an appearance.
extension StallExplainer {
  func tell(_ appearance: AppearanceRecord) -> AppearanceExplanation {
    let stalls = Stalls(
      of: appearance, in: record, fade: SimTime(seconds: scenario.loader.fadeDuration))
    let outcome = appearance.outcome
    let head = stalls.text + ending(outcome, hasStalls: !stalls.text.isEmpty)
    var links = order(chain(of: appearance))
    if let waits = appearance.lateness?.waits, waits.total > 0 {
      // A low variant may end the wait before the full image is there.
      let time = max(endOfWait(appearance), links.last?.time ?? .zero)
      links.append(Explanation.Link(time: time, text: "waited for: \(sum(of: waits))"))
    }
    let item = appearance.item
    return AppearanceExplanation(
      item: Int(item), image: Int(names.image(of: item).index), frame: appearance.frame,
      appeared: appearance.time, presented: record.presentation(of: appearance.frame),
      shownFrame: appearance.shownFrame,
      shown: appearance.shownFrame.flatMap { record.presentation(of: $0) },
      left: appearance.left?.time, outcome: outcome, reason: appearance.lateness?.reason,
      waits: appearance.lateness?.waits ?? WaitTimes(), blank: stalls.blank, soft: stalls.soft,
      wrong: stalls.wrong,
      explanation: Explanation(
        about: "item \(item)", time: appearance.time, head: head, links: links))
  }

  private func ending(_ outcome: AppearanceExplanation.Outcome, hasStalls: Bool) -> String {
    let and = hasStalls ? " and " : ""
    return switch outcome {
    case .atOnce: hasStalls ? "" : "shown at once"
    case .late: hasStalls ? "" : "late"
    case .neverShown: and + "never shown"
    case .unfinished: and + "not shown when the run ended"
    }
  }

  /// Returns the end of the appearance's wait; later events are not part of it.
  func endOfWait(_ appearance: AppearanceRecord) -> SimTime {
    if let shown = appearance.shownFrame, shown < record.frames.count {
      return record.frames[shown].presented
    }
    return appearance.left?.time ?? record.end
  }

  /// Returns the time on screen without the image.
  func wait(of appearance: AppearanceRecord) -> SimTime {
    guard let presented = record.presentation(of: appearance.frame) else { return .zero }
    return record.clock.elapsed(from: presented, to: endOfWait(appearance))
  }

  /// Returns every event of the appearance, not in order.
  private func chain(of appearance: AppearanceRecord) -> [Explanation.Link] {
    var links: [Explanation.Link] = []
    if let reason = reason(for: appearance) { links.append(reason) }
    for change in appearance.contents {
      switch change.content {
      case .old(let picture, _):
        links.append(
          Explanation.Link(
            time: change.time,
            text: "its reused cell still showed \(names.picture(picture))"))
      case .misplaced(let picture):
        links.append(
          Explanation.Link(
            time: change.time,
            text: "\(names.picture(picture)) came late and was drawn in its cell"))
      case .namesake(let picture):
        links.append(
          Explanation.Link(
            time: change.time, text: "got \(names.picture(picture)), which has the same key"))
      case .nothing, .low, .full: break
      }
    }
    for (index, ask) in appearance.asks.enumerated() {
      if index > 0 { links.append(repeated(ask, of: appearance)) }
      links += chain(of: ask, in: appearance)
    }
    return links + showings(of: appearance) + departure(of: appearance)
  }

  /// Returns the frames in which the appearance got its requested image.
  private func showings(of appearance: AppearanceRecord) -> [Explanation.Link] {
    guard appearance.lateness != nil || appearance.contents.contains(where: { $0.content == .low })
    else { return [] }
    return appearance.contents.compactMap { change in
      guard change.content == .full || change.content == .low else { return nil }
      let low = scenario.loader.variants == .none ? "a smaller bitmap" : "its low variant"
      let what = change.content == .low ? "\(low) shown" : "shown"
      guard let presented = record.presentation(of: change.frame) else {
        return Explanation.Link(
          time: change.time, text: "\(what) in a frame that was never presented")
      }
      return Explanation.Link(
        time: presented, text: "\(what) in the frame at \(ExplanationText.moment(presented))")
    }
  }

  private func departure(of appearance: AppearanceRecord) -> [Explanation.Link] {
    guard appearance.lateness != nil, appearance.shownFrame == nil else { return [] }
    guard let left = appearance.left else {
      return [
        Explanation.Link(
          time: record.end, text: "the run ended at \(ExplanationText.moment(record.end))")
      ]
    }
    let text = "left the screen at \(ExplanationText.moment(left.time))"
    return [Explanation.Link(time: left.time, text: text)]
  }

  /// Returns the link for a second request: for the full picture, for the cell's own size, or
  /// because the row was reloaded.
  private func repeated(_ ask: AppearanceRecord.RequestResult, of appearance: AppearanceRecord)
    -> Explanation.Link
  {
    let earlier = appearance.asks.filter { $0.index < ask.index }
    let text =
      if earlier.contains(where: { names.isLow($0.key) }), !names.isLow(ask.key) {
        "requested in full at rest"
      } else if earlier.last?.key != ask.key, let size = names.size(of: ask.key) {
        "then requested at \(size)"
      } else {
        "its row was reloaded and requested it again"
      }
    return Explanation.Link(time: ask.time, text: text)
  }

  private func sum(of waits: WaitTimes) -> String {
    // Waits that round to zero are left out, unless there is no other.
    let least = waits.total < 5000 ? 1 : 5000
    return WaitTimes.Kind.allCases.filter { waits[$0] >= least }.map {
      "\($0.shortName) \(ExplanationText.span(SimTime(nanoseconds: waits[$0])))"
    }.joined(separator: ", ")
  }

  /// Returns links by time; links of the same time keep their order.
  private func order(_ links: [Explanation.Link]) -> [Explanation.Link] {
    links.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

/// The explanation of a frame.
extension StallExplainer {
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
    let start = "at \(ExplanationText.moment(frame.start))"
    guard frame.isPresented else { return "\(start) never presented" }
    let presented = "on screen at \(ExplanationText.moment(frame.presented))"
    return frame.delay > .zero
      ? "\(start) late by \(ExplanationText.span(frame.delay)), \(presented)"
      : "\(start) on time, \(presented)"
  }

  private func work(of frame: FrameRecord) -> Explanation.Link {
    let parts = frame.work.parts.filter { $0.nanoseconds > 0 }
      .map { "\($0.name) \(ExplanationText.span(SimTime(nanoseconds: $0.nanoseconds)))" }
    let total = ExplanationText.span(SimTime(nanoseconds: frame.work.total))
    return Explanation.Link(
      time: frame.start,
      text: parts.isEmpty
        ? "nothing to do on the main thread"
        : "\(total) on the main thread (\(parts.joined(separator: ", ")))")
  }

  /// Returns the items that left, appeared and were shown, and the images that the main thread
  /// loaded.
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
      Explanation.Link(time: frame.start, text: "\(ExplanationText.items(items)) \(text)")
    }
    if prefetches > 0 {
      links.append(
        Explanation.Link(
          time: frame.start,
          text: Phrase.count(prefetches, "prefetch issued", "prefetches issued")))
    }
    return links
  }

  /// Returns the shares of the viewport that were blank, soft and wrong, with their items.
  private func shares(
    of frame: FrameRecord, _ number: Int, _ stalled: [AppearanceRecord]
  ) -> [Explanation.Link] {
    func items(_ kind: Kind) -> String {
      let items = stalled.filter { self.kind(of: $0, in: number) == kind }.map(\.item)
      return items.isEmpty ? "" : " (\(ExplanationText.items(items)))"
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

  /// Returns the kind of stall of an item in a frame; `nil` if it has none.
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

  /// Returns a Boolean value that indicates whether an item is stalled in a frame, or appears or is
  /// shown late in it.
  private func isStalled(_ appearance: AppearanceRecord, in frame: Int) -> Bool {
    guard kind(of: appearance, in: frame) == nil else { return true }
    return appearance.lateness != nil
      && (appearance.frame == frame || appearance.shownFrame == frame)
  }
}

/// The waits of a request, step by step.
extension StallExplainer {
  /// Returns the steps of the load behind a request, limited to the time of the appearance.
  func chain(of ask: AppearanceRecord.RequestResult, in appearance: AppearanceRecord)
    -> [Explanation.Link]
  {
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

  /// Returns the load that serves a request; `nil` if the main thread does everything.
  private func load(behind ask: AppearanceRecord.RequestResult, before last: SimTime) -> Int32? {
    if ask.load > 0 { return ask.load }
    guard ask.outcome == .hit, scenario.loader.holds == .encoded else { return nil }
    // The request joined an earlier hit, and decodes again.
    for event in record.history[Int(ask.key)].reversed() where event.index < ask.index {
      guard case .started(let serial) = event.what else { continue }
      let end = record.loads[Int(serial)].end?.time ?? .never
      return end > ask.time ? serial : nil
    }
    return nil
  }

  /// Returns the load that delivered the image that an appearance waited for, or should have
  /// delivered it.
  func load(behind appearance: AppearanceRecord) -> Int32? {
    decisiveAsk(of: appearance).flatMap { load(behind: $0, before: lastMoment(of: appearance)) }
  }

  /// Returns the last moment of an appearance: the display of its full image, or its end.
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
    let span = ExplanationText.span(end - start)
    if isOpen { return "still being \(step.step.participle) after \(span)" }
    if step.step == .transferring, let failure = record.loads[Int(serial)].failure {
      return "its download failed after \(another)\(span) (\(Optional(failure).storyName))"
    }
    return step.start < start
      ? "still being \(step.step.participle) for another \(span)"
      : "\(step.step.participle) in \(span)"
  }

  /// Returns the wait in a queue, with the number of loads ahead.
  private func waiting(
    _ step: LoadRecord.Step, _ serial: Int32, from start: SimTime, to end: SimTime, isOpen: Bool,
    _ another: String
  ) -> String {
    let (still, span) = (isOpen ? "still " : "", another + ExplanationText.span(end - start))
    guard case .queued(let queue) = step else { return "" }
    switch queue {
    case .held: return "\(still)delayed \(span) by the limit on prefetches"
    case .gate: return "\(still)waiting \(span) for a slower viewport"
    case .mainThread: return "\(still)waiting \(span) for the main thread"
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
    if loads > 0 { others.append(Phrase.count(loads, noun)) }
    if writes > 0 { others.append(Phrase.count(writes, "write")) }
    let whom = others.isEmpty ? "for a \(noun)" : "behind \(Phrase.list(others))"
    return "queued \(span) \(whom)"
  }

  /// Returns the end of a load, and the wait of its image for the main thread.
  private func ending(
    of load: LoadRecord, _ ask: AppearanceRecord.RequestResult, _ appearance: AppearanceRecord,
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
          text: "loaded; waits \(ExplanationText.span(shown.time - from)) for its delivery"
            + culprit(from: from, to: shown.time))
      ]
    }
  }

  /// Returns the late frame that kept the main thread from delivering an image.
  private func culprit(from start: SimTime, to end: SimTime) -> String {
    let late = record.frames.changes.last { _, frame in
      frame.start < end && frame.start + SimTime(nanoseconds: frame.work.total) > start
        && frame.delay > .zero
    }
    return late.map { ", after frame \($0.number), which was late" } ?? ""
  }

  /// Returns the steps of a load by the main thread itself.
  private func mainThreadChain(
    of ask: AppearanceRecord.RequestResult, in appearance: AppearanceRecord
  ) -> [Explanation.Link] {
    guard ask.outcome == .started(0), appearance.lateness == nil else { return [] }
    return [Explanation.Link(time: ask.time, text: "loaded on the main thread in that frame")]
  }
}

extension LoadRecord.Step {
  /// The participle of the work on the image.
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
