package import ScrollCaching
package import ScrollCore
import ScrollPages
package import ScrollSimulation

/// A comparison of two runs of one scenario that differ only in their caches: where they diverge,
/// and the result.
///
///     let diff = RunDiff(
///       RunDiff.Run(name: "lru", log: one, report: first),
///       RunDiff.Run(name: "distance", log: other, report: second), of: prepared)
///     print(diff.sentences)
///
/// If the runs are swapped, all results are the same with their sides swapped.
package final class RunDiff {
  /// One of the two sides.
  package enum Side: Sendable, CaseIterable {
    case a, b

    package var other: Side { self == .a ? .b : .a }
  }

  /// One of the two runs.
  package struct Run {
    /// The name in sentences and drawings.
    package var name: String
    var log: RunLog
    package var report: RunReport
    /// The number of images that fit into the budget, and the number that the policy needs to
    /// behave as documented; `nil` if enough images fit.
    var shortage: (room: Double, needed: Int)?

    /// Creates a finished run from its log and its report.
    package init(
      name: String, log: RunLog, report: RunReport, shortage: (room: Double, needed: Int)? = nil
    ) {
      self.name = name
      self.log = log
      self.report = report
      self.shortage = shortage
    }
  }

  let names: (a: String, b: String)
  let a: LogIndex, b: LogIndex
  let shares: (a: StallShares, b: StallShares)
  let deaths: (a: RunReport.Death?, b: RunReport.Death?)
  let scores: (a: RunScore, b: RunScore)
  let shortages: (a: (room: Double, needed: Int)?, b: (room: Double, needed: Int)?)
  let search: DivergenceSearch?

  /// The first operation in which the caches differ; `nil` if there is none.
  package private(set) var divergence: Divergence?
  /// The stretches in which one run stalls more than the other, the greatest difference first.
  ///
  /// Every appearance that differs belongs to one stretch. The differences of the stretches add up
  /// to the difference of the runs: exactly for counts, and up to rounding errors for blank and
  /// wrong area, in screen-seconds. The stall of late frames belongs to no stretch.
  package let stretches: [Stretch]
  /// The figures of the whole runs, from their reports.
  package let figures: (a: Figures, b: Figures)

  /// Compares two runs.
  /// - Parameters:
  ///   - a: One run.
  ///   - b: Another run.
  ///   - prepared: The scenario of both runs, which have the same seed.
  /// - Complexity: O(entries of both logs + *n* log *n* in the appearances).
  package init(_ a: Run, _ b: Run, of prepared: PreparedScenario) {
    names = (a.name, b.name)
    self.a = LogIndex(a.log, of: prepared)
    self.b = LogIndex(b.log, of: prepared)
    shares = (StallShares(self.a), StallShares(self.b))
    deaths = (a.report.death, b.report.death)
    scores = (RunScore(a.report), RunScore(b.report))
    shortages = (a.shortage, b.shortage)
    figures = (Figures(a.report), Figures(b.report))
    stretches = StretchSearch(self.a, shares.a, self.b, shares.b).stretches
    search = DivergenceSearch(
      CacheStep.all(in: a.log.entries, keyCount: prepared.keyCount),
      CacheStep.all(in: b.log.entries, keyCount: prepared.keyCount),
      lengths: (a.log.entries.count, b.log.entries.count))
    divergence = search.map(tell)
  }

  var keys: ItemPlacement { a.prepared.keyPlacement }
  var keyCount: Int { keys.imageCount }

  /// Returns the name of a side.
  package func name(_ side: Side) -> String { side == .a ? names.a : names.b }

  /// Returns when and why the device killed the app on a side; `nil` if it did not.
  package func death(_ side: Side) -> RunReport.Death? { side == .a ? deaths.a : deaths.b }

  /// The difference `a - b` of the whole runs.
  package var difference: Figures { figures.a - figures.b }

  /// The images in both caches after the divergence; `nil` if there is none.
  package var residentsAtDivergence: (a: [ImageID], b: [ImageID])? {
    guard let search else { return nil }
    func residents(_ record: LogIndex, _ bound: Int) -> [ImageID] {
      ResidentSet(of: record.log, before: bound, keyCount: keyCount).keys.map { ImageID($0) }
    }
    return (residents(a, search.bounds.a), residents(b, search.bounds.b))
  }
}

