/// The choices that no other choice beats.
///
/// One choice beats another if it is at least as good in every figure and better in one (V. Pareto,
/// "Manuale di economia politica", 1906). Choices that are equal in all figures do not beat each
/// other, so either all of them are on the front or none is.
package enum ParetoFront {
  /// Returns the positions of the choices on the front.
  ///
  /// The method visits the choices in lexical order of their figures, in which every choice comes
  /// after all choices that beat it. Beating is transitive, so a beaten choice is also beaten by
  /// some choice on the front. So the method compares each choice only with those already on the
  /// front.
  ///
  /// - Parameter values: the figures of each choice, the same number for every choice. Less is
  ///   better; NaN is worse than any number.
  /// - Returns: the positions, ascending.
  /// - Complexity: O(*n* log *n* + *n* *f*) for *f* choices on the front.
  package static func places(of values: [[Double]]) -> [Int] {
    let values = values.map { $0.map { $0.isNaN ? .infinity : $0 } }
    let order = values.indices.sorted { left, right in
      values[left] == values[right]
        ? left < right : values[left].lexicographicallyPrecedes(values[right])
    }
    var front: [Int] = []
    for place in order
    where !front.contains(where: { beats(values[$0], values[place]) }) {
      front.append(place)
    }
    return front.sorted()
  }

  /// Returns `true` if one choice beats another.
  package static func beats(_ one: [Double], _ other: [Double]) -> Bool {
    one != other && zip(one, other).allSatisfy { $0 <= $1 }
  }
}

extension Figure {
  /// Returns a value for comparisons in which less is better: the negated value if more is better.
  package func cost(_ value: Double) -> Double { better == .more ? -value : value }
}
