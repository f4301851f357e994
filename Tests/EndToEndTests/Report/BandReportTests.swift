import Foundation
import ScrollSweeps
import Testing

/// Tests of `report --band` and `sweep --band`, which print how certain the recommendations are.
@Suite struct BandReportTests {
  private let sweep: SmallSweep

  init() throws { sweep = try SmallSweep() }

  private func bands(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(arguments + ["--format", "json"], in: sweep.folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let report = try JSONText.object(outcome.output).object("report")
    let advised = try #require(report["recommendations"] as? [[String: Any]])
    return try advised.map { try #require($0["band"] as? [String: Any]) }
  }

  @Test func `every recommendation in JSON has a band whose draws add up`() throws {
    let bands = try bands(["report", "results.sqlite", "--band"])
    #expect(bands.count == 2)
    for band in bands {
      #expect(band.number("draws") == 64 && band.number("runs") == 1)
      let low = try #require(band.number("stallSeconds", "low"))
      let high = try #require(band.number("stallSeconds", "high"))
      #expect(low < high, "\(band)")
      // A setting that is its own reference is compared with the best of the others.
      let against = band["against"] is NSNull ? band.object("rival") : band.object("against")
      let counts = ["betterIn", "worseIn", "alikeIn"].compactMap { against.number($0) }
      #expect(counts.count == 3 && counts.reduce(0, +) == 64, "\(band)")
      #expect(["better", "worse", "alike", "unknown"].contains(against["verdict"] as? String))
    }
  }

  @Test func `text, Markdown and the page agree and repeat`() throws {
    let text = try sweep.report(["--band"])
    #expect(text.status == 0 && text.complaint.isEmpty, "\(text.complaint)")
    let said = text.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("within these errors. On iphone-5 distance 64MiB stalls "))
    #expect(said.contains(" against lru 16MiB") || said.contains(" than lru 16MiB"), "\(said)")
    #expect(try sweep.report(["--band"]).output == text.output)
    for format in ["markdown", "html"] {
      let outcome = try sweep.report(["--band", "--format", format])
      #expect(outcome.status == 0, "\(outcome.complaint)")
      #expect(outcome.text.contains("because of the errors"), "\(format)")
      #expect(outcome.text.contains("repeated in 64 draws of figures within"), "\(format)")
    }
  }

  @Test func `a device without errors gives the report's figures in every draw`() throws {
    let file = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/ScrollTraces/Devices/iphone-5.yml"),
      encoding: .utf8)
    try sweep.folder.write(file.replacing("estimate", with: "measured"), to: "sure.yml")
    let made = try Scrollsim.run(
      ["sweep", "spec.yml", "--device", "sure.yml", "--store", "sure.sqlite"],
      in: sweep.folder.url)
    try #require(made.status == 0, "\(made.complaint)")
    let band = try #require(try bands(["report", "sure.sqlite", "--band"]).first)
    #expect(band.number("stallSeconds", "low") == band.number("stallSeconds", "high"))
    #expect(band.object("against")["verdict"] as? String == "better")
    #expect(band["flips"] as? Bool == false)
    #expect(band["cause"] is NSNull)
  }

  @Test func `a sweep ends with its advice and the band`() throws {
    let again = ["sweep", "spec.yml", "--store", "results.sqlite", "--band"]
    let outcome = try Scrollsim.run(again, in: sweep.folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.text.contains("\nOn iphone-5 the best found is distance 64MiB: "), "\(outcome.text)")
    #expect(outcome.text.contains("repeated in 64 draws of figures within"), "\(outcome.text)")
    func bytes(_ arguments: [String]) throws -> Data {
      try JSONSerialization.data(withJSONObject: bands(arguments), options: .sortedKeys)
    }
    #expect(try bytes(again) == bytes(["report", "results.sqlite", "--band"]))
  }

  @Test func `a report without its traces is an error with the reason`() throws {
    try FileManager.default.removeItem(at: sweep.folder.url.appendingPathComponent("Traces"))
    try Refusal(
      "no traces", "report results.sqlite --band", 65,
      says: "the runs of the advice cannot be repeated: ", "Traces/photo-grid.scroll"
    ).check(in: sweep.folder)
  }

  @Test func `an unfinished sweep has no advice and no band`() throws {
    try Database(path: sweep.store.path).execute("DELETE FROM member WHERE position > 4")
    let outcome = try sweep.report(["--band"])
    #expect(outcome.status == 0)
    #expect(outcome.complaint == "note: no error band, because there is no advice\n")
    #expect(try outcome.output == sweep.report([]).output)
  }

  @Test(arguments: [
    Refusal(
      "a list of runs", "report results.sqlite --band --format csv", 64,
      says: "csv is a list of runs; expected text, markdown, html or json"),
    Refusal(
      "a list by its ending", "report results.sqlite --band --output runs.csv", 64,
      says: "csv is a list of runs"),
    Refusal(
      "one run", "report results.sqlite --band --run a", 64, says: "expected it without --run"),
    Refusal(
      "one table", "report results.sqlite --band --table effects", 64,
      says: "expected it without --table"),
    Refusal(
      "one picture", "report results.sqlite --band --picture effects", 64,
      says: "expected it without --picture"),
    Refusal(
      "replays", "report results.sqlite --band --replays", 64, says: "--band applies to"),
    Refusal(
      "a sweep as a list", "sweep spec.yml --store results.sqlite --band --format csv", 64,
      says: "csv is a list of runs; expected --format table"),
    Refusal(
      "a sweep that is not made", "sweep spec.yml --band --dry-run", 64,
      says: "expected it without --dry-run"),
  ])
  func `a report without advice has no band`(refusal: Refusal) throws {
    try refusal.check(in: sweep.folder)
  }
}