extension RunDiff {
  /// The first operation in which the caches differ: from here on they hold different images.
  package struct Divergence: Sendable, Equatable {
    package var time: SimTime
    /// The frame that was being processed or was on screen, or else the next frame; `nil` if no
    /// frame followed.
    package var frame: Int?
    /// The offset of the viewport, in points.
    package var offset: Double
    /// The extent of the viewport along the axis, in points.
    var extent: Double
    /// The image that was offered for storage; `nil` if there was none.
    package var offered: Image?
    /// A Boolean value that indicates whether the offered image was prefetched and not requested
    /// yet.
    package var isPrefetched: Bool
    package var a: Decision, b: Decision
    /// The number of images that both caches hold afterwards.
    package var overlap: Int

    subscript(side: Side) -> Decision { side == .a ? a : b }
  }

  /// The decision of one of the caches.
  package struct Decision: Sendable, Equatable {
    /// A Boolean value that indicates whether the cache holds the offered image.
    package var keepsOffered: Bool
    package var evicted: [Eviction]
    /// The content of the cache afterwards.
    package var holding: Holding
  }

  package struct Eviction: Sendable, Equatable {
    package var image: Image
    package var reason: RemovalReason
  }

  /// An image in the cache at a moment.
  package struct Image: Sendable, Equatable {
    /// The name, such as `item 7` or `image 3`.
    package var name: String
    /// The items that show it, in scroll order.
    package var items: [Int]
    package var bytes: Int
    /// The distance from the viewport to the nearest of the items in points: zero in the viewport,
    /// above zero ahead in the direction of movement, below zero behind; `nil` if no item has a
    /// place.
    package var distance: Double?
    /// The time of the last request of an item; `nil` if there was none.
    package var lastAsked: SimTime?
  }

  /// The content of a cache in images and bytes.
  package struct Holding: Sendable, Equatable {
    package var images = 0, bytes = 0
  }
}

extension RunDiff {
  /// The figures of a whole run or of a part of it, or sums and differences of such figures.
  package struct Figures: Sendable, Equatable {
    /// The shares of the viewport that were blank, and that showed another item's image, integrated
    /// over time on screen, in seconds.
    package var blankSeconds = 0.0, wrongSeconds = 0.0
    /// The rest of the missing screen: because of late frames, and before the first frame.
    ///
    /// This part belongs to no appearance.
    package var lateFrameSeconds = 0.0
    /// The total wait for late and never shown images.
    package var waited = SimTime.zero
    /// The number of appearances whose image came late, and the number of appearances that left
    /// without their image.
    package var late = 0, neverShown = 0
    /// The number of requests that found their image in the cache.
    package var hits = 0

    /// Creates figures that are all zero.
    package init() {}

    /// Creates the figures of a whole run.
    package init(_ report: RunReport) {
      blankSeconds = report.stalls.blankAreaSeconds
      wrongSeconds = report.stalls.wrongAreaSeconds
      lateFrameSeconds = report.stalls.seconds - blankSeconds - wrongSeconds
      waited = report.stalls.waited
      late = report.stalls.late
      neverShown = report.stalls.neverShown
      hits = report.requests.hits
    }

    /// Creates the figures of one appearance.
    init(_ appearance: AppearanceRecord, _ area: StallShares.Area) {
      blankSeconds = area.blank
      wrongSeconds = area.wrong
      hits = appearance.asks.count { $0.outcome == .hit }
      switch appearance.outcome {
      case .late: late = 1
      case .neverShown: neverShown = 1
      case .atOnce, .unfinished: return
      }
      waited = SimTime(nanoseconds: appearance.lateness?.waits.total ?? 0)
    }

    /// The total missing screen, in seconds of a whole screen.
    package var stallSeconds: Double { blankSeconds + wrongSeconds + lateFrameSeconds }

    package static func + (left: Self, right: Self) -> Self { left.combined(right, sign: 1) }
    package static func - (left: Self, right: Self) -> Self { left.combined(right, sign: -1) }

    private func combined(_ other: Self, sign: Int) -> Self {
      var sum = self
      sum.blankSeconds += Double(sign) * other.blankSeconds
      sum.wrongSeconds += Double(sign) * other.wrongSeconds
      sum.lateFrameSeconds += Double(sign) * other.lateFrameSeconds
      sum.waited.nanoseconds += Int64(sign) * other.waited.nanoseconds
      sum.late += sign * other.late
      sum.neverShown += sign * other.neverShown
      sum.hits += sign * other.hits
      return sum
    }

    /// The side that is worse over a stretch, if these figures are the difference `a - b`.
    ///
    /// The order is: missing screen, waits, images never shown and late, hits; `nil` if neither
    /// side is worse. Whole runs are ranked by their scores (`better`).
    var worse: Side? { weights.first { $0 != 0 }.map { $0 > 0 ? .a : .b } }

    /// The figures in order of weight, with signs such that a larger number is worse.
    ///
    /// Screen-seconds are rounded to a billionth, because sums of the same shares may differ in
    /// their last bits.
    var weights: [Int] {
      [Int((stallSeconds * 1e9).rounded()), Int(waited.nanoseconds), neverShown, late, -hits]
    }
  }
}

