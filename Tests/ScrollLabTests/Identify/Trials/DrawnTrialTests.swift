import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

/// Models that draw survive while every victim was possible, and how likely that was is known.
@Suite struct DrawnTrialTests {
  private static func text(_ lines: [String], evictions: Bool = true) -> String {
    let header = #"{"scrollsim-cache-log":1,"count":3,"evictions":\#(evictions)}"#
    return ([header] + lines).joined(separator: "\n")
  }

  private static func sets(_ keys: String) -> [String] {
    keys.map { #"{"op":"set","key":"\#($0)"}"# }
  }

  private static func evicted(_ key: String) -> String { #"{"op":"evicted","key":"\#(key)"}"# }

  private func verdict(_ text: String, on name: String) throws -> Verdict {
    let log = try CacheLogReader.read(Array(text.utf8), named: "log")
    return LogTrial(log).verdict(on: Candidate(try PolicyCatalog.builtIn.choose(name)))
  }

  private func likelihood(_ text: String, under name: String) throws -> Double {
    let survival = try #require(try verdict(text, on: name).survival)
    #expect(survival.undecidedFrom == nil)
    return exp(survival.logLikelihood)
  }

  @Test func `every victim of random is equally likely`() throws {
    let one = Self.text(Self.sets("abcd") + [Self.evicted("b")])
    #expect(abs(try likelihood(one, under: "random") - 1.0 / 3) < 1e-12)
    // There the newcomer is a candidate, too.
    #expect(abs(try likelihood(one, under: "nscache-random") - 1.0 / 4) < 1e-12)
    let two = Self.text(
      Self.sets("abcd") + [Self.evicted("b")] + Self.sets("e") + [Self.evicted("d")])
    #expect(abs(try likelihood(two, under: "random") - 1.0 / 9) < 1e-12)
  }

  @Test func `several victims of one operation are drawn one after another`() throws {
    let text = Self.text(
      Self.sets("abc") + [#"{"op":"limits","count":1}"#, Self.evicted("c"), Self.evicted("a")])
    #expect(abs(try likelihood(text, under: "random") - 1.0 / 6) < 1e-12)
  }

  @Test func `an impossible victim is a contradiction`() throws {
    let text = Self.text(Self.sets("abcd") + [Self.evicted("d")])
    #expect(
      try verdict(text, on: "random").contradiction?.description
        == "line 5: set d evicted d; it would not, with any random draws")
    #expect(try verdict(text, on: "nscache-random").survival != nil)
  }

  @Test func `two experts name one victim or two`() throws {
    // LRU names b, LFU names c.
    let lines =
      Self.sets("abc")
      + ["b", "b", "a", "a"].map { #"{"op":"get","key":"\#($0)","hit":true}"# }
      + [#"{"op":"get","key":"c","hit":true}"#] + Self.sets("d")
    for victim in ["b", "c"] {
      let text = Self.text(lines + [Self.evicted(victim)])
      #expect(abs(try likelihood(text, under: "lecar") - 0.5) < 1e-12, "\(victim)")
    }
    #expect(
      try verdict(Self.text(lines + [Self.evicted("a")]), on: "lecar").contradiction?.line == 10)
    let same = Self.text(Self.sets("abcd") + [Self.evicted("a")])
    #expect(abs(try likelihood(same, under: "lecar") - 1) < 1e-12)
  }

  @Test func `look-ups restrict the unseen victims`() throws {
    let found = Self.sets("abcd") + [#"{"op":"get","key":"a","hit":false}"#]
    let text = Self.text(found, evictions: false)
    #expect(abs(try likelihood(text, under: "random") - 1.0 / 3) < 1e-12)
    let gone = Self.text(
      found + [#"{"op":"get","key":"b","hit":false}"#], evictions: false)
    #expect(try verdict(gone, on: "random").contradiction?.line == 7)
  }

  @Test func `a sample of all residents draws no numbers`() throws {
    let text = Self.text(Self.sets("abcd") + [Self.evicted("a")])
    let survival = try #require(try verdict(text, on: "hyperbolic").survival)
    #expect(survival == Verdict.Survival())
  }

  @Test func `a victim is possible if its sample contains it alone`() throws {
    let text = Self.text(Self.sets("abcd") + [Self.evicted("c")])
    #expect(try verdict(text, on: "hyperbolic:samples=1").survival != nil)
    #expect(try verdict(text, on: "lhd").survival != nil)
  }

  @Test func `a script does not change the draws of a generator`() {
    var plain = PolicyRandom(seed: 7)
    var scripted = PolicyRandom(following: DrawScript(seed: 7))
    let drawn = (0..<20).map { _ in plain.below(9) }
    let followed = (0..<20).map { _ in scripted.below(9) }
    #expect(drawn == followed)
    let script = DrawScript([4, 0], seed: 7)
    var dictated = PolicyRandom(following: script)
    let choices = (dictated.below(5), dictated.chance(0.9))
    #expect(choices == (4, false))
    let certain = (dictated.below(1), dictated.chance(1))
    #expect(certain == (0, true))
    #expect(script.draws.map(\.options) == [5, 2])
    #expect(abs(script.draws[1].probability - 0.1) < 1e-12)
  }
}
