import Foundation
import Testing

/// `--regret` of `replay` and `run`.
@Suite struct RegretTests {
  private static let trace = "Traces/recorded/photo-grid-session.scroll"

  private func regrets(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(["replay"] + arguments + ["--regret", "--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output)
  }

  @Test func `equal sizes are compared with belady or with a bound that may refuse`() throws {
    let rows = try regrets(
      Self.trace, "--policy", "lru,belady,nscache-corelibs,unbounded", "--capacity", "100",
      "--unit", "items")
    let bounds = rows.map { $0.object("regret")["bound"] as? String }
    #expect(bounds == ["belady", "belady", "min-bypass", nil])
    #expect(rows[1].number("regret", "misses") == 0)
    for row in rows.dropLast() {
      let least = try #require(row.number("regret", "leastMisses"))
      let regret = try #require(row.number("regret", "misses"))
      #expect(regret >= 0)
      #expect(row.number("misses") == least + regret)
    }
    #expect(rows[3].object("regret")["misses"] is NSNull)
  }

  @Test func `unequal sizes are compared with the lower bound, in misses and in bytes`() throws {
    let rows = try regrets(
      "Traces/photo-grid.scroll", "--policy", "lru,gdsf,arc", "--capacity", "64MiB,512MiB")
    for row in rows {
      #expect(row.object("regret")["bound"] as? String == "pfoo-l")
      #expect(try #require(row.number("regret", "misses")) >= 0)
      #expect(try #require(row.number("regret", "bytesMissed")) >= 0)
    }
  }

  @Test func `a row without the flag stays unchanged`() throws {
    let plain = try Scrollsim.run(["replay", Self.trace, "--capacity", "9MiB"])
    #expect(!plain.text.contains("regret"))
    let asked = try Scrollsim.run(["replay", Self.trace, "--capacity", "9MiB", "--regret"])
    #expect(asked.text.contains("regret"))
  }

  private func runs(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(["run"] + arguments + ["--regret", "--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    return try #require(document["runs"] as? [[String: Any]])
  }

  @Test func `no run has fewer misses than its bound`() throws {
    for trace in [Self.trace, "Traces/photo-grid.scroll"] {
      let runs = try runs(
        trace, "--policy", "lru,sieve,arc,distance", "--budget", "8MiB,32MiB,128MiB", "--prefetch",
        "none", "--device", "iphone-5")
      #expect(runs.count == 12)
      for run in runs {
        #expect(try #require(run.number("figures", "regretMisses")) >= 0)
        let requests = try #require(run.number("figures", "requests"))
        let hits = try #require(run.number("figures", "hits"))
        let least = try #require(run.number("figures", "leastMisses"))
        let regret = try #require(run.number("figures", "regretMisses"))
        #expect(requests - hits == least + regret)
      }
    }
  }

  @Test func `a recording does not change a run`() throws {
    let arguments = [
      "run", Self.trace, "--policy", "lru,nscache-corelibs", "--prefetch", "none", "--format",
      "csv",
    ]
    let plain = try Scrollsim.run(arguments).lines
    let asked = try Scrollsim.run(arguments + ["--regret"]).lines
    #expect(plain.count == asked.count)
    #expect(plain[0] == asked[0])
    // Without the question the last eight columns are empty.
    for (line, longer) in zip(plain.dropFirst(), asked.dropFirst()) {
      #expect(line.hasSuffix(",,,,,,,,") && longer.hasPrefix(line.dropLast(7)))
    }
  }

  @Test func `stalls have a regret between LRU and the best found`() throws {
    let runs = try runs(
      "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy",
      "lru,distance,nscache-corelibs", "--budget", "16MiB,64MiB")
    #expect(runs.count == 6)
    for run in runs {
      let figures = run.object("figures")
      let stall = try #require(run.number("figures", "stallSeconds"))
      let proven = try #require(run.number("figures", "provenStallSeconds"))
      let reached = try #require(run.number("figures", "reachedStallSeconds"))
      let lru = try #require(run.number("figures", "lruStallSeconds"))
      #expect(proven <= reached && reached <= lru && proven <= stall)
      if run.object("policy")["name"] as? String == "lru" { #expect(lru == stall) }
      #expect((figures["reachedBy"] as? String)?.isEmpty == false)
      guard let regret = run.number("figures", "stallRegret") else {
        // With 64 MiB lru does as well as can be.
        #expect(lru - reached < lru / 50)
        continue
      }
      #expect(abs(regret - (stall - reached) / (lru - reached)) < 1e-12)
    }
  }

  @Test func `bounds in seconds equal those of doctor`() throws {
    let arguments = ["Traces/tall-feed.scroll", "--device", "iphone-5", "--format", "json"]
    let bounds = try JSONText.array(
      Scrollsim.run(
        ["bounds"] + arguments + ["--cost", "stall", "--capacity", "16MiB"]
      ).output)
    let doctor = try JSONText.object(
      Scrollsim.run(["doctor"] + arguments + ["--budget", "16MiB"]).output
    ).object("bound")
    func seconds(_ name: String) -> Double? {
      bounds.first { $0["bound"] as? String == name }?.number("value")
    }
    #expect(bounds.count == 4)
    #expect(seconds("proven") == doctor["provenSeconds"] as? Double)
    #expect(seconds("unavoidable") == doctor["unavoidableSeconds"] as? Double)
    #expect(seconds("reached") == doctor["reachedSeconds"] as? Double)
  }

  @Test func `options of whole runs are errors for replays`() throws {
    let outcome = try Scrollsim.run([
      "bounds", "Traces/tall-feed.scroll", "--capacity", "16MiB", "--loader", "nuke",
    ])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("affects only --cost stall"))
  }

  @Test func `a run with prefetches has no regret in misses and a note with the reason`() throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--regret", "--format", "json",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.complaint.hasPrefix("note: no regret in misses, because a prefetched image"))
    let document = try JSONText.object(outcome.output)
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    #expect(run.object("figures")["regretBound"] is NSNull)
  }
}
