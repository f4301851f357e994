import ScrollCore
import ScrollSimulation

/// An appearance in words.
extension Story {
  func tell(_ appearance: AppearanceRecord) -> AppearanceExplanation {
    let stalls = Stalls(
      of: appearance, in: record, fade: SimTime(seconds: scenario.loader.fadeDuration))
    let outcome = appearance.outcome
    let head = stalls.text + ending(outcome, hasStalls: !stalls.text.isEmpty)
    var links = order(chain(of: appearance))
    if let waits = appearance.lateness?.waits, waits.total > 0 {
      // A low variant may end the wait before the full image is there.
      let time = max(endOfWait(appearance), links.last?.time ?? .zero)
      links.append(Explanation.Link(time: time, text: "while missing: \(sum(of: waits))"))
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
    case .atOnce: hasStalls ? "" : "there at once"
    case .late: hasStalls ? "" : "late"
    case .neverShown: and + "never shown"
    case .unfinished: and + "not shown when the run ended"
    }
  }

  /// The end of its wait; later events are no part of it.
  func endOfWait(_ appearance: AppearanceRecord) -> SimTime {
    if let shown = appearance.shownFrame, shown < record.frames.count {
      return record.frames[shown].presented
    }
    return appearance.left?.time ?? record.end
  }

  /// The time on screen without its image.
  func wait(of appearance: AppearanceRecord) -> SimTime {
    guard let presented = record.presentation(of: appearance.frame) else { return .zero }
    return record.clock.elapsed(from: presented, to: endOfWait(appearance))
  }

  /// Every event of it, not in order.
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
            text: "\(names.picture(picture)) came late and was put into its cell"))
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

  /// The frames in which it got the image that it had requested.
  private func showings(of appearance: AppearanceRecord) -> [Explanation.Link] {
    guard appearance.lateness != nil || appearance.contents.contains(where: { $0.content == .low })
    else { return [] }
    return appearance.contents.compactMap { change in
      guard change.content == .full || change.content == .low else { return nil }
      let what = change.content == .low ? "its low variant shown" : "shown"
      guard let presented = record.presentation(of: change.frame) else {
        return Explanation.Link(
          time: change.time, text: "\(what) in a frame that was never presented")
      }
      return Explanation.Link(
        time: presented, text: "\(what) in the frame at \(StoryText.moment(presented))")
    }
  }

  private func departure(of appearance: AppearanceRecord) -> [Explanation.Link] {
    guard appearance.lateness != nil, appearance.shownFrame == nil else { return [] }
    guard let left = appearance.left else {
      return [
        Explanation.Link(time: record.end, text: "the run ended at \(StoryText.moment(record.end))")
      ]
    }
    return [Explanation.Link(time: left.time, text: "left at \(StoryText.moment(left.time))")]
  }

  /// A second request: for its full picture, or because its row was reloaded.
  private func repeated(_ ask: AppearanceRecord.Ask, of appearance: AppearanceRecord)
    -> Explanation.Link
  {
    let wasLow = appearance.asks.contains { $0.index < ask.index && names.isLow($0.key) }
    let text =
      wasLow && !names.isLow(ask.key)
      ? "requested in full at rest" : "its row was reloaded and requested it again"
    return Explanation.Link(time: ask.time, text: text)
  }

  private func sum(of waits: WaitTimes) -> String {
    // Waits that round to zero are left out, unless there is no other.
    let least = waits.total < 5000 ? 1 : 5000
    return WaitTimes.Kind.allCases.filter { waits[$0] >= least }.map {
      "\($0.shortName) \(StoryText.span(SimTime(nanoseconds: waits[$0])))"
    }.joined(separator: ", ")
  }

  /// By time; events of one time in their order here.
  private func order(_ links: [Explanation.Link]) -> [Explanation.Link] {
    links.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
