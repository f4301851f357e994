package import ScrollPages

extension PopulationAnswer {
  /// The answer for programs: figures unrounded.
  package struct Document: Encodable, Sendable {
    package let title: String
    package let isIndependent: Bool
    package let limits: [String]
    package let sentences: [String]
    /// Best first.
    package let choices: [Choice]
  }

  package struct Choice: Encodable, Sendable {
    package let budget: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    /// Shares of users: with runs, and of those the ones whose app was killed.
    package let covered: Double, killed: Double
    /// Those who keep every limit; null without limits.
    @OrNull package var kept: Double?
    @OrNull package var stallSeconds: Double?
    @OrNull package var meanBudgetBytes: Double?
  }

  package var document: Document {
    Document(
      title: population.title, isIndependent: population.isIndependent,
      limits: population.limits.map(\.text), sentences: sentences,
      choices: choices.map { choice in
        Choice(
          budget: Self.budget(choice), loader: choice.setting.loader,
          prefetcher: choice.setting.prefetcher, policy: choice.setting.policy,
          covered: choice.covered, killed: choice.killed,
          kept: population.limits.isEmpty ? nil : choice.kept, stallSeconds: choice.stalls,
          meanBudgetBytes: choice.meanBudget)
      })
  }
}
