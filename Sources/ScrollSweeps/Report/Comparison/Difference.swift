import ScrollPages
import ScrollSimulation

/// The difference of two policies over the scenes and budgets that both have, session by session.
struct Difference: Sendable {
  enum Verdict: String, Sendable, Encodable {
    /// The interval lies on one side of 0.
    case less, more
    /// It is less than anyone should act on.
    case immaterial = "no practical difference"
    /// The interval spans 0.
    case notResolvable = "not resolvable"
    /// There are too few sessions for an interval.
    case tooFewSessions = "too few sessions"
  }

  /// One figure, in its unit: the first policy's less the second's.
  struct Figure: Sendable {
    let certainty: Certainty
    /// The smallest difference that matters.
    let least: Double

    var mean: Double { certainty.mean }
    var interval: ClosedRange<Double>? { certainty.interval }

    var verdict: Verdict {
      guard let interval else {
        return abs(mean) < least || mean == 0 ? .immaterial : .tooFewSessions
      }
      if max(abs(interval.lowerBound), abs(interval.upperBound)) < least { return .immaterial }
      if interval.upperBound < 0 { return .less }
      if interval.lowerBound > 0 { return .more }
      return mean == 0 && interval.lowerBound == interval.upperBound ? .immaterial : .notResolvable
    }
  }

  let first: Int, second: Int
  /// How many scenes and budgets both have in the same sessions and with the same seeds, and how
  /// many sessions and seeds these are.
  let cells: Int, sessions: Int, seeds: Int
  /// Seconds of missing screen, milliseconds of hitches per second, hits per request.
  let stalls: Figure, hitches: Figure, hitRate: Figure
}

/// The differences of two policies before it is known with how many others they are compared.
struct PairedSessions: Sendable {
  let first: Int, second: Int
  let cells: Int, seeds: Int
  /// The sessions, ascending, and for each the mean difference over cells and seeds.
  let sessions: [Int]
  let stalls: [Double], hitches: [Double], hitRate: [Double]
  /// The smallest difference of stalls that matters.
  let leastStalls: Double

  /// - Parameter reach: how many standard errors intervals reach; Student's if nil.
  /// - Returns: the means over sessions, with their intervals.
  func difference(reach: Double?) -> Difference {
    func figure(_ values: [Double], least: Double) -> Difference.Figure {
      Difference.Figure(certainty: Certainty(values, reach: reach), least: least)
    }
    return Difference(
      first: first, second: second, cells: cells, sessions: sessions.count, seeds: seeds,
      stalls: figure(stalls, least: leastStalls), hitches: figure(hitches, least: 0),
      hitRate: figure(hitRate, least: 0))
  }
}

extension SweepReport {
  /// Some policies against one; those that have no cell in common with it are left out.
  ///
  /// The intervals hold for all of them at once where they were run in the same sessions.
  func differences(_ policies: [Int], to other: Int, over scenes: [Int]? = nil) -> [Difference] {
    let paired = policies.compactMap { self.paired($0, other, over: scenes) }
    let sessions = paired.first?.sessions ?? []
    let reaches =
      paired.allSatisfy { $0.sessions == sessions }
        && sessions.count >= Certainty.leastSessions
      ? JointReach.values(paired.map(\.stalls)) : nil
    return paired.enumerated().map { $1.difference(reach: reaches?[$0]) }
  }

