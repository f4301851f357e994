import Foundation
import Testing

/// `run --band`: what the errors of a device's figures leave of the figures of runs.
@Suite struct BandRunTests {
  private static let run = [
    "run", "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy", "lru,distance",
    "--budget", "16MiB", "--band",
  ]

  private func band(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (runs: [[String: Any]], band: [String: Any]) {
    let outcome = try Scrollsim.run(arguments + ["--format", "json"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    return (
      try #require(document["runs"] as? [[String: Any]]),
      try #require(document["band"] as? [String: Any])
    )
  }

  @Test func `the band contains the figure and repeats`() throws {
    let folder = try TemporaryFolder.withTraces()
    let (runs, band) = try band(Self.run, in: folder)
    #expect(band["draws"] as? Int == 64)
    let rows = try #require(band["runs"] as? [[String: Any]])
    #expect(rows.count == 2)
    for (row, run) in zip(rows, runs) {
      let figures = try #require(row["figures"] as? [String: [String: Any]])
      let stall = try #require(figures["stallSeconds"])
      let (low, high) = (stall["low"] as? Double ?? .nan, stall["high"] as? Double ?? .nan)
      let itself = try #require(
        (run["figures"] as? [String: Any] ?? run)["stallSeconds"] as? Double)
      #expect(low < itself && itself < high, "\(low) \(itself) \(high)")
    }
    // Two that differ by less than matters are both unbeaten.
    let unbeaten = rows.compactMap { $0["bestInDraws"] as? Int }
    #expect(unbeaten.reduce(0, +) >= 64 && unbeaten.allSatisfy { $0 <= 64 }, "\(unbeaten)")
    let again = try Scrollsim.run(Self.run, in: folder.url)
    #expect(again.output == (try Scrollsim.run(Self.run, in: folder.url).output))
    #expect(String(decoding: again.output, as: UTF8.self).contains("best in"))
  }

  @Test func `a device without errors in its figures has no band`() throws {
    let folder = try TemporaryFolder.withTraces()
    let file = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/ScrollTraces/Devices/iphone-5.yml"),
      encoding: .utf8)
    try folder.write(file.replacing("estimate", with: "measured"), to: "sure.yml")
    let sure = Self.run.map { $0 == "iphone-5" ? "sure.yml" : $0 }
    let outcome = try band(sure, in: folder)
    for row in try #require(outcome.band["runs"] as? [[String: Any]]) {
      let figures = try #require(row["figures"] as? [String: [String: Any]])
      for (name, interval) in figures {
        #expect(interval["low"] as? Double == interval["high"] as? Double, "\(name)")
      }
    }
    #expect((outcome.band["causes"] as? [Any])?.isEmpty == true)
  }

  private func unbeaten(_ policies: String, _ folder: TemporaryFolder) throws -> [String: Int] {
    let rows = try #require(
      band(
        [
          "run", "part.scroll", "--device", "iphone-5", "--loader", "cached",
          "--budget", "12MiB", "--band", "--policy", policies,
        ], in: folder
      ).band["runs"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        (row["policy"] as? String).map { ($0, row["bestInDraws"] as? Int ?? -1) }
      })
  }

  /// 12 MiB have room for 24 images, and `lirs` needs 100.
  @Test func `a policy with too small a budget beats no other`() throws {
    let folder = try TemporaryFolder.withTraces()
    let cut = try Scrollsim.run(
      "trace cut Traces/photo-library.scroll --from 0s --to 60s --output part.scroll"
        .split(separator: " ").map(String.init), in: folder.url)
    try #require(cut.status == 0, "\(cut.complaint)")
    let (both, three) = (
      try unbeaten("lru,distance", folder), try unbeaten("lru,lirs,distance", folder)
    )
    #expect(both["lru"] == three["lru"] && both["distance"] == three["distance"])
    #expect(three["lirs"] == 0)
  }

  @Test func `a run that is killed in every draw is called killed, not fast`() throws {
    let outcome = try Scrollsim.run(
      [
        "run", "Traces/photo-grid.scroll", "--device", "iphone-5", "--policy", "unbounded,lru",
        "--budget", "8GiB", "--band",
      ], in: PackageRoot.url)
    let row = try #require(outcome.lines.last { $0.hasPrefix("unbounded ") })
    #expect(row.contains(" killed ") && row.hasSuffix(" 0 %"), "\(row)")
    #expect(
      outcome.text.contains("The app is killed in 64 draws with unbounded"), "\(outcome.text)")
  }

  @Test func `a band in CSV is an error`() throws {
    try Refusal(
      "csv", "run Traces/photo-grid.scroll --band --format csv", 64,
      says: "--band prints a second table"
    ).check(in: TemporaryFolder.withTraces())
  }
}