/// The comparison as text.
extension RunDiff {
  /// The comparison in sentences: first which run is better and by how much, then where the runs
  /// diverge, and finally where each run is worse than the other by the most.
  package var sentences: [String] {
    guard let divergence else {
      // Without a frame there is no first and no last frame.
      let hasFrame = a.frames.changes.contains { $0.frame.isPresented }
      let span = hasFrame ? "from the first frame to the last" : "to the end"
      return deathSentences + shortageSentences + [
        "\(names.a) and \(names.b) never differ: both hold the same images \(span)."
      ]
    }
    return deathSentences + shortageSentences + [verdict] + lateFrames + [
      sentence(of: divergence), holdings(of: divergence),
    ]
      + Side.allCases.compactMap(greatestLoss)
  }

  private var deathSentences: [String] {
    if let death = deaths.a, death == deaths.b {
      return [
        "The app was killed with both at \(ExplanationText.moment(death.time)): \(death.reason)."
      ]
    }
    return [(names.a, deaths.a), (names.b, deaths.b)].compactMap { name, death in
      death.map {
        "The app was killed with \(name) at \(ExplanationText.moment($0.time)): \($0.reason)."
      }
    }
  }

  private var shortageSentences: [String] {
    let sides = [(names.a, shortages.a), (names.b, shortages.b)]
    let sentences = sides.compactMap { name, shortage in
      shortage.map {
        "The budget of \(name) is too small: it holds "
          + "\(NumberText.fixed($0.room, decimals: 1)) images, and the policy needs "
          + "\($0.needed)."
      }
    }
    // Two runs of the same policy have one sentence.
    return sentences.first == sentences.last ? Array(sentences.prefix(1)) : sentences
  }

  /// The stalls that are in no stretch; empty if both runs have the same.
  private var lateFrames: [String] {
    let (ours, theirs) = (figures.a.lateFrameSeconds, figures.b.lateFrameSeconds)
    guard abs(ours - theirs) > 1e-9 else { return [] }
    return [
      "Late frames cause \(Self.seconds(ours)) s of the stall with \(names.a), "
        + "\(Self.seconds(theirs)) s with \(names.b)."
    ]
  }

