import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The reasons why an image was absent when an appearance requested it.
extension StallExplainer {
  /// Returns the latest event that explains the absence of an image that came late or never.
  func reason(for appearance: AppearanceRecord) -> Explanation.Link? {
    guard let lateness = appearance.lateness, let ask = decisiveAsk(of: appearance) else {
      return nil
    }
    let file = "its " + names.file(of: appearance.item, ask.key)
    let now = ask.time
    let events = record.history[Int(ask.key)].filter { $0.index < horizon(of: ask, appearance) }
    func ago(_ time: SimTime) -> String {
      time == now ? "just then" : "\(ExplanationText.span(now - time)) earlier"
    }
    func link(_ event: KeyEvent, _ text: String) -> Explanation.Link {
      Explanation.Link(time: event.time, text: text)
    }
    switch lateness.reason {
    case .neverAsked:
      return Explanation.Link(time: now, text: "\(file) had not been requested before")
    case .askedLate: return askedLate(ask, appearance.item, file, ago)
    case .cancelled:
      guard let event = events.last(where: { $0.isCancellation }) else { break }
      return link(
        event, "its load was cancelled \(ago(event.time)), when it was no longer needed")
    case .refused:
      guard let event = events.last(where: { $0.isRefusal }) else { break }
      return link(event, "the cache refused it \(ago(event.time))")
    case .evictedUnused, .evicted:
      guard scenario.loader.cache else {
        return Explanation.Link(time: now, text: "this loader has no cache")
      }
      guard let (event, text) = removal(in: events) else { break }
      let unused = lateness.reason == .evictedUnused ? ", before it was shown" : ""
      return link(event, "\(file) was evicted \(ago(event.time)) \(text)\(unused)")
    case .purged:
      guard let (event, text) = removal(in: events) else { break }
      return link(event, "\(file) was dropped \(ago(event.time)) \(text)")
    case .expired:
      guard let (event, _) = removal(in: events) else { break }
      return link(
        event,
        event.time == now
          ? "the cached image was out of date" : "\(file) expired \(ago(event.time))")
    case .failed: return failed(ask, events, ago)
    case .killed:
      guard let launch = record.relaunches.last(where: { $0.index < ask.index }) else { break }
      return Explanation.Link(
        time: launch.time, text: "the app had been restarted \(ago(launch.time))")
    }
    return Explanation.Link(time: now, text: "\(file) was absent: \(lateness.reason)")
  }

  /// Returns the request that explains why an image was absent: the last one before it was shown.
  func decisiveAsk(of appearance: AppearanceRecord) -> AppearanceRecord.RequestResult? {
    guard let shown = appearance.shownFrame, shown < record.frames.count else {
      return appearance.asks.last
    }
    let start = record.frames[shown].start
    return appearance.asks.last { $0.time <= start } ?? appearance.asks.first
  }

  /// Returns the index of the log entry at which a request begins.
  private func horizon(of ask: AppearanceRecord.RequestResult, _ appearance: AppearanceRecord)
    -> Int
  {
    if ask.load > 0, ask.decode == 0 { return record.loads[Int(ask.load)].index }
    // The main thread stores an image that it reads at once before the log has its request.
    if ask.outcome == .started(0), ask.index == appearance.asks.first?.index,
      appearance.lateness?.reason != .expired
    {
      return appearance.index
    }
    return ask.index
  }

  /// Returns the link for an image that came late although it was already loading or in memory.
  private func askedLate(
    _ ask: AppearanceRecord.RequestResult, _ item: Int32, _ file: String, _ ago: (SimTime) -> String
  ) -> Explanation.Link {
    let now = ask.time
    switch ask.outcome {
    case .hit where ask.decode > 0 || scenario.loader.holds == .encoded:
      return Explanation.Link(time: now, text: "\(file) was in memory, to be decoded again")
    case .hit:
      return Explanation.Link(time: now, text: "found in memory, to be shown a frame later")
    case .live:
      return Explanation.Link(
        time: now, text: "found among live objects, to be shown a frame later")
    case .joined(let load) where record.loads[Int(load)].start == now:
      return Explanation.Link(time: now, text: "\(file) was requested in the same frame")
    case .joined(let load):
      let load = record.loads[Int(load)]
      return Explanation.Link(
        time: load.start, text: "\(file) was requested \(ago(load.start)) by \(asker(load, item))")
    case .started, .givenUp:
      let other = record.history[Int(ask.key)].last { event in
        if case .started(let load) = event.what { return load != ask.load && event.time <= now }
        return false
      }
      guard let other, case .started(let serial) = other.what else {
        return Explanation.Link(time: now, text: "\(file) had been requested")
      }
      return Explanation.Link(
        time: other.time,
        text: "\(file) was requested \(ago(other.time)) by "
          + "\(asker(record.loads[Int(serial)], item)), and had not arrived")
    }
  }

  /// Returns the item or prefetch that started a load, from the perspective of an item that needs
  /// the same image.
  func asker(_ load: LoadRecord, _ item: Int32) -> String {
    if load.isPrefetch { return "a prefetch" }
    return load.item == item ? "itself" : "item \(load.item)"
  }

  private func failed(
    _ ask: AppearanceRecord.RequestResult, _ events: [KeyEvent], _ ago: (SimTime) -> String
  ) -> Explanation.Link? {
    // The chain contains the download that fails while the item waits.
    if ask.load > 0, record.loads[Int(ask.load)].hasFailed { return nil }
    guard let event = events.last(where: { $0.isFailure }), case .failed(let load) = event.what
    else { return Explanation.Link(time: ask.time, text: "its download on the main thread failed") }
    let again = ask.outcome == .givenUp ? ", and is not retried" : ""
    return Explanation.Link(
      time: event.time,
      text: "its download failed \(ago(event.time)) "
        + "(\(record.loads[Int(load)].failure.storyName))\(again)")
  }

  /// Returns the last removal, and its cause.
  private func removal(in events: [KeyEvent]) -> (KeyEvent, String)? {
    for event in events.reversed() {
      guard case .removed(let reason, let newcomer) = event.what else { continue }
      let by = newcomer.map {
        $0.isPrefetched
          ? " by the prefetched \(names.key($0.key))" : " by \(names.key($0.key))"
      }
      return (event, reason.storyText + (by ?? ""))
    }
    return nil
  }
}

extension KeyEvent {
  fileprivate var isCancellation: Bool {
    if case .cancelled = what { return true }
    return false
  }
  fileprivate var isRefusal: Bool {
    if case .refused = what { return true }
    return false
  }
  fileprivate var isFailure: Bool {
    if case .failed = what { return true }
    return false
  }
}

extension RunEvent.TransferFailure? {
  /// The reason why a download failed; `nil` means that it found no network.
  var storyName: String {
    switch self {
    case .timedOut: "timed out"
    case .refused: "answered with an error"
    case .offline, nil: "offline"
    }
  }
}
