import ScrollSimCommands
package import ScrollTraces

/// Which models of some can be told apart by operations of any of several kinds.
///
/// Models that a search tells apart in one kind are in two classes, and a model that draws in one
/// is in none.
package struct KindSeparation: Sendable {
  /// Indices of models that are not told apart, in the order of the models; none that draws.
  package let classes: [[Int]]
  /// Indices of the models that drew.
  package let drawing: [Int]
  /// Which kind has the most classes, the first of several; nil without kinds.
  package let best: Int?
  /// How many classes that kind has of the models that do not draw.
  package let classesOfBest: Int

  /// Searches in every kind.
  /// - Parameters:
  ///   - candidates: the models.
  ///   - kinds: what is asked.
  ///   - seed: of the operations that are tried.
  package init(_ candidates: [Candidate], of kinds: [LogKind], seed: UInt64) {
    let separations = kinds.map { kind in
      var separation = Separation(candidates, of: kind.header, asking: kind.verbs)
      separation.search(seed: seed)
      return separation
    }
    let drawing = Set(separations.flatMap(\.drawing))
    self.drawing = drawing.sorted()
    var classes = [candidates.indices.filter { !drawing.contains($0) }].filter { !$0.isEmpty }
    var (best, most) = (Int?.none, 0)
    for (index, separation) in separations.enumerated() {
      let steady = separation.classes.map { members in members.filter { !drawing.contains($0) } }
        .filter { !$0.isEmpty }
      if best == nil || steady.count > most { (best, most) = (index, steady.count) }
      classes = classes.flatMap { known in
        steady.map { members in known.filter { members.contains($0) } }.filter { !$0.isEmpty }
      }
    }
    self.classes = classes.sorted { $0[0] < $1[0] }
    self.best = best
    classesOfBest = most
  }
}
