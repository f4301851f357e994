extension EffectGrid {
  /// Variances by the places of axes.
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

  /// The mean stalls at each level of a lever, in seconds: over scenes divided by their means, for
  /// a scene that stalls as all do in the mean.
  func dividedMeans(of axis: Int, _ scale: SceneScale) -> [Double] {
    means(of: axis) { place in
      let scene = scene(at: place)
      return scale.isCalm[scene] ? nil : stalls[place] / scale.means[scene]
    }.map { $0 * scale.mean }
  }

  /// The mean stalls at each level, in seconds.
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

  /// What explains the stalls of scenes that are divided by their means.
  func shares(of scale: SceneScale) -> Shares {
    let values = stalls.indices.compactMap { place -> (levels: [Int], value: Double)? in
      let scene = scene(at: place)
      guard !scale.isCalm[scene] else { return nil }
      return (axes.indices.map { level(of: $0, at: place) }, stalls[place] / scale.means[scene])
    }
    return Shares(
      Array(axes.indices), VarianceShares(counts: axes.map(\.levels.count), values: values))
  }

  /// What explains the means of the scenes.
  func sharesOfScenes(_ scale: SceneScale) -> Shares {
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
