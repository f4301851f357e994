import ScrollCore
import ScrollSimulation

/// A search for the stretches in which two runs differ, second by second.
///
/// Appearances that differ are summed by the second in which they began. Neighboring seconds in
/// which the same run is worse form one stretch.
struct StretchSearch {
  /// A pair of appearances that differ.
  private struct Difference {
    var pair: AppearancePair
    var a: RunDiff.Figures, b: RunDiff.Figures
    var reasons: (a: AbsenceReason?, b: AbsenceReason?)
    var worse: RunDiff.Side? { (a - b).worse }
  }

  private let differences: [Difference]

  /// Compares all appearances.
  init(
    _ a: LogIndex, _ aShares: StallShares, _ b: LogIndex, _ bShares: StallShares
  ) {
    differences = AppearancePair.all(a, b).compactMap { pair in
      let (left, right) = (
        pair.a.map { a.appearances[$0] }, pair.b.map { b.appearances[$0] }
      )
      var difference = Difference(
        pair: pair, a: RunDiff.Figures(), b: RunDiff.Figures(),
        reasons: (left?.lateness?.reason, right?.lateness?.reason))
      if let left, let index = pair.a {
        difference.a = RunDiff.Figures(left, aShares.areas[index])
      }
      if let right, let index = pair.b {
        difference.b = RunDiff.Figures(right, bShares.areas[index])
      }
      return difference.a == difference.b ? nil : difference
    }
  }

  /// The stretches, the greatest difference first.
  var stretches: [RunDiff.Stretch] {
    var stretches: [RunDiff.Stretch] = []
    var group: [Difference] = [], groupWorse: RunDiff.Side?
    var second: Int64 = .min
    for (next, cell) in seconds() {
      let worse = Self.worse(in: cell)
      if next > second + 1 || worse != groupWorse, !group.isEmpty {
        stretches.append(Self.stretch(group))
        group = []
      }
      group += cell
      groupWorse = worse
      second = next
    }
    if !group.isEmpty { stretches.append(Self.stretch(group)) }
    return stretches.sorted(by: Self.isGreater)
  }

  private func seconds() -> [(second: Int64, differences: [Difference])] {
    var seconds: [(second: Int64, differences: [Difference])] = []
    for difference in differences {
      let second = difference.pair.start.nanoseconds / 1_000_000_000
      if seconds.last?.second != second { seconds.append((second, [])) }
      seconds[seconds.count - 1].differences.append(difference)
    }
    return seconds
  }

  private static func worse(in group: [Difference]) -> RunDiff.Side? {
    group.reduce(RunDiff.Figures()) { $0 + $1.a - $1.b }.worse
  }

  private static func stretch(_ group: [Difference]) -> RunDiff.Stretch {
    let worse = worse(in: group)
    var counts = [Int](repeating: 0, count: AbsenceReason.allCases.count)
    for difference in group where difference.worse == worse {
      let reason = worse == .a ? difference.reasons.a : difference.reasons.b
      if let reason { counts[Int(reason.rawValue)] += 1 }
    }
    return RunDiff.Stretch(
      start: group.map(\.pair.start).min() ?? .zero, end: group.map(\.pair.end).max() ?? .zero,
      items: Set(group.map { Int($0.pair.item) }).sorted(),
      a: group.reduce(RunDiff.Figures()) { $0 + $1.a },
      b: group.reduce(RunDiff.Figures()) { $0 + $1.b }, worse: worse,
      reasons: AbsenceReason.allCases.map {
        RunDiff.Reason(reason: $0, count: counts[Int($0.rawValue)])
      }
      .filter { $0.count > 0 && worse != nil }
      .sorted { ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue) })
  }

  /// Returns a Boolean value that indicates whether one stretch comes before another.
  ///
  /// The stretch with the greater difference comes first. Of equal stretches, the earlier comes
  /// first.
  private static func isGreater(_ one: RunDiff.Stretch, _ other: RunDiff.Stretch) -> Bool {
    for (left, right) in zip(one.difference.weights, other.difference.weights)
    where abs(left) != abs(right) {
      return abs(left) > abs(right)
    }
    return one.start < other.start
  }
}

/// The same appearance of an item in two runs.
///
/// Appearances of an item are matched in their order if they overlap in time. One run may skip an
/// appearance that the other shows, because a late frame skips it.
struct AppearancePair {
  /// The index of the appearance in each record; at least one of the two is set.
  var a: Int?, b: Int?
  var item: Int32
  /// The time when the item first appeared in either run, and the time when the last wait for its
  /// image ended.
  var start: SimTime, end: SimTime

  /// Returns every appearance of both runs, once, by time and item.
  ///
  /// - Complexity: O(*n* log *n*) in the appearances.
  static func all(_ a: LogIndex, _ b: LogIndex) -> [AppearancePair] {
    var pairs: [AppearancePair] = []
    for item in a.appearancesOfItem.indices {
      let (left, right) = (a.appearancesOfItem[item], b.appearancesOfItem[item])
      var (i, j) = (0, 0)
      while i < left.count || j < right.count {
        let first = i < left.count ? interval(left[i], in: a) : nil
        let second = j < right.count ? interval(right[j], in: b) : nil
        var pair = AppearancePair(item: Int32(item), start: .never, end: .zero)
        if let first, second.map({ first.start <= $0.end }) ?? true {
          pair.a = left[i]
          pair.cover(left[i], of: a)
        }
        if let second, first.map({ second.start <= $0.end }) ?? true {
          pair.b = right[j]
          pair.cover(right[j], of: b)
        }
        i += pair.a == nil ? 0 : 1
        j += pair.b == nil ? 0 : 1
        pairs.append(pair)
      }
    }
    return pairs.sorted { ($0.start, $0.item) < ($1.start, $1.item) }
  }

  private mutating func cover(_ index: Int, of record: LogIndex) {
    let appearance = record.appearances[index]
    let shown = appearance.shownFrame.map { record.presentation(of: $0) ?? record.end }
    start = min(start, appearance.time)
    end = max(end, appearance.lateness == nil ? appearance.time : shown ?? .zero)
    if shown == nil { end = max(end, appearance.left?.time ?? record.end) }
  }

  private static func interval(
    _ index: Int, in record: LogIndex
  ) -> (start: SimTime, end: SimTime) {
    let appearance = record.appearances[index]
    return (appearance.time, appearance.left?.time ?? record.end)
  }
}