  private func sentence(of divergence: Divergence) -> String {
    let place =
      (divergence.frame.map { "frame \($0), " } ?? "")
      + "offset \(NumberText.fixed(divergence.offset, decimals: 0)) pt"
    let offer =
      divergence.offered.map {
        " when \(divergence.isPrefetched ? "the prefetched " : "")\($0.name) is stored"
      } ?? ""
    return "They diverge at \(ExplanationText.moment(divergence.time)) (\(place))\(offer). "
      + "\(names.a) \(words(divergence.a, divergence)). "
      + "\(names.b) \(words(divergence.b, divergence))."
  }

  private func words(_ decision: Decision, _ divergence: Divergence) -> String {
    var parts = decision.evicted.prefix(3).map { eviction in
      "\(eviction.image.name) (\(words(eviction.image, divergence)))"
    }
    if decision.evicted.count > 3 {
      parts.append(Phrase.count(decision.evicted.count - 3, "other image"))
    }
    let evicts = parts.isEmpty ? nil : "evicts \(Phrase.list(parts))"
    guard divergence.offered != nil else { return evicts ?? "keeps its images" }
    guard decision.keepsOffered else {
      return evicts.map { "\($0) and refuses it" } ?? "refuses it"
    }
    return evicts ?? "has free space for it"
  }

  private func words(_ image: Image, _ divergence: Divergence) -> String {
    var parts = [NumberText.mebibytes(ByteCount(image.bytes))]
    switch image.distance {
    case nil: break
    case .some(0): parts.append("on screen")
    case .some(let points):
      let screens = NumberText.fixed(abs(points) / divergence.extent, decimals: 1)
      parts.append("\(screens) screens \(points > 0 ? "ahead" : "behind")")
    }
    parts.append(
      image.lastAsked.map { "requested \(ExplanationText.span(divergence.time - $0)) before" }
        ?? "never requested")
    return parts.joined(separator: ", ")
  }

  private func holdings(of divergence: Divergence) -> String {
    func words(_ holding: Holding) -> String {
      "\(Phrase.count(holding.images, "image")) "
        + "(\(NumberText.mebibytes(ByteCount(holding.bytes))))"
    }
    return "After that \(names.a) holds \(words(divergence.a.holding)), \(names.b) "
      + "\(words(divergence.b.holding)); "
      + "\(Phrase.count(divergence.overlap, "image is", "images are")) in both."
  }

  /// Returns a text on the stretch in which a side is worse than the other by the most; `nil` if
  /// there is none.
  private func greatestLoss(_ side: Side) -> String? {
    guard let stretch = stretches.first(where: { $0.worse == side }) else { return nil }
    let difference = side == .a ? stretch.a - stretch.b : stretch.b - stretch.a
    let amount =
      difference.weights[0] != 0
      ? "\(Self.seconds(difference.stallSeconds)) s more stall"
      : difference.waited != .zero
        ? "\(ExplanationText.span(difference.waited)) more waiting"
        : "\(Phrase.count(-difference.hits, "hit")) fewer"
    let reasons = stretch.reasons.map { "\($0.reason.words) (\(Phrase.count($0.count, "image")))" }
    let because = reasons.isEmpty ? "" : " Why images were missing: \(Phrase.list(reasons))."
    return "From \(ExplanationText.moment(stretch.start)) to "
      + "\(ExplanationText.moment(stretch.end)) \(name(side)) loses most to \(name(side.other)): "
      + "\(amount) over \(Phrase.count(stretch.items.count, "item")).\(because)"
  }

  private static func seconds(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: abs(seconds) < 0.1 ? 4 : 3)
  }
}

extension RunDiff.Stretch {
  /// The reasons why the worse run's images were absent, such as `7 evicted, 2 requested late`;
  /// empty if no image was absent.
  package var because: String {
    reasons.map { "\($0.count) \($0.reason.shortName)" }.joined(separator: ", ")
  }
}

