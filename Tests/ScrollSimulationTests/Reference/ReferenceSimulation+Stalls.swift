import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The images that were on screen or missing: for how long, why, and what they waited for.
extension ReferenceSimulation {
  func addStalls(_ figures: inout Figures) {
    addAreas(&figures)
    let shown = records.appearances.filter { shownIn($0) != nil }
    let isDead = records.death != nil
    let neverShown = records.appearances.filter {
      shownIn($0) == nil && ($0.left != nil || isDead)
    }
    let times = percentiles(of: records.appearances)
    let late = shown.filter { timeToImage($0) > .zero }
    figures.add("appearances", records.appearances.count)
    figures.add("never shown", neverShown.count)
    figures.add(
      "unfinished", isDead ? 0 : records.appearances.count { shownIn($0) == nil && $0.left == nil })
    figures.add("skipped", records.skipped)
    figures.add("at once", shown.count - late.count)
    figures.add("late", late.count)
    figures.add("wrong displays", records.wrongDisplays)
    figures.add("p50", times[0])
    figures.add("late p50", medianOfLate)
    figures.add("p95", times[1])
    figures.add("p99", times[2])
    figures.add("max", times[3])
    for reason in AbsenceReason.allCases {
      figures.add("\(reason)", (late + neverShown).count { ($0.reason ?? .askedLate) == reason })
    }
    let kinds = (late + neverShown).map(waitTimes)
    for kind in WaitTimes.Kind.allCases {
      figures.add("waited for \(kind)", Int(kinds.reduce(0) { $0 + $1[kind] }))
    }
    figures.add("waited", Int(kinds.reduce(0) { $0 + $1.total }))
  }

  /// Returns the frame on screen that first had the appearance's image; `nil` if none did.
  private func shownIn(_ appearance: Appearance) -> Int? {
    appearance.served.flatMap { isPresented($0) ? $0 : nil }
  }

  /// Returns the 50th, 95th, 99th and 100th percentiles of some appearances; `nil` means never.
  ///
  /// Without appearances they are 0, except for an app that never showed a frame.
  func percentiles(of appearances: [Appearance]) -> [SimTime?] {
    let waits = appearances.filter { shownIn($0) != nil }.map(timeToImage).sorted()
    let none: SimTime? = records.frames.indices.contains(where: isPresented) ? .zero : nil
    return [50, 95, 99, 100].map { percent in
      let rank = (appearances.count * percent + 99) / 100
      return rank > 0 && rank <= waits.count ? waits[rank - 1] : rank == 0 ? none : nil
    }
  }

  /// The median time to the image over the appearances that did not have it at once.
  private var medianOfLate: SimTime? {
    let late = records.appearances.filter { shownIn($0) == nil || timeToImage($0) > .zero }
    guard !late.isEmpty else { return percentiles(of: records.appearances)[0] }
    return percentiles(of: late)[0]
  }

  /// Returns the time to an appearance's image, in screen time.
  private func timeToImage(_ appearance: Appearance) -> SimTime {
    presentation(shownIn(appearance) ?? 0) - presentation(appearance.entered)
  }

  /// Returns the waits from the presentation of its first frame to that of its image, or until it
  /// left.
  func waitTimes(_ appearance: Appearance) -> WaitTimes {
    let start = presentation(appearance.entered)
    let end =
      shownIn(appearance).map { presentation($0) } ?? screenTime(appearance.left ?? finish)
    var result = WaitTimes()
    let states = states(of: appearance)
    for (index, state) in states.enumerated() {
      let from = max(start, index == 0 ? start : state.time)
      let to = min(end, index + 1 < states.count ? states[index + 1].time : end)
      guard to > from else { continue }
      guard state.wait == .nextFrame else {
        result[state.wait] += (to - from).nanoseconds
        continue
      }
      let late = delay(from: from, to: to, served: shownIn(appearance))
      result[.mainThread] += late.nanoseconds
      result[.nextFrame] += (to - from - late).nanoseconds
    }
    return result
  }

  /// Returns the kinds of waiting with their starts, in screen time.
  private func states(
    of appearance: Appearance
  ) -> [(time: SimTime, wait: WaitTimes.Kind)] {
    var states: [(time: SimTime, wait: WaitTimes.Kind)] = []
    for (index, wait) in appearance.waits.enumerated() {
      let next = index + 1 < appearance.waits.count ? appearance.waits[index + 1].time : .never
      switch wait.what {
      case .nextFrame: states.append((screenTime(wait.time), .nextFrame))
      case .afterFailure: states.append((screenTime(wait.time), .backOff))
      case .load(let load):
        let before = load.history.last { $0.time <= wait.time }?.wait ?? .nextFrame
        states.append((screenTime(wait.time), before))
        for step in load.history where step.time > wait.time && step.time < next {
          states.append((screenTime(step.time), step.wait))
        }
      }
    }
    return states.isEmpty ? [(.zero, .nextFrame)] : states
  }

  private func addAreas(_ figures: inout Figures) {
    var (blank, soft, wrong, blankScrolling, scrolling) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var withBlank = 0
    for (index, frame) in records.frames.enumerated() where isPresented(index) {
      let start = presentation(index)
      let seconds = (screenTime(close(index + 1)) - start).seconds
      func area(_ sights: [ReferenceRecords.Sight]) -> Double {
        frame.sights.filter { sights.contains($0.sight) }.reduce(0) { $0 + $1.area }
      }
      blank += area([.blank]) * seconds
      wrong += area([.wrong]) * seconds
      let fading = frame.sights.filter { $0.sight == .full && isFading($0.appearance, at: index) }
      soft += (area([.low]) + fading.reduce(0) { $0 + $1.area }) * seconds
      if area([.blank]) > 0 { withBlank += 1 }
      if !frame.isIdle {
        blankScrolling += area([.blank]) * seconds
        scrolling += seconds
      }
    }
    figures.add("stall", missingSeconds)
    figures.add("blank", blank)
    figures.add("placeholder", loader.placeholder > 0 ? blank : 0)
    figures.add("soft", soft)
    figures.add("wrong", wrong)
    figures.add("blank ratio", scrolling == 0 ? 0 : blankScrolling / scrolling)
    figures.add("frames with blank", withBlank)
  }

  /// Returns `true` if an image that came after its cell is fading in.
  private func isFading(_ appearance: Appearance, at frame: Int) -> Bool {
    guard let late = appearance.fades.last(where: { $0 <= frame }) else { return false }
    return presentation(frame) < presentation(late) + SimTime(seconds: loader.fadeDuration)
  }
}
