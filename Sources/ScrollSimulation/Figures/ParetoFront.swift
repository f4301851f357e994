/// The choices that no other beats.
///
/// One beats another if it is at least as good in every figure and better in one (V. Pareto,
/// "Manuale di economia politica", 1906). Choices that are equal in all figures beat each other as
/// little as any other: all of them are on the front, or none.
package enum ParetoFront {
  /// Which of several choices are on the front.
  ///
  /// What beats a choice comes before it in lexical order, and if that is beaten itself, so does
  /// what beats it: each choice has to be compared with those that are on the front already.
  ///
  /// - Parameter values: the figures of each choice, as many of every one. Less is better; what is
  ///   not a number is worse than any number.
  /// - Returns: their places, ascending.
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

  /// Whether one choice beats another.
  package static func beats(_ one: [Double], _ other: [Double]) -> Bool {
    one != other && zip(one, other).allSatisfy { $0 <= $1 }
  }
}

extension Figure {
  /// A value of which less is better, for comparisons.
  package func cost(_ value: Double) -> Double { better == .more ? -value : value }
}
