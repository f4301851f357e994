/// The part of an incomplete grid in which every combination of levels was run.
///
/// Means over levels are comparable only if each level was tried with all others. The level that
/// lacks the greatest share of its combinations is left out until none lacks any. Then each level
/// that was left out is added again if the part remains complete. The result may be smaller than
/// the largest complete part, which is NP-hard to find. (For two axes it is a maximum biclique: R.
/// Peeters, Discrete Applied Mathematics 131(3), 2003, doi:10.1016/S0166-218X(03)00333-0.) But no
/// level can be added to the result.
struct CompletePart: Sendable {
  /// The indices of the levels of each axis, in ascending order.
  private(set) var levels: [[Int]]

  /// Finds the complete part of a grid.
  /// - Parameters:
  ///   - counts: the number of levels of each axis.
  ///   - present: the combinations that were run, a level for each axis.
  /// - Complexity: O(*l*² *c*) in the levels and the combinations.
  init(counts: [Int], present: Set<[Int]>) {
    levels = counts.map { Array(0..<$0) }
    while let poorest = poorest(present) {
      levels[poorest.axis].removeAll { $0 == poorest.level }
    }
    for axis in counts.indices {
      for level in 0..<counts[axis] where !levels[axis].contains(level) {
        var wider = self
        wider.levels[axis] = (levels[axis] + [level]).sorted()
        if wider.poorest(present) == nil, wider.isEmpty == isEmpty { self = wider }
      }
    }
  }

  /// A Boolean value that indicates whether the part has no combination.
  var isEmpty: Bool { levels.contains(where: \.isEmpty) }

  func contains(_ combination: [Int]) -> Bool {
    zip(levels, combination).allSatisfy { $0.contains($1) }
  }

  /// Returns the level with the greatest share of missing combinations; `nil` if none is missing.
  ///
  /// If several levels have that share, the result is the last one.
  private func poorest(_ present: Set<[Int]>) -> (axis: Int, level: Int)? {
    guard !isEmpty else { return nil }
    let all = levels.reduce(1) { $0 * $1.count }
    var counts = levels.map { Array(repeating: 0, count: $0.count) }
    for combination in present where contains(combination) {
      for (axis, level) in combination.enumerated() {
        if let place = levels[axis].firstIndex(of: level) { counts[axis][place] += 1 }
      }
    }
    var found: (axis: Int, level: Int)?
    var least = 1.0
    for axis in levels.indices {
      for (place, level) in levels[axis].enumerated() {
        let share = Double(counts[axis][place]) / Double(all / levels[axis].count)
        if share < 1, share <= least { (found, least) = ((axis, level), share) }
      }
    }
    return found
  }
}
