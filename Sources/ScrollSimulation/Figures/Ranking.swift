/// The order in which runs, and means over runs, are ranked.
///
/// The criteria are, in this order:
///
/// 1. The choice was tried in every case.
/// 2. The app was killed least often.
/// 3. The budget has room for as many images as the policy needs.
/// 4. The cache kept its budget.
/// 5. The least stall seconds, then the least hitch time ratio, then the highest hit rate.
///
/// Runs with equal scores keep the order in which they were requested; means with equal scores are
/// ordered by name.
package enum Ranking {
  /// Returns elements from the best to the worst; equal ones keep their order.
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

  /// Returns means from the best to the worst; equal ones are ordered by name.
  package static func bestFirst<Element>(
    _ elements: [Element], score: (Element) -> RunScore, name: (Element) -> String
  ) -> [Element] {
    bestFirst(elements.sorted { name($0) < name($1) }, score: score)
  }
}
