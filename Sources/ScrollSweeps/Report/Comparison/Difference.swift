import ScrollPages
import ScrollSimulation

/// The difference between two policies over the scenarios and budgets that both have.
///
/// The unit is a cluster of sessions with the same gestures; both policies were run in the same
/// clusters.
struct Difference: Sendable {
  enum Verdict: String, Sendable, Encodable {
    /// The interval contains only visible differences.
    case less, more
    /// The interval contains no visible difference.
    case immaterial = "no practical difference"
    /// All runs have the same figure, which is little evidence for other sessions.
    case equal = "equal in these runs"
    /// The interval contains both visible differences and others.
    case notResolvable = "not resolvable"
    /// Too few clusters differ for an interval.
    case notKnown = "not known"
  }

  /// The difference in one figure, in its unit: the first policy's value minus the second's.
  struct Figure: Sendable {
    let certainty: MeanInterval
    /// The smallest difference worth reporting.
    let least: Double

    var mean: Double { certainty.mean }
    var interval: ClosedRange<Double>? { certainty.interval }

    var verdict: Verdict {
      guard mean != 0 || certainty.error > 0 else { return .equal }
      guard let interval else { return .notKnown }
      if interval.upperBound < 0, interval.upperBound < -least { return .less }
      if interval.lowerBound > 0, interval.lowerBound > least { return .more }
      return max(abs(interval.lowerBound), abs(interval.upperBound)) < least
        ? .immaterial : .notResolvable
    }
  }

  let first: Int, second: Int
  /// The number of combinations of scenario and budget that both policies have in the same sessions
  /// with the same seeds, and the numbers of these sessions, their clusters and their seeds.
  let cells: Int, sessions: Int, clusters: Int, seeds: Int
  /// The differences in seconds of missing screen, milliseconds of hitches per second, and hits per
  /// request.
  let stalls: Figure, hitches: Figure, hitRate: Figure
}

/// The differences between two policies before the number of comparisons is known.
struct PairedSessions: Sendable {
  let first: Int, second: Int
  let cells: Int, sessions: Int, seeds: Int
  /// The clusters, by their first sessions, in ascending order.
  let clusters: [Int]
  /// The mean difference of each cluster over cells, sessions and seeds.
  let stalls: [Double], hitches: [Double], hitRate: [Double]
  /// The smallest difference in stalls worth reporting.
  let leastStalls: Double

  /// Returns the mean differences over clusters.
  /// - Parameter reaches: the numbers of standard errors from the mean to the ends of the intervals
  ///   of stalls, hitches and hit rate; if `nil`, each interval holds on its own.
  /// - Returns: the means over clusters, with their intervals.
  func difference(reaches: ArraySlice<IntervalReach>?) -> Difference {
    func figure(_ values: [Double], _ place: Int, least: Double) -> Difference.Figure {
      let reach = reaches.map { $0[$0.startIndex + place] }
      return Difference.Figure(certainty: MeanInterval(values, reach: reach), least: least)
    }
    return Difference(
      first: first, second: second, cells: cells, sessions: sessions, clusters: clusters.count,
      seeds: seeds, stalls: figure(stalls, 0, least: leastStalls),
      hitches: figure(hitches, 1, least: 0), hitRate: figure(hitRate, 2, least: 0))
  }
}

extension SweepReport {
  /// Compares some policies with a given one; policies that have no cell in common with it are left
  /// out.
  ///
  /// The intervals of all three figures hold for all policies and all groups of scenarios at once,
  /// if all were run in the same clusters of sessions. Otherwise each interval holds on its own.
  /// - Parameter groups: scenarios, the policies to compare in them, and the policy to compare
  ///   with.
  /// - Returns: the differences of each group.
  func differences(
    _ groups: [(policies: [Int], other: Int, scenes: [Int]?)]
  ) -> [[Difference]] {
    let paired = groups.map { group in
      group.policies.compactMap { self.paired($0, group.other, over: group.scenes) }
    }
    let all = Array(paired.joined())
    let clusters = all.first?.clusters ?? []
    let reaches =
      all.allSatisfy { $0.clusters == clusters } && clusters.count >= MeanInterval.leastSessions
      ? JointReach.values(all.flatMap { [$0.stalls, $0.hitches, $0.hitRate] }, amid: looks) : nil
    var place = 0
    return paired.map { group in
      group.map { paired in
        defer { place += 3 }
        return paired.difference(reaches: reaches.map { $0[place..<place + 3] })
      }
    }
  }

  /// Returns the differences between two policies by session; `nil` if no cell (a scenario and a
  /// budget) can be compared.
  ///
  /// Cells without the same sessions and seeds for both policies are left out. So are cells in
  /// which the app was killed with one of the two, since a run that ends early has less time to
  /// stall.
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
      clusters.means(
        sessions.map { session in sums[session].map { value($0) / $0.count } ?? 0 }, of: sessions)
    }
    let count = Double(cellCount)
    return PairedSessions(
      first: first, second: second, cells: cellCount, sessions: sessions.count,
      seeds: seeds.count, clusters: Set(sessions.map { clusters[$0] }).sorted(),
      stalls: means(\.stalls), hitches: means(\.hitches), hitRate: means(\.hitRate),
      leastStalls: materiality.leastDifference(
        of: max(left, right) / count, frames: frames / count))
  }

  /// Returns the draws of two cells by session and seed; `nil` if one of them lacks a draw.
  ///
  /// A policy that is not randomized is run once, whatever the seeds of the other policy. Its one
  /// draw in a session is compared with each draw of the other policy.
  private static func pairs(
    _ first: ReportCell, _ second: ReportCell
  ) -> [(ReportCell.Draw, ReportCell.Draw)]? {
    // In most cases both come in the same order.
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

  /// Returns the frame-based part of the smallest visible difference in a cell, in seconds.
  ///
  /// It is a number of frames of the device's display.
  func leastSeconds(in scene: Int, _ cell: ReportCell) -> Double {
    let rate = scenes[scene].device.refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate
    return ChoiceRule.Spread(
      cell.draws.map {
        let duration = sessions[$0.session].durationSeconds
        return (materiality.leastSeconds(over: duration, at: rate), $0.figures.share)
      }
    ).mean
  }

  /// Returns the mean of the frame-based part of the smallest visible difference over some
  /// scenarios, in seconds.
  func leastSeconds(on scenes: [Int]) -> Double {
    let all = places(in: scenes).map { leastSeconds(in: $0.scene, $1) }
    return all.reduce(0, +) / Double(max(1, all.count))
  }
}

extension MeanInterval {
  /// The saving over all sessions, as the rest of a sentence after "it"; `nil` without an interval.
  ///
  /// The text reads `saves 0.10 s to 0.30 s with 95 % confidence`, or
  /// `saves between -0.01 s and 0.14 s with 95 % confidence`.
  package var savingText: String? {
    interval.map { interval in
      let ends = [interval.lowerBound, interval.upperBound].map { SecondsText.of(abs($0)) }
      let text =
        interval.lowerBound >= 0
        ? "saves \(ends[0]) to \(ends[1])"
        : interval.upperBound > 0
          ? "saves between -\(ends[0]) and \(ends[1])"
          : "costs \(ends[1]) to \(ends[0])"
      return "\(text) with 95 % confidence"
    }
  }
}
