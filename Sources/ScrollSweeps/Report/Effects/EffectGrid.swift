/// The stalls of a sweep over every combination of its axes.
///
/// Sessions and seeds are not axes: a combination's value is the mean over them.
package struct EffectGrid: Sendable {
  /// One combination that was run.
  package struct Point: Sendable {
    /// The indices of its levels, one for each axis.
    var levels: [Int]
    /// The seconds of missing screen, a mean over its runs.
    var stalls: Double
    /// The frame-based part of the smallest visible difference, in seconds.
    var leastSeconds: Double
    var runs: Int

    package init(levels: [Int], stalls: Double, leastSeconds: Double, runs: Int) {
      self.levels = levels
      self.stalls = stalls
      self.leastSeconds = leastSeconds
      self.runs = runs
    }
  }

  /// The axes that were varied, levers first, each with two levels or more.
  package let axes: [EffectAxis]
  /// The stalls in seconds; the last axis varies fastest.
  package let stalls: [Double]
  /// The frame-based parts of the smallest visible differences, in seconds, in the order of
  /// `stalls`.
  let leastSeconds: [Double]
  /// The number of runs that the values are means of.
  package let runs: Int
  /// The number of runs that are left out, since some combination of their levels is missing.
  package let leftOut: Int
  /// The levels that occur only in runs that are left out, axis by axis.
  package let leftOutLevels: [EffectAxis]
  private let strides: [Int]

  /// Creates a grid from the largest complete part of some points; `nil` if nothing is varied in
  /// it.
  ///
  /// An axis whose level follows from another axis, as a trace's own layout does, is not a separate
  /// axis.
  /// - Parameters:
  ///   - axes: all axes that may have been varied.
  ///   - points: different combinations of their levels.
  package init?(axes: [EffectAxis], points: [Point]) {
    let (own, companions) = Self.independent(axes, points)
    let total = points.reduce(0) { $0 + $1.runs }
    let reduced = points.map { point in own.map { point.levels[$0] } }
    let part = CompletePart(counts: own.map { axes[$0].levels.count }, present: Set(reduced))
    // An axis with one remaining level is not varied.
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

  /// Returns the level of an axis in a combination, which is given by its index in `stalls`.
  func level(of axis: Int, at place: Int) -> Int {
    place / strides[axis] % axes[axis].levels.count
  }

  /// The indices of the axes that are levers, and of those that are conditions.
  var levers: [Int] { axes.indices.filter { axes[$0].kind.isLever } }
  var conditions: [Int] { axes.indices.filter { !axes[$0].kind.isLever } }

  /// Returns the index of a combination's scenario, which its levels of all conditions determine.
  func scene(at place: Int) -> Int {
    conditions.reduce(0) { $0 * axes[$1].levels.count + level(of: $1, at: place) }
  }

  var sceneCount: Int { conditions.reduce(1) { $0 * axes[$1].levels.count } }
}

extension EffectGrid {
  /// Returns the axes with several levels, without those that follow from others.
  ///
  /// Of two axes that vary together the first remains and names the other as a companion, since
  /// only their joint effect is known. A library's default budget follows from loader and device,
  /// and belongs to the loader.
  static func independent(
    _ axes: [EffectAxis], _ points: [Point]
  ) -> (axes: [Int], companions: [Int: [EffectAxis.Kind]]) {
    var kept = axes.indices.filter { axis in Set(points.map { $0.levels[axis] }).count > 1 }
    var companions: [Int: [EffectAxis.Kind]] = [:]
    func drop(_ axis: Int, for other: Int) {
      kept.removeAll { $0 == axis }
      // A trace implies its own layout, so the layout is not named.
      if axes[axis].kind != .layout {
        companions[other, default: []].insert(axes[axis].kind, at: 0)
      }
    }
    let loaders = kept.filter { axes[$0].kind == .loader }
    if let budget = kept.first(where: { axes[$0].kind == .budget }), let loader = loaders.first,
      follows(budget, from: loaders + kept.filter { axes[$0].kind == .device }, points)
    {
      drop(budget, for: loader)
    }
    // The last axis comes first, since axes follow from earlier ones.
    for axis in kept.reversed() {
      if let other = kept.first(where: { $0 != axis && follows(axis, from: [$0], points) }) {
        drop(axis, for: other)
      }
    }
    return (kept, companions)
  }

  /// Returns whether the levels of other axes determine the level of an axis.
  private static func follows(_ axis: Int, from others: [Int], _ points: [Point]) -> Bool {
    var known: [[Int]: Int] = [:]
    return points.allSatisfy { point in
      let place = others.map { point.levels[$0] }
      let level = known[place] ?? point.levels[axis]
      known[place] = level
      return level == point.levels[axis]
    }
  }
}

extension EffectGrid {
  /// The shares of variance, by the indices of axes.
  struct Shares: Sendable {
    private let axes: [Int]
    private let shares: VarianceShares

    init(_ axes: [Int], _ shares: VarianceShares) {
      self.axes = axes
      self.shares = shares
    }

    func main(of axis: Int) -> Double? {
      axes.firstIndex(of: axis).flatMap { shares.main?[$0] }
    }

    var pairs: [(first: Int, second: Int, variance: Double)] {
      shares.pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { (axes[$0.key[0]], axes[$0.key[1]], $0.value) }
    }
  }

  /// Returns the mean stalls at each level of a lever, in seconds, with all scenarios weighted
  /// equally.
  ///
  /// Stalls are divided by the mean of their scenario, then scaled to a scenario with the mean
  /// stall.
  func dividedMeans(of axis: Int, _ scale: ScenarioScale) -> [Double] {
    means(of: axis) { place in
      let scene = scene(at: place)
      return scale.isCalm[scene] ? nil : stalls[place] / scale.means[scene]
    }.map { $0 * scale.mean }
  }

  /// Returns the plain mean stalls at each level, in seconds.
  func plainMeans(of axis: Int) -> [Double] { means(of: axis) { stalls[$0] } }

  private func means(of axis: Int, _ value: (Int) -> Double?) -> [Double] {
    var sums = Array(repeating: 0.0, count: axes[axis].levels.count), counts = sums
    for place in stalls.indices {
      guard let value = value(place) else { continue }
      sums[level(of: axis, at: place)] += value
      counts[level(of: axis, at: place)] += 1
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : 0 }
  }

  /// Returns the shares of variance of the stalls divided by the means of their scenarios.
  func shares(of scale: ScenarioScale) -> Shares {
    let values = stalls.indices.compactMap { place -> (levels: [Int], value: Double)? in
      let scene = scene(at: place)
      guard !scale.isCalm[scene] else { return nil }
      return (axes.indices.map { level(of: $0, at: place) }, stalls[place] / scale.means[scene])
    }
    return Shares(
      Array(axes.indices), VarianceShares(counts: axes.map(\.levels.count), values: values))
  }

  /// Returns the shares of variance of the scenarios' means.
  func sharesOfScenes(_ scale: ScenarioScale) -> Shares {
    let conditions = conditions
    var levels = Array(repeating: [Int](), count: sceneCount)
    for place in stalls.indices where levels[scene(at: place)].isEmpty {
      levels[scene(at: place)] = conditions.map { level(of: $0, at: place) }
    }
    return Shares(
      conditions,
      VarianceShares(
        counts: conditions.map { axes[$0].levels.count },
        values: Array(zip(levels, scale.means).map { ($0, $1) })))
  }
}

/// The shares of the variance over a complete grid that each axis explains alone, and each pair
/// together.
///
/// The functional analysis of variance splits the values into parts. Let *f* be the mean over
/// everything. For a level of one axis, *f_a* is the mean minus *f*. For a pair of levels, *f_ab*
/// is the mean minus *f*, *f_a* and *f_b*. The variances of the parts add up to the whole (W.
/// Hoeffding, Annals of Mathematical Statistics 19(3), 1948, doi:10.1214/aoms/1177730196; as shares
/// of importance in F. Hutter, H. Hoos, K. Leyton-Brown, "An efficient approach for assessing
/// hyperparameter importance", ICML 2014). The remainder belongs to three axes or more.
struct VarianceShares: Sendable {
  /// The share of each axis alone; `nil` if nothing varies.
  let main: [Double]?
  /// The share of each pair of indices, the smaller index first.
  let pairs: [[Int]: Double]

  /// Computes the shares.
  /// - Parameters:
  ///   - counts: the number of levels of each axis; an axis with one level does not count.
  ///   - values: the values of all combinations, each with its levels.
  /// - Complexity: O(*n a*²) in the values and the axes.
  init(counts: [Int], values: [(levels: [Int], value: Double)]) {
    let mean = values.reduce(0) { $0 + $1.value } / Double(max(1, values.count))
    let total = values.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
    // Rounding errors are not variance.
    guard total > 1e-18 * max(1e-300, mean * mean) * Double(values.count) else {
      (main, pairs) = (nil, [:])
      return
    }
    func means(_ axes: [Int]) -> (means: [Double], weights: [Double]) {
      let size = axes.reduce(1) { $0 * counts[$1] }
      var sums = Array(repeating: 0.0, count: size), weights = sums
      for value in values {
        let place = axes.reduce(0) { $0 * counts[$1] + value.levels[$1] }
        sums[place] += value.value
        weights[place] += 1
      }
      return (zip(sums, weights).map { $1 > 0 ? $0 / $1 : mean }, weights)
    }
    let alone = counts.indices.map { means([$0]) }
    main = alone.map { axis in
      zip(axis.means, axis.weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) } / total
    }
    var pairs: [[Int]: Double] = [:]
    for first in counts.indices {
      for second in counts.indices where second > first {
        let both = means([first, second])
        var sum = 0.0
        for place in both.means.indices {
          let a = alone[first].means[place / counts[second]]
          let b = alone[second].means[place % counts[second]]
          let rest = both.means[place] - a - b + mean
          sum += both.weights[place] * rest * rest
        }
        pairs[[first, second]] = sum / total
      }
    }
    self.pairs = pairs
  }
}