extension RunDiff {
  /// A stretch of the scroll over which one of the runs stalls more.
  package struct Stretch: Sendable, Equatable {
    /// The start of the first appearance, and the time when the last one had its image or ended.
    package var start: SimTime, end: SimTime
    /// The items that one run showed earlier than the other, or that only one run found in its
    /// cache, in ascending order.
    package var items: [Int]
    /// The figures over these appearances.
    package var a: Figures, b: Figures
    /// The side that stalls more; `nil` if gains and losses cancel out.
    package var worse: Side?
    /// The reasons why the worse run's images were absent, the most frequent first.
    package var reasons: [Reason]

    /// The difference `a - b`.
    package var difference: Figures { a - b }
  }

  /// A reason for absences, and the number of images that were absent for this reason.
  package struct Reason: Sendable, Equatable {
    package var reason: AbsenceReason
    package var count: Int
  }
}

/// The description of a divergence.
extension RunDiff {
  func tell(_ search: DivergenceSearch) -> Divergence {
    let screen = ScreenCursor(a.prepared, at: search.time)
    let start = [search.steps.a, search.steps.b].compactMap { $0?.entries.lowerBound }.min() ?? 0
    func image(_ key: Int32, bytes: Int) -> Image {
      describe(key, bytes: bytes, on: screen, before: start)
    }
    var offered: (key: Int32, image: Image, isPrefetched: Bool)?
    for (step, record) in [(search.steps.a, a), (search.steps.b, b)] {
      guard let entry = step?.entries.first,
        case .stored(let key, _, let isPrefetched, let bytes) = record.log[entry].event
      else { continue }
      offered = (key, image(key, bytes: bytes), isPrefetched)
    }
    let residents = (
      a: ResidentSet(of: a.log, before: search.bounds.a, keyCount: keyCount),
      b: ResidentSet(of: b.log, before: search.bounds.b, keyCount: keyCount)
    )
    func decision(_ step: CacheStep?, _ record: LogIndex, _ after: ResidentSet) -> Decision {
      let evicted = (step?.entries ?? 0..<0).compactMap { index -> Eviction? in
        guard case .removed(let key, let reason, let bytes) = record.log[index].event,
          step?.removed.contains(key) == true
        else { return nil }
        return Eviction(image: image(key, bytes: bytes), reason: reason)
      }
      return Decision(
        keepsOffered: offered.map { after.contains($0.key) } ?? false, evicted: evicted,
        holding: after.holding)
    }
    return Divergence(
      time: search.time,
      frame: [a, b].compactMap { record in
        let frame = record.frames.partitioningIndex { $0.entries.upperBound > start }
        return frame < record.frames.count ? frame : nil
      }.min(),
      offset: screen.offset, extent: screen.extent, offered: offered?.image,
      isPrefetched: offered?.isPrefetched ?? false,
      a: decision(search.steps.a, a, residents.a), b: decision(search.steps.b, b, residents.b),
      overlap: residents.a.overlap(with: residents.b))
  }

  private func describe(
    _ key: Int32, bytes: Int, on screen: ScreenCursor, before index: Int
  ) -> Image {
    let items = keys.items(showing: ImageID(key)).map { Int($0.index) }
    // Both logs are identical up to here.
    let asked = a.log[..<index].last { entry in
      if case .asked(_, key, _) = entry.event { true } else { false }
    }
    return Image(
      name: a.names.key(key), items: items, bytes: bytes,
      distance: items.compactMap(screen.distance).min { abs($0) < abs($1) },
      lastAsked: asked?.time)
  }
}

/// The ranking of the two runs.
extension RunDiff {
  /// The side that ranks first; `nil` if they rank equal, or if the budget of a policy is too small
  /// for it to behave as documented.
  package var better: Side? {
    guard shortages.a == nil, shortages.b == nil else { return nil }
    if scores.a.isBetter(than: scores.b) { return .a }
    return scores.b.isBetter(than: scores.a) ? .b : nil
  }

