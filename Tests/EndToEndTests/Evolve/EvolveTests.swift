import Foundation
import Testing

/// Tests of `scrollsim-lab evolve`, which searches for a policy and compares it with the best
/// policies.
@Suite struct EvolveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try SmallSearch.folder() }

  private func run(_ arguments: [String]) throws -> Scrollsim.Outcome {
    try Scrollsim.run(arguments, in: folder.url)
  }

  @Test func `the certificate contains the policy, the figures and the rules`() throws {
    let outcome = try SmallSearch.finished.get().outcome
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.first == "A small search")
    #expect(outcome.lines[1].hasPrefix("No certificate: the rule 'at least 6 sealed"))
    #expect(outcome.lines[2].hasPrefix("  --policy 'score: "))
    for fragment in [
      "The opponent was ", "chosen before the sealed scenarios were opened", "Best in hindsight",
      "were opened once in this store", "An independent recount", "laws for policies", "winner",
      "reference", "Rules of the contest",
      "at least 30 sealed sessions", "judged on another seed", "Searched with seed 1",
    ] {
      #expect(outcome.text.contains(fragment), "'\(fragment)' is not in\n\(outcome.text)")
    }
    // No progress is printed, because standard error is not a terminal.
    let said = outcome.complaint.split(separator: "\n")
    #expect(said.count == 1 && said[0].hasPrefix("note: "), "\(outcome.complaint)")
  }

  @Test func `a second search makes no runs and prints the same for any number of jobs`() throws {
    let first = try SmallSearch.finished.get().outcome
    let finished = try SmallSearch.folderWithStore()
    let again = try Scrollsim.run(
      SmallSearch.command("small.sqlite", "--jobs", "1"), in: finished.url)
    #expect(again.complaint.hasPrefix("note: 0 runs made"), "\(again.complaint)")
    #expect(first.output == again.output)
    let other = try run(SmallSearch.command("b.sqlite", "--jobs", "1"))
    #expect(first.output == other.output)
  }

  @Test func `a killed search resumes and prints the same`() throws {
    let whole = try SmallSearch.finished.get().outcome
    let running = try RunningScrollsim(
      SmallSearch.command("killed.sqlite", "--jobs", "1"), in: folder.url)
    let store = folder.path("killed.sqlite")
    #expect(
      running.wait {
        ((try? StoreTables.count("run", of: store)) ?? 0) > 300 || !running.isRunning
      })
    running.send(SIGKILL)
    _ = try running.outcome()
    let resumed = try run(SmallSearch.command("killed.sqlite"))
    #expect(resumed.status == 0, "\(resumed.complaint)")
    #expect(resumed.output == whole.output)
    let finished = try SmallSearch.folderWithStore()
    let total = try StoreTables.count("run", of: finished.path("small.sqlite"))
    #expect(try StoreTables.count("run", of: store) == total)
    let made = try [whole, resumed].map { try #require(Self.made($0)) }
    #expect(made[1] < made[0], "\(whole.complaint)\(resumed.complaint)")
  }

  /// Returns the number of runs that the note reports.
  private static func made(_ outcome: Scrollsim.Outcome) -> Int? {
    outcome.complaint.firstMatch(of: /note: ([0-9]+) runs? made/).flatMap { Int($0.output.1) }
  }

  @Test func `a document contains the policy in the syntax of other commands`() throws {
    let folder = try SmallSearch.folderWithStore()
    let outcome = try Scrollsim.run(
      SmallSearch.command("small.sqlite", "--format", "json"), in: folder.url)
    let document = try JSONText.object(outcome.output)
    let policy = try #require(document["policy"] as? String)
    #expect(policy.hasPrefix("score: "))
    #expect(document["isCertified"] as? Bool == false)
    #expect((document["objections"] as? [String])?.isEmpty == false)
    let best = try #require(document["best"] as? [[String: Any]])
    #expect(best.first?["policy"] as? String == policy)
    #expect(best.count <= 10)
    for row in best {
      for figure in ["training", "validation", "sealed"] { #expect(row.number(figure) != nil) }
    }
    let sealed = document.object("sealed")
    #expect(sealed.number("opening", "number") == 1)
    #expect(sealed.object("opening")["isSealed"] as? Bool == true)
    #expect(sealed.number("gain", "sessions") == 15)
    let devices = try #require(sealed["devices"] as? [[String: Any]])
    #expect(devices.map { $0["device"] as? String } == ["iphone-5", "iphone-6"])
    #expect(document.object("measure")["policy"] as? String == "lru")
    let rules = try #require(document["rules"] as? [[String: Any]])
    #expect(
      rules.map { $0["verdict"] as? String } == [
        "broken", "broken", "broken", "broken", "kept", "broken",
      ])
    let scenes = try #require(document["scenes"] as? [[String: Any]])
    #expect(scenes.count == 9)
    let replayed = try run([
      "run", "sessions:seed=7:style=to-and-fro:duration=15#1", "--policy", policy, "--device",
      "iphone-5", "--loader", "cached", "--budget", "16MiB",
    ])
    #expect(replayed.status == 0, "\(replayed.complaint)")
  }

  @Test func `a second opening of the same scenarios is not called sealed`() throws {
    let folder = try SmallSearch.folderWithStore()
    let second = try Scrollsim.run(
      SmallSearch.command("small.sqlite", "--seed", "2"), in: folder.url)
    #expect(second.status == 0, "\(second.complaint)")
    #expect(
      second.text.contains(
        "these scenarios were opened before in this store: this is opening 2"))
    #expect(second.text.contains("they are no longer sealed"))
    #expect(!second.text.contains("were opened once"))
  }

  @Test func `the certificate goes to a file with --output`() throws {
    let printed = try SmallSearch.finished.get().outcome
    let folder = try SmallSearch.folderWithStore()
    let written = try Scrollsim.run(
      SmallSearch.command("small.sqlite", "--output", "certificate.txt"), in: folder.url)
    #expect(written.output.isEmpty)
    #expect(written.complaint.contains("note: no certificate: "), "\(written.complaint)")
    #expect(try folder.read("certificate.txt") == printed.output)
  }

  @Test func `a search without sealed scenarios has an answer but no certificate`() throws {
    let sealed = try #require(SmallSearch.spec.firstRange(of: "sealed:"))
    let search = try #require(SmallSearch.spec.firstRange(of: "search:"))
    let rest = SmallSearch.spec[..<sealed.lowerBound] + SmallSearch.spec[search.lowerBound...]
    try folder.write(String(rest), to: "open.yml")
    let outcome = try run(["evolve", "open.yml", "--store", "open.sqlite"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("there is no sealed scenario"))
    #expect(try StoreTables.count("opening", of: folder.path("open.sqlite")) == 0)
  }
}
