import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation

/// A moment of two runs that a filmstrip shows.
struct FilmMoment {
  /// The maximum number of moments that a filmstrip shows.
  static let limit = 8

  var time: SimTime
  /// The position in each log at this moment.
  var bounds: (a: Int, b: Int)
  /// The keys that each cache has just evicted.
  var evicted: (a: Set<Int32>, b: Set<Int32>)
  /// The side that is worse at this moment; `nil` at the divergence.
  var worse: RunDiff.Side?
  /// The events, in a few words each.
  var caption: [String]

  /// Returns the divergence, and the stretches with the greatest differences, by time.
  static func all(of diff: RunDiff) -> [FilmMoment] {
    guard let divergence = diff.divergence, let search = diff.search else { return [] }
    let moments = [atDivergence(divergence, search, diff)] + chosen(diff).map { of($0, diff) }
    return moments.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// Returns the greatest stretches, including some of each side if there are any.
  private static func chosen(_ diff: RunDiff) -> [RunDiff.Stretch] {
    let room = limit - 1
    var chosen: Set<Int> = []
    for side in RunDiff.Side.allCases {
      chosen.formUnion(
        diff.stretches.indices.filter { diff.stretches[$0].worse == side }.prefix(room / 2))
    }
    for index in diff.stretches.indices where chosen.count < room { chosen.insert(index) }
    return chosen.sorted().map { diff.stretches[$0] }
  }

  private static func atDivergence(
    _ divergence: RunDiff.Divergence, _ search: DivergenceSearch, _ diff: RunDiff
  ) -> FilmMoment {
    func words(_ side: RunDiff.Side) -> String {
      let decision = divergence[side]
      let names = decision.evicted.map(\.image.name)
      let shown = names.count > 2 ? names.prefix(1) + ["\(names.count - 1) more"] : names[...]
      let evicts = names.isEmpty ? nil : "evicts \(Phrase.list(Array(shown)))"
      let refuses = divergence.offered != nil && !decision.keepsOffered ? "does not keep it" : nil
      let parts = [evicts, refuses].compactMap { $0 }
      return "\(diff.name(side)) \(parts.isEmpty ? "keeps all" : Phrase.list(parts))"
    }
    return FilmMoment(
      time: divergence.time, bounds: search.bounds,
      evicted: (
        Set(search.steps.a?.removed ?? []), Set(search.steps.b?.removed ?? [])
      ), worse: nil,
      caption: ["They diverge" + (divergence.offered.map { ": \($0.name) is stored" } ?? "")]
        + RunDiff.Side.allCases.map(words))
  }

  private static func of(_ stretch: RunDiff.Stretch, _ diff: RunDiff) -> FilmMoment {
    let time = worstTime(of: stretch, diff)
    let worse = stretch.worse ?? .a
    let difference = worse == .a ? stretch.difference : stretch.b - stretch.a
    let amount =
      abs(difference.stallSeconds) >= 0.0005
      ? "\(NumberText.fixed(difference.stallSeconds, decimals: 3)) s more blank"
      : difference.waited != .zero
        ? "waits \(ExplanationText.span(difference.waited)) more"
        : Phrase.count(-difference.hits, "hit") + " fewer"
    let (a, b) = (bound(time, in: diff.a), bound(time, in: diff.b))
    return FilmMoment(
      time: time, bounds: (a, b),
      evicted: (evicted(before: a, time, diff.a), evicted(before: b, time, diff.b)),
      worse: stretch.worse,
      caption: [
        stretch.worse.map { "\(diff.name($0)) loses" } ?? "even", amount,
        Phrase.count(stretch.items.count, "item")
          + (stretch.because.isEmpty ? "" : ": \(stretch.because)"),
      ])
  }

  /// Returns the start of the frame in which the worse run exceeds the other's stall by the most.
  private static func worstTime(of stretch: RunDiff.Stretch, _ diff: RunDiff) -> SimTime {
    let isA = stretch.worse != .b
    let (record, own) = (isA ? diff.a : diff.b, isA ? diff.shares.a : diff.shares.b)
    let others = (isA ? diff.shares.b : diff.shares.a).spans
    var worst: (time: SimTime, share: Double)?
    var next = 0
    for span in own.spans where span.from <= stretch.end && span.to >= stretch.start {
      let start = record.frames[span.frame].start
      guard start >= stretch.start else { continue }
      while next < others.count, others[next].to <= span.from { next += 1 }
      let isOther = next < others.count && others[next].from <= span.from
      let other = isOther ? others[next].share : 0
      if span.share - other > worst?.share ?? 0 { worst = (start, span.share - other) }
    }
    return worst?.time ?? stretch.start
  }

  /// Returns the number of log entries up to a time.
  ///
  /// The entry of a frame is logged later than the frame's start.
  private static func bound(_ time: SimTime, in record: LogIndex) -> Int {
    record.log.firstIndex { $0.time > time } ?? record.log.count
  }

  /// Returns the images that were evicted in the preceding half second and have not returned.
  private static func evicted(
    before bound: Int, _ time: SimTime, _ record: LogIndex
  ) -> Set<Int32> {
    var keys: Set<Int32> = []
    for entry in record.log[..<bound] where entry.time > time - SimTime(milliseconds: 500) {
      switch entry.event {
      case .stored(let key, isTaken: true, _, _): keys.remove(key)
      case .removed(let key, let reason, _): if reason != .replaced { keys.insert(key) }
      default: break
      }
    }
    return keys
  }
}
