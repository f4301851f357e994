/// The stalls of a sweep over every combination of what it varied.
///
/// Sessions and seeds are no axes: a combination's value is the mean over them.
package struct EffectGrid: Sendable {
  /// One combination that was run.
  package struct Point: Sendable {
    /// A level for each axis.
    package var levels: [Int]
    /// Seconds of missing screen, the mean over its runs.
    package var stalls: Double
    /// The least seconds that anyone should act on there: frames of its display.
    package var leastSeconds: Double
    package var runs: Int

    package init(levels: [Int], stalls: Double, leastSeconds: Double, runs: Int) {
      self.levels = levels
      self.stalls = stalls
      self.leastSeconds = leastSeconds
      self.runs = runs
    }
  }

  /// What was varied, levers first: each with two levels or more.
  package let axes: [EffectAxis]
  /// In seconds; the last axis varies fastest.
  package let stalls: [Double]
  /// In seconds, beside them.
  package let leastSeconds: [Double]
  /// How many runs the values rest on.
  package let runs: Int
  /// How many runs are not among them, since some combination of their levels is missing.
  package let leftOut: Int
  /// The levels of those that no run among them has, axis by axis.
  package let leftOutLevels: [EffectAxis]
  private let strides: [Int]

  /// The largest complete part of some points; nil if nothing is varied in it.
  ///
  /// An axis whose level follows from another's, as a trace's own layout does, is none of its own.
  /// - Parameters:
  ///   - axes: all that may have been varied.
  ///   - points: different combinations of their levels.
  package init?(axes: [EffectAxis], points: [Point]) {
    let (own, companions) = Self.independent(axes, points)
    let total = points.reduce(0) { $0 + $1.runs }
    let reduced = points.map { point in own.map { point.levels[$0] } }
    let part = CompletePart(counts: own.map { axes[$0].levels.count }, present: Set(reduced))
    // An axis of which one level is left is none.
    let varied = own.indices.filter { part.levels[$0].count > 1 }
    guard !part.isEmpty, !varied.isEmpty else { return nil }
    func axis(_ place: Int, _ levels: [Int]) -> EffectAxis {
      var axis = axes[own[place]]
      axis.levels = levels.map { axis.levels[$0] }
      axis.companions = companions[own[place]] ?? []
      return axis
    }
    self.axes = varied.map { axis($0, part.levels[$0]) }
    leftOutLevels = own.indices.compactMap { place in
      let run = Set(reduced.map { $0[place] }).subtracting(part.levels[place]).sorted()
      return run.isEmpty ? nil : axis(place, run)
    }
    var strides = Array(repeating: 1, count: varied.count)
    for place in varied.indices.dropLast().reversed() {
      strides[place] = strides[place + 1] * part.levels[varied[place + 1]].count
    }
    self.strides = strides
    let count = varied.reduce(1) { $0 * part.levels[$1].count }
    var stalls = Array(repeating: 0.0, count: count)
    var least = stalls
    var runs = 0
    for (point, levels) in zip(points, reduced) where part.contains(levels) {
      let place = zip(varied, strides).reduce(0) { sum, axis in
        sum + axis.1 * (part.levels[axis.0].firstIndex(of: levels[axis.0]) ?? 0)
      }
      stalls[place] = point.stalls
      least[place] = point.leastSeconds
      runs += point.runs
    }
    self.stalls = stalls
    leastSeconds = least
    self.runs = runs
    leftOut = total - runs
  }

  /// The level that an axis has in a combination, by its place in `stalls`.
  func level(of axis: Int, at place: Int) -> Int {
    place / strides[axis] % axes[axis].levels.count
  }

  /// The places of the axes that are levers, and of those that are conditions.
  var levers: [Int] { axes.indices.filter { axes[$0].kind.isLever } }
  var conditions: [Int] { axes.indices.filter { !axes[$0].kind.isLever } }

  /// The scene of a combination: the number of its levels of all conditions.
  func scene(at place: Int) -> Int {
    conditions.reduce(0) { $0 * axes[$1].levels.count + level(of: $1, at: place) }
  }

  var sceneCount: Int { conditions.reduce(1) { $0 * axes[$1].levels.count } }
}
