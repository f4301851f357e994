import Foundation
import Testing

/// A program in another language as a policy, in replays and runs.
@Suite struct ExecPolicyCommandTests {
  private static let trace = "Traces/recorded/feed-to-and-fro.scroll"

  @Test(.enabled(if: PolicyPrograms.hasPython, "python3 is not installed"))
  func `the example in Python has the misses of LRU`() throws {
    let outcome = try Scrollsim.run([
      "replay", Self.trace, "--policy", "lru,\(PolicyPrograms.python)", "--capacity", "5,20",
      "--unit", "items", "--format", "json",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let rows = try JSONText.array(outcome.output)
    #expect(rows.last?["policy"] as? String == PolicyPrograms.python)
    let misses = rows.compactMap { $0.number("misses") }
    try #require(misses.count == 4)
    #expect(Array(misses[..<2]) == Array(misses[2...]))
    #expect(misses[0] > misses[1])
  }

  @Test(.enabled(if: PolicyPrograms.hasPython, "python3 is not installed"))
  func `the example in Python has the figures of LRU in a run`() throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--policy", "lru,\(PolicyPrograms.python)", "--budget", "8MiB,16MiB",
      "--device", "iphone-5", "--format", "json",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    let runs = try #require(document["runs"] as? [[String: Any]])
    let names = runs.map { $0.object("policy")["name"] as? String }
    try #require(names.count == 4, "\(names)")
    #expect(names.filter { $0 == "exec" }.count == 2, "\(names)")
    for budget in [8_388_608.0, 16_777_216] {
      let pair = runs.filter { $0.number("budgetBytes") == budget }
      try #require(pair.count == 2)
      for part in ["figures", "parts"] {
        #expect(
          NSDictionary(dictionary: pair[0].object(part))
            == NSDictionary(dictionary: pair[1].object(part)), "\(part), \(budget)")
      }
    }
  }

  @Test func `a shell program has the misses of FIFO`() throws {
    let folder = try PolicyPrograms.folder()
    let outcome = try Scrollsim.run(
      [
        "replay", Self.trace, "--policy", "fifo,exec: sh fifo.sh", "--capacity", "3,5,9,20",
        "--unit", "items", "--format", "json",
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let misses = try JSONText.array(outcome.output).compactMap { $0.number("misses") }
    try #require(misses.count == 8)
    #expect(Array(misses[..<4]) == Array(misses[4...]))
    #expect(try PolicyPrograms.running(in: folder) == [])
  }

  private static let commands = [
    "replay \(trace) --capacity 5 --unit items", "run \(trace) --budget 8MiB --device iphone-5",
    "sweep --trace \(trace) --budget 8MiB --device iphone-5 --store r.sqlite",
  ]

  struct Failing: Sendable {
    let name: String, status: Int32, sentence: String
  }

  private static let failing = [
    Failing(
      name: "dies.sh", status: 69,
      sentence: "the program ended with status 5 instead of answering 'victim'"),
    Failing(
      name: "wrong.sh", status: 65,
      sentence: "the program evicts 999999, which is not in the cache"),
    Failing(
      name: "silent.sh:timeout=2", status: 69,
      sentence: "the program has not answered 'victim' for 2 s"),
  ]

  @Test(arguments: commands, failing)
  func `a failing program ends the command with an error and does not outlive it`(
    command: String, program: Failing
  ) throws {
    let folder = try PolicyPrograms.folder()
    let words = command.split(separator: " ").map(String.init)
    let outcome = try Scrollsim.run(
      words + ["--policy", "lru,exec: sh \(program.name)"], in: folder.url)
    #expect(outcome.status == program.status, "\(outcome.complaint)")
    #expect(outcome.output.isEmpty, "\(outcome.text)")
    let lines = outcome.complaint.split(separator: "\n").filter { !$0.hasPrefix("note: ") }
    #expect(lines.count == 1, "\(outcome.complaint)")
    #expect(lines.first?.hasPrefix("scrollsim: policy 'exec: sh ") == true)
    #expect(lines.first?.contains(program.sentence) == true, "\(outcome.complaint)")
    #expect(try PolicyPrograms.running(in: folder) == [])
    guard words[0] == "sweep" else { return }
    // What was made before may be there; of the program nothing is.
    let runs = try StoreTables.rows(of: folder.path("r.sqlite"))["run"] ?? []
    #expect(runs.allSatisfy { !$0.contains("exec") }, "\(runs)")
  }

  @Test(arguments: [
    ("exec:", Int32(64), "no command; expected the command line of a program"),
    ("exec: no-such-program", 69, "ended with status 127"),
    ("exec: true", 69, "instead of answering 'hello'"),
    ("exec: sh fifo.sh:timeout=0", 64, "setting 'timeout' of 'exec' is '0'"),
  ])
  func `an invalid program is an error before any run`(
    policy: String, status: Int32, sentence: String
  ) throws {
    let folder = try PolicyPrograms.folder()
    let outcome = try Scrollsim.run(
      ["run", Self.trace, "--policy", policy, "--budget", "8MiB"], in: folder.url)
    #expect(outcome.status == status, "\(outcome.complaint)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
  }
}
