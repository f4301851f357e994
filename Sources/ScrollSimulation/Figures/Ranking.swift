/// The one order in which runs, and means over runs, are ranked.
///
/// What was tried everywhere comes before what was not; then what was killed least often, what had
/// room for as many images as its policy needs, what keeps its budget, the least stall seconds, the least hitch time ratio and the highest hit rate.
/// Scores that are equal in all of these keep the order in which they were asked for, or are
/// ordered by name where they are means.
package enum Ranking {
  /// Elements from the best to the worst; equal ones stay in their order.
  ///
  /// - Complexity: O(*n* log *n*) in the elements.
  package static func bestFirst<Element>(
    _ elements: [Element], score: (Element) -> RunScore
  ) -> [Element] {
    let scores = elements.map(score)
    return elements.indices.sorted { left, right in
      if scores[left].isBetter(than: scores[right]) { return true }
      return left < right && !scores[right].isBetter(than: scores[left])
    }.map { elements[$0] }
  }

  /// Means from the best to the worst; equal ones are ordered by name.
  package static func bestFirst<Element>(
    _ elements: [Element], score: (Element) -> RunScore, name: (Element) -> String
  ) -> [Element] {
    bestFirst(elements.sorted { name($0) < name($1) }, score: score)
  }
}
