/// What a run was of, in plain words: whoever makes the run says them, whoever shows it prints
/// them.
public struct RunFacts: Sendable, Equatable {
  public struct Fact: Sendable, Equatable {
    public var name: String, value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The heading.
  public var title: String
  /// The whole configuration, in the order in which it is to be read.
  public var facts: [Fact]

  public init(title: String, facts: [Fact]) {
    self.title = title
    self.facts = facts
  }
}
