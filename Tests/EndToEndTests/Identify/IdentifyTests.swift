import Foundation
import Testing

@Suite struct IdentifyTests {
  private static let log = """
    {"scrollsim-cache-log":1,"count":3,"evictions":true,"operations":["set","get"]}
    {"op":"set","key":"a"}
    {"op":"set","key":"b"}
    {"op":"set","key":"c"}
    {"op":"get","key":"a","hit":true}
    {"op":"set","key":"d"}
    {"op":"evicted","key":"b"}

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(Self.log, to: "box.jsonl")
    return folder
  }

  private func identify(_ arguments: String...) throws -> [String: Any] {
    let folder = try folder()
    let outcome = try Scrollsim.run(
      ["identify"] + arguments + ["--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func models(_ document: [String: Any], _ key: String) -> [String] {
    (document[key] as? [[String: Any]] ?? []).compactMap { $0["model"] as? String }
  }

  @Test func `identify compares all models with a log`() throws {
    let document = try identify("box.jsonl")
    let (left, gone) = (models(document, "survivors"), models(document, "contradicted"))
    #expect(Set(["lru", "nscache-lru", "clock", "random"]).isSubset(of: left), "\(left)")
    #expect(Set(["fifo", "mru", "nscache-corelibs"]).isSubset(of: gone), "\(gone)")
    #expect(document["models"] as? Int == left.count + gone.count)
    #expect(document["operations"] as? Int == 5)
    #expect(document["operationsTried"] as? Int ?? 0 > 1_000)
  }

  @Test func `a contradiction states its line, the observation and the model's answer`() throws {
    let document = try identify("box.jsonl", "--policy", "fifo,lru")
    let rows = document["contradicted"] as? [[String: Any]] ?? []
    #expect(rows.count == 1)
    #expect(rows.first?["model"] as? String == "fifo")
    #expect(rows.first?["log"] as? String == "box.jsonl")
    #expect(rows.first?["line"] as? Int == 6)
    #expect(rows.first?["found"] as? String == "set d evicted b")
    #expect(rows.first?["instead"] as? String == "it would evict a")
  }

  @Test func `a random model has a likelihood and no class`() throws {
    let document = try identify("box.jsonl", "--policy", "random,lru")
    let rows = document["survivors"] as? [[String: Any]] ?? []
    let random = try #require(rows.first { $0["model"] as? String == "random" })
    #expect(random["draws"] as? Bool == true && random["class"] == nil)
    #expect(abs((random["logLikelihood"] as? Double ?? 0) + 1.0986) < 1e-3)
    let lru = try #require(rows.first { $0["model"] as? String == "lru" })
    #expect(lru["draws"] as? Bool == false && lru["class"] as? Int == 1)
    #expect(lru["logLikelihood"] as? Double == 0)
  }

  @Test func `the table is readable`() throws {
    let folder = try folder()
    let outcome = try Scrollsim.run(
      ["identify", "box.jsonl", "--policy", "lru,clock,fifo"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.text.hasPrefix("5 operations in 1 log: 2 of 3 models agree with the logs"))
    #expect(outcome.text.contains("line 6: set d evicted b; it would evict a"))
    #expect(
      outcome.text.contains(
        "On an empty cache, these operations distinguish 2 of 2 classes: set k1"))
  }

  @Test func `the proposed operations form a valid log`() throws {
    let folder = try folder()
    let arguments = ["identify", "box.jsonl", "--policy", "lru,clock,sieve", "--next", "30"]
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.first?.contains("\"operations\":[\"set\",\"get\"]") == true)
    #expect(2...31 ~= outcome.lines.count)
    #expect(try Scrollsim.run(arguments, in: folder.url).output == outcome.output)
    try folder.write(outcome.output, to: "next.jsonl")
    let replay = try Scrollsim.run(
      ["replay", "next.jsonl", "--policy", "lru,sieve"], in: folder.url)
    #expect(replay.status == 0, "\(replay.complaint)")
  }

  @Test func `identify compares the readings of NSCache with all seven observations`() throws {
    let names = [
      "one-read-protects", "the-oldest-go", "what-is-read-stays", "just-enough-goes",
      "too-large-goes-at-once", "empty-values", "values-in-use",
    ]
    let readings = "nscache-lru,nscache-arc,nscache-winobjc,nscache-docs,nscache-fifo"
    let outcome = try Scrollsim.run(
      ["identify"] + names.map { "Traces/observations/\($0).jsonl" }
        + ["--policy", readings, "--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    #expect(
      Set(models(document, "survivors")) == ["nscache-lru", "nscache-arc", "nscache-winobjc"])
    // WinObjC differs only with a cost limit of 0, which no operation of these logs sets.
    let classes = (document["survivors"] as? [[String: Any]] ?? []).map { $0["class"] as? Int }
    #expect(classes == [1, 1, 2])
    #expect((document["next"] as? [String] ?? []).count > 1)
  }
}
