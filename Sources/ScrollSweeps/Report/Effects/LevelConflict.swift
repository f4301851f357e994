import ScrollSimulation

/// A lever whose best level depends on another axis.
///
/// At one level of the other axis `first` is the best, at another level `second`. Each loses a
/// visible amount where the other is best.
package struct LevelConflict: Sendable {
  /// The level of the other axis at which one of the two is better, and its saving in seconds per
  /// run.
  package struct Case: Sendable, Equatable {
    package let level: String
    package let saved: Double
  }

  package let lever: EffectAxis, other: EffectAxis
  /// The condition, and the level of it, under which the conflict holds; `nil` if it holds overall.
  package let condition: EffectAxis?
  package let conditionLevel: String?
  /// The two best levels of the lever.
  package let first: String, second: String
  /// The level at which `first` is better than `second`, and the reverse.
  package let forFirst: Case, forSecond: Case
  /// The mean stalls in seconds per run at each level of the other axis (rows), for each level of
  /// the lever (columns).
  package let means: [[Double]]

  /// The smaller loss of a wrong level, in seconds per run.
  var stake: Double { min(forFirst.saved, forSecond.saved) }

  /// Returns all conflicts of a grid, those with the greatest stake first.
  ///
  /// A conflict under one level of a condition is left out if the same two axes have an overall
  /// conflict with as great a stake.
  static func all(in grid: EffectGrid, _ materiality: Materiality) -> [LevelConflict] {
    var found: [LevelConflict] = []
    for lever in grid.levers {
      for other in grid.axes.indices where other != lever {
        // For two levers both directions are tried: the first depends on the second, and the
        // reverse.
        let whole = conflict(in: grid, lever, other, given: nil, materiality)
        if let whole { found.append(whole) }
        for condition in grid.conditions where condition != other {
          for level in grid.axes[condition].levels.indices {
            let part = conflict(in: grid, lever, other, given: (condition, level), materiality)
            if let part, part.stake > whole?.stake ?? 0 { found.append(part) }
          }
        }
      }
    }
    return found.enumerated()
      .sorted { ($1.element.stake, $0.offset) < ($0.element.stake, $1.offset) }.map(\.element)
  }

  /// Returns the conflict of two axes with the greatest stake, in units of the smallest visible
  /// difference.
  private static func conflict(
    in grid: EffectGrid, _ lever: Int, _ other: Int, given: (axis: Int, level: Int)?,
    _ materiality: Materiality
  ) -> LevelConflict? {
    let rows = grid.axes[other].levels.count, columns = grid.axes[lever].levels.count
    var sums = Array(repeating: Array(repeating: 0.0, count: columns), count: rows)
    var least = Array(repeating: 0.0, count: rows), counts = least
    for place in grid.stalls.indices {
      if let given, grid.level(of: given.axis, at: place) != given.level { continue }
      let row = grid.level(of: other, at: place)
      sums[row][grid.level(of: lever, at: place)] += grid.stalls[place]
      least[row] += grid.leastSeconds[place]
      counts[row] += 1
    }
    let means = zip(sums, counts).map { row, count in row.map { $0 * Double(columns) / count } }
    let best = means.map { row in row.indices.min { row[$0] < row[$1] } ?? 0 }
    func weight(_ row: Int, _ better: Int, _ worse: Int) -> Double {
      let (low, high) = (means[row][better], means[row][worse])
      guard materiality.matters(high, low, frames: least[row] / counts[row]) else { return 0 }
      return high - low
    }
    var strongest: (stake: Double, first: Int, second: Int)?
    for first in 0..<rows {
      for second in 0..<rows where second > first && best[first] != best[second] {
        let stake = min(
          weight(first, best[first], best[second]), weight(second, best[second], best[first]))
        if stake > strongest?.stake ?? 0 { strongest = (stake, first, second) }
      }
    }
    guard let strongest else { return nil }
    let (a, b) = (best[strongest.first], best[strongest.second])
    return LevelConflict(
      lever: grid.axes[lever], other: grid.axes[other], condition: given.map { grid.axes[$0.axis] },
      conditionLevel: given.map { grid.axes[$0.axis].levels[$0.level] },
      first: grid.axes[lever].levels[a], second: grid.axes[lever].levels[b],
      forFirst: Case(
        level: grid.axes[other].levels[strongest.first],
        saved: means[strongest.first][b] - means[strongest.first][a]),
      forSecond: Case(
        level: grid.axes[other].levels[strongest.second],
        saved: means[strongest.second][a] - means[strongest.second][b]),
      means: means)
  }
}