/// The mean stall of each scenario of a grid.
///
/// A scenario is a combination of conditions. Its stalls are divided by its mean, so that no
/// scenario outweighs the rest. Otherwise a slow network alone could decide which lever has the
/// largest effect. A scenario is calm if no run in it stalls visibly; such scenarios do not count.
struct ScenarioScale: Sendable {
  /// The mean stall of each scenario, in seconds.
  let means: [Double]
  /// For each scenario, the seconds below which a stall difference does not count, whatever its
  /// share: the mean of `Materiality.leastSeconds(over:at:)`, taken over the scenario's
  /// combinations.
  let leastSeconds: [Double]
  /// For each scenario, `true` if it is calm.
  let isCalm: [Bool]

  init(_ grid: EffectGrid) {
    var sums = Array(repeating: 0.0, count: grid.sceneCount)
    var least = sums, most = sums
    for place in grid.stalls.indices {
      let scene = grid.scene(at: place)
      sums[scene] += grid.stalls[place]
      least[scene] += grid.leastSeconds[place]
      most[scene] = max(most[scene], grid.stalls[place])
    }
    let runs = Double(grid.stalls.count / grid.sceneCount)
    means = sums.map { $0 / runs }
    leastSeconds = least.map { $0 / runs }
    isCalm = zip(most, leastSeconds).map { $0 < $1 || $0 == 0 }
  }

  var stallingCount: Int { isCalm.count { !$0 } }

  /// The mean stall over all scenarios, in seconds.
  var mean: Double { means.reduce(0, +) / Double(means.count) }
  var leastMean: Double { leastSeconds.reduce(0, +) / Double(leastSeconds.count) }
}
