/// The configuration of a run in plain words: a heading, and a name and a value for each fact.
package struct RunFacts: Sendable, Equatable {
  package struct Fact: Sendable, Equatable {
    package var name: String, value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The heading.
  package var title: String
  /// The figures of the run, a row for each.
  package var figures: Table
  /// The configuration, in reading order.
  package var facts: [Fact]
  /// The settings that have their defaults, which are folded away.
  package var standards: [Fact]

  package init(title: String, figures: Table, facts: [Fact], standards: [Fact] = []) {
    self.title = title
    self.figures = figures
    self.facts = facts
    self.standards = standards
  }
}