  /// The differences of two policies by session; nil if they have no cell in common.
  ///
  /// Cells that have not the same sessions and seeds with both are left out, and those in which
  /// one of the two was killed: what was cut short did not stall less.
  private func paired(_ first: Int, _ second: Int, over scenes: [Int]?) -> PairedSessions? {
    struct Sum {
      var count = 0.0, stalls = 0.0, hitches = 0.0, hitRate = 0.0
    }
    var sums: [Int: Sum] = [:]
    var seeds: Set<Int> = []
    var cellCount = 0
    var (left, right, frames) = (0.0, 0.0, 0.0)
    for (place, cell) in places(in: scenes) where place.policy == first {
      let twin = Place(scene: place.scene, policy: second, budget: place.budget)
      guard let other = cells[twin], cell.deaths + other.deaths == 0,
        let pairs = Self.pairs(cell, other)
      else { continue }
      cellCount += 1
      (left, right) = (left + cell[.stall].mean, right + other[.stall].mean)
      frames += leastSeconds(in: place.scene, cell)
      for (a, b) in pairs {
        seeds.formUnion([a.seed, b.seed])
        var sum = sums[a.session] ?? Sum()
        sum.count += 1
        sum.stalls += a.stalls - b.stalls
        sum.hitches += a.hitches - b.hitches
        sum.hitRate += a.hitRate - b.hitRate
        sums[a.session] = sum
      }
    }
    guard cellCount > 0 else { return nil }
    let sessions = sums.keys.sorted()
    func means(_ value: (Sum) -> Double) -> [Double] {
      sessions.map { session in sums[session].map { value($0) / $0.count } ?? 0 }
    }
    let count = Double(cellCount)
    return PairedSessions(
      first: first, second: second, cells: cellCount, seeds: seeds.count, sessions: sessions,
      stalls: means(\.stalls), hitches: means(\.hitches), hitRate: means(\.hitRate),
      leastStalls: materiality.leastDifference(
        of: max(left, right) / count, frames: frames / count))
  }

  /// The draws of two cells by session and seed; nil if one of them lacks one.
  ///
  /// A policy that draws nothing is run once, whatever the seeds of another: its one draw in a
  /// session is held against each of the other's.
  private static func pairs(
    _ first: ReportCell, _ second: ReportCell
  ) -> [(ReportCell.Draw, ReportCell.Draw)]? {
    // Mostly both come in the same order.
    let isAligned =
      first.draws.count == second.draws.count
      && zip(first.draws, second.draws).allSatisfy {
        $0.session == $1.session && $0.seed == $1.seed
      }
    if isAligned { return Array(zip(first.draws, second.draws)) }
    let ours = Dictionary(grouping: first.draws, by: \.session)
    let theirs = Dictionary(grouping: second.draws, by: \.session)
    guard Set(ours.keys) == Set(theirs.keys) else { return nil }
    var pairs: [(ReportCell.Draw, ReportCell.Draw)] = []
    for session in ours.keys.sorted() {
      let (left, right) = (ours[session] ?? [], theirs[session] ?? [])
      if left.count == 1 {
        pairs += right.map { (left[0], $0) }
      } else if right.count == 1 {
        pairs += left.map { ($0, right[0]) }
      } else {
        let seeds = Dictionary(right.map { ($0.seed, $0) }, uniquingKeysWith: { $1 })
        guard left.count == right.count else { return nil }
        for draw in left {
          guard let other = seeds[draw.seed] else { return nil }
          pairs.append((draw, other))
        }
      }
    }
    return pairs
  }

  /// The least seconds of missing screen that matter in a cell: frames of the device's display.
  func leastSeconds(in scene: Int, _ cell: ReportCell) -> Double {
    let rate = scenes[scene].device.refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate
    let durations = cell.draws.reduce(0) { $0 + sessions[$1.session].durationSeconds }
    return materiality.leastSeconds(
      over: durations / Double(max(1, cell.draws.count)), at: rate)
  }

  /// The mean of the same over some scenes.
  func leastSeconds(on scenes: [Int]) -> Double {
    let all = places(in: scenes).map { leastSeconds(in: $0.scene, $1) }
    return all.reduce(0, +) / Double(max(1, all.count))
  }
}

extension Certainty {
  /// Where a saving lies over all sessions: `it saves 0.10 s to 0.30 s with 95 %`, `it leaves from
  /// 0.01 s more to 0.14 s less with 95 %`; nil without an interval.
  package var savingWords: String? {
    interval.map { interval in
      let ends = [interval.lowerBound, interval.upperBound].map { SecondsText.of(abs($0)) }
      let range =
        interval.lowerBound >= 0
        ? "saves \(ends[0]) to \(ends[1])"
        : interval.upperBound > 0
          ? "leaves from \(ends[0]) more to \(ends[1]) less"
          : "leaves \(ends[1]) to \(ends[0]) more"
      return "it \(range) with 95 %"
    }
  }
}
