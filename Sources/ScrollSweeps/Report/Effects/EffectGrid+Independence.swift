extension EffectGrid {
  /// The axes with several levels, without those that follow from others.
  ///
  /// Of two that vary together the first stays, and names the other: what moves the stalls is known
  /// of both only. A library's own budget follows from loader and device, and is the loader's.
  static func independent(
    _ axes: [EffectAxis], _ points: [Point]
  ) -> (axes: [Int], companions: [Int: [EffectAxis.Kind]]) {
    var kept = axes.indices.filter { axis in Set(points.map { $0.levels[axis] }).count > 1 }
    var companions: [Int: [EffectAxis.Kind]] = [:]
    func drop(_ axis: Int, for other: Int) {
      kept.removeAll { $0 == axis }
      // That a trace has its own layout goes without saying.
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
    // From the last on: what comes first is what the others follow from.
    for axis in kept.reversed() {
      if let other = kept.first(where: { $0 != axis && follows(axis, from: [$0], points) }) {
        drop(axis, for: other)
      }
    }
    return (kept, companions)
  }

  /// Whether the level of an axis is known once those of others are.
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
