import ScrollCore
import Testing

@Suite struct PhraseTests {
  @Test(arguments: [
    (0, "0 runs"), (1, "1 run"), (2, "2 runs"), (9999, "9999 runs"), (13_608, "13 608 runs"),
    (-1_234_567, "-1 234 567 runs"),
  ])
  func `a count agrees with its noun`(count: Int, text: String) {
    #expect(Phrase.count(count, "run") == text)
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
  ])
  func `a list ends with the word and`(parts: [String], text: String) {
    #expect(Phrase.list(parts) == text)
  }

  @Test func `a long list ends with the number of omitted parts`() {
    #expect(Phrase.list(["a", "b", "c", "d"], atMost: 2) == "a, b and 2 more")
    #expect(Phrase.list(["a", "b"], atMost: 2) == "a and b")
  }

  @Test func `a plural may be irregular`() {
    #expect(Phrase.count(1, "other sweep lacks", "other sweeps lack") == "1 other sweep lacks")
    #expect(Phrase.count(2, "other sweep lacks", "other sweeps lack") == "2 other sweeps lack")
  }
}