  /// The better side with the deciding figure, followed by the other differences on screen.
  var verdict: String {
    guard divergence != nil else { return "\(names.a) and \(names.b) never differ." }
    let side = better ?? difference.worse?.other
    guard let side else {
      return "\(names.a) and \(names.b) differ, but not visibly on screen."
    }
    let decision =
      better.map(decision)
      ?? (shortages.a ?? shortages.b).map { _ in "Neither is better." }
      ?? "\(names.a) and \(names.b) stall equally."
    let others = others(side)
    guard !others.isEmpty else { return decision }
    return "\(decision) \(better == nil ? name(side) : "It") has \(Phrase.list(others))."
  }

  /// Returns the first figure of the ranking in which the better side differs.
  private func decision(_ side: Side) -> String {
    let (best, worst) = (score(side), score(side.other))
    let (less, more) = (name(side), name(side.other))
    if best.killedShare != worst.killedShare {
      return "\(less) is better than \(more), with which the app was killed."
    }
    if best.killedShare > 0, best.livedSeconds != worst.livedSeconds {
      return "\(less) is better than \(more): the app survives for "
        + Self.pair(best.livedSeconds, worst.livedSeconds, decimals: 1) + " s."
    }
    if best.keepsBudget != worst.keepsBudget {
      let share = NumberText.percent(worst.overBudgetShare, decimals: 0)
      return "\(less) is better than \(more), which exceeds its budget for \(share) of the time."
    }
    if best.stallNanoseconds != worst.stallNanoseconds {
      return "\(less) stalls less than \(more): \(stalls(side))."
    }
    if best.hitchRatio != worst.hitchRatio {
      return "\(less) hitches less than \(more): "
        + Self.pair(best.hitchRatio, worst.hitchRatio, decimals: 2) + " ms/s."
    }
    return "\(less) hits more than \(more): "
      + Self.pair(best.hitRate * 100, worst.hitRate * 100, decimals: 1) + " %."
  }

  /// Returns the other figures in which a side differs.
  private func others(_ side: Side) -> [String] {
    let (ours, theirs) = (figures(side), figures(side.other))
    let (score, other) = (score(side), score(side.other))
    var parts: [String] = []
    func add(_ noun: String, _ left: Int, _ right: Int) {
      guard left != right else { return }
      parts.append("\(left < right ? "fewer" : "more") \(noun) (\(left) vs \(right))")
    }
    // The deciding figure describes the stalls, unless another figure comes before them.
    let isTold =
      better != nil && score.killedShare == other.killedShare
      && (score.killedShare == 0 || score.livedSeconds == other.livedSeconds)
      && score.keepsBudget == other.keepsBudget
    if !isTold, ours.stallSeconds != theirs.stallSeconds {
      parts.append(
        "\(ours.stallSeconds < theirs.stallSeconds ? "less" : "more") stall (\(stalls(side)))")
    }
    if ours.waited != theirs.waited {
      parts.append(
        "\(ours.waited < theirs.waited ? "shorter" : "longer") waits "
          + "(\(ExplanationText.span(ours.waited)) vs \(ExplanationText.span(theirs.waited)))")
    }
    add("images that are never shown", ours.neverShown, theirs.neverShown)
    add("hits", ours.hits, theirs.hits)
    return parts
  }

  private func stalls(_ side: Side) -> String {
    let (ours, theirs) = (figures(side).stallSeconds, figures(side.other).stallSeconds)
    return Self.pair(ours, theirs, decimals: max(ours, theirs) < 0.1 ? 4 : 3) + " s"
  }

  /// Returns two numbers with enough decimals to tell them apart, nine at most.
  private static func pair(_ left: Double, _ right: Double, decimals: Int) -> String {
    let decimals =
      (decimals..<9).first { decimals in
        NumberText.fixed(left, decimals: decimals) != NumberText.fixed(right, decimals: decimals)
      } ?? 9
    return NumberText.fixed(left, decimals: decimals) + " vs "
      + NumberText.fixed(right, decimals: decimals)
  }

  private func figures(_ side: Side) -> Figures { side == .a ? figures.a : figures.b }
  private func score(_ side: Side) -> RunScore { side == .a ? scores.a : scores.b }
}
