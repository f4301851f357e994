import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing
import scrollsim_lab

/// Tests of the contents of a search's spec, and of the errors for mistakes in it.
@Suite struct EvolveSpecTests {
  private static let head = "axes: {device: iphone-5, budget: 16MiB}\n"
  private static let parts = "training: [{trace: a.scroll}]\nvalidation: [{trace: b.scroll}]\n"

  private static let mistakes: [(text: String, says: [String])] = [
    (
      "validation: [{trace: a.scroll}]\n",
      ["search.yml:1", "training is missing", "a list of scenarios"]
    ),
    (parts + "test: 1\n", ["search.yml:3", "a search has no field 'test'", "sealed"]),
    (parts + "metric: misses\n", ["search.yml:3", "metric is 'misses'", "stall"]),
    (
      "training: [{trace: a.scroll, policy: lru}]\nvalidation: [{trace: b.scroll}]\n",
      ["search.yml:1", "training[0]", "has a policy", "expected none"]
    ),
    (
      "training: [{budget: 1MiB}]\nvalidation: [{trace: b.scroll}]\n",
      ["search.yml:1", "training[0].trace is missing", "sessions:count=8"]
    ),
    ("training: []\nvalidation: [{trace: b.scroll}]\n", ["training", "at least one scenario"]),
    (parts + "waive: [scenes]\n", ["search.yml:3", "waive[0]", "'scenes'", "recorded, unlike"]),
    (parts + "without: [lru]\n", ["search.yml:3", "without[0]", "'lru'", "other than lru"]),
    (
      parts + "without: [belady]\n", ["without[0]", "'belady'", "a built-in policy other than lru"]
    ),
    (parts + "smallest: {percent: 200}\n", ["smallest.percent", "'200'", "from 0 to 100"]),
    (parts + "search: {population: 2}\n", ["search.population", "'2'", "from 4 to 10000"]),
    (parts + "search: {generations: many}\n", ["search.generations", "'many'", "whole number"]),
    (parts + "search: {known: [lru]}\n", ["search.known[0]", "'lru'", "of the policy score"]),
    (parts + "search: {known: ['score: spede']}\n", ["search.known[0]", "spede"]),
  ]

  @Test func `several values make several scenarios, and axes apply to all`() throws {
    let spec = try EvolveSpec.parse(
      Self.head + "training: [{trace: [a.scroll, b.scroll]}, {trace: c.scroll, budget: 1MiB}]\n"
        + "validation: [{trace: d.scroll}]\n", file: "here/search.yml")
    let training = try #require(spec.scenes[.training])
    let traces = training.map { $0.axes[.trace]?.map(\.text) ?? [] }
    #expect(traces == [["here/a.scroll"], ["here/b.scroll"], ["here/c.scroll"]])
    let budgets = training.compactMap { $0.axes[.budget]?.first?.text }
    #expect(budgets == ["16MiB", "16MiB", "1MiB"])
    #expect(spec.scenes[.sealed]?.isEmpty == true)
    #expect(spec.files.contains("here/d.scroll"))
  }

  @Test func `a spec has defaults`() throws {
    let spec = try EvolveSpec.parse(Self.head + Self.parts, file: "search.yml")
    #expect(spec.search == EvolveSpec.Search())
    #expect(spec.materiality == .standard)
    #expect(spec.waived.isEmpty)
  }

  @Test func `stated values override the defaults`() throws {
    let spec = try EvolveSpec.parse(
      Self.parts + """
        title: A question
        metric: stall
        smallest: {percent: 2, frames: 3}
        waive: [recorded]
        search: {seed: 7, population: 9, generations: 3, runs: 100, draws: 0, known: ["score: age"]}

        """, file: "search.yml")
    #expect(spec.title == "A question")
    #expect(spec.materiality == Materiality(share: 0.02, framesPerMinute: 3))
    #expect(spec.waived == [.recorded])
    #expect(spec.search.seed == 7)
    #expect(spec.search.runs == 100)
    #expect(spec.search.draws == 0)
    #expect(spec.search.known == ["score: age"])
  }

  @Test func `another seed is another question`() throws {
    var spec = try EvolveSpec.parse(Self.parts, file: "search.yml")
    let question = spec.question
    spec.search.seed = 8
    #expect(spec.question != question)
  }

  @Test(arguments: mistakes)
  func `a mistake is an error with its place`(text: String, says: [String]) throws {
    do {
      _ = try EvolveSpec.parse(text, file: "search.yml")
      Issue.record("expected an error of \(text)")
    } catch {
      for fragment in says {
        #expect("\(error)".contains(fragment), "'\(fragment)' is not in: \(error)")
      }
      #expect(!"\(error)".contains("\n"))
    }
  }
}
