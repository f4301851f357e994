/// A sweep as recorded in the store: a list of runs.
package struct SweepRecord: Sendable, Equatable {
  /// The digest of the keys of its runs, in order.
  package var key: ContentKey
  package var title: String
  /// The spec as YAML.
  package var spec: String
  /// The number of its runs.
  package var runs: Int

  package init(key: ContentKey, title: String, spec: String, runs: Int) {
    self.key = key
    self.title = title
    self.spec = spec
    self.runs = runs
  }
}
