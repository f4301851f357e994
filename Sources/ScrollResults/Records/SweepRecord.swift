/// A question that was asked: a list of runs.
public struct SweepRecord: Sendable, Equatable {
  /// The digest of the keys of its runs, in order.
  public var key: ContentKey
  public var title: String
  /// What was asked, as YAML.
  public var spec: String
  /// How many runs answer it.
  public var runs: Int

  public init(key: ContentKey, title: String, spec: String, runs: Int) {
    self.key = key
    self.title = title
    self.spec = spec
    self.runs = runs
  }
}
