import ScrollCaching
import ScrollCore
import ScrollTraces
import scrollsim_lab

/// Names a cache by operations that are proposed, as a person does with `identify --next`.
struct Naming {
  /// Operations that are proposed each time: 200 in all.
  static let budgets = [100, 60, 40]

  let header: CacheLogHeader
  let verbs: [CacheVerb]
  let models: [Candidate]
  /// All models that draw nothing, by what a search tells apart.
  let classes: [[String]]

  init(_ header: CacheLogHeader, asking verbs: [CacheVerb]) {
    self.header = header
    self.verbs = verbs
    models = Candidate.all(of: .builtIn, discardable: false)
    classes = Self.classes(of: models, header, verbs)
  }

  /// The classes of models that are left once a cache has answered.
  func names(_ answer: ([CacheOperation]) throws -> CacheLog) rethrows -> [[String]] {
    var left = models.filter { model in classes.contains { $0.contains(model.text) } }
    var found = classes
    for (round, budget) in Self.budgets.enumerated() where found.count > 1 {
      let proposal = Proposal(
        telling: Separation(left, of: header, asking: verbs), asking: verbs, atMost: budget,
        goal: found.count, seed: UInt64(round + 1))
      guard !proposal.operations.isEmpty else { return found }
      let trial = LogTrial(try answer(proposal.operations))
      left = left.filter { trial.verdict(on: $0).survival != nil }
      found = Self.classes(of: left, header, verbs)
    }
    return found
  }

  private static func classes(
    of models: [Candidate], _ header: CacheLogHeader, _ verbs: [CacheVerb]
  ) -> [[String]] {
    var separation = Separation(models, of: header, asking: verbs)
    separation.search(seed: 1)
    return separation.classes.map { $0.map { models[$0].text } }
  }
}
