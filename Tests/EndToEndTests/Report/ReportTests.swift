import Foundation
import ScrollSimulation
import ScrollSweeps
import Testing

@Suite struct ReportTests {
  private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  @Test(arguments: ["text", "markdown", "csv", "json"])
  func `the report of a small sweep equals its golden file`(format: String) throws {
    let outcome = try SmallSweep().report(["--format", format])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
    let golden = Self.goldens.appendingPathComponent("report.\(format)")
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: Self.goldens, withIntermediateDirectories: true)
      try outcome.output.write(to: golden)
    }
    #expect(
      try Data(contentsOf: golden) == outcome.output,
      "read it, then: SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter ReportTests"
    )
  }

  @Test func `the extension of the file determines the format`() throws {
    let sweep = try SmallSweep()
    for (name, start) in [
      ("r.html", "<!doctype html>"), ("r.md", "# Three"), ("r.csv", "trace,"), ("r.json", "{"),
      ("r.txt", "Three policies"),
    ] {
      let outcome = try sweep.report(["--output", name])
      #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.complaint)")
      let text = try String(
        contentsOf: sweep.folder.url.appendingPathComponent(name), encoding: .utf8)
      #expect(text.hasPrefix(start), "\(name)")
    }
  }

  /// Compares the data in the page with the database, row by row.
  @Test func `the page contains every figure of the store, unrounded`() throws {
    let sweep = try SmallSweep()
    let page = try sweep.report(["--format", "html"]).text
    let start = try #require(page.firstRange(of: "id=\"sweep-data\">")).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    let data = try JSONDecoder().decode(PageData.self, from: Data(page[start..<end].utf8))
    let (columns, runs, parts) = (data.columns, data.runs, data.parts)
    let database = try Database(path: sweep.store.path)
    let names =
      StoreSchema.current["run"].columnNames + [
        "regret_bound", "least_misses", "regret_misses", "proven_stall_s", "reached_stall_s",
        "reached_by", "lru_stall_s", "trace_path",
      ]
    let rows = try database.rows(
      """
      SELECT run.*, regret.bound, least_misses, regret.misses, proven_stall_s, reached_stall_s,
        reached_by, lru_stall_s, trace.path
      FROM member JOIN run ON run.key = member.run JOIN scenario ON scenario.key = run.scenario
      JOIN trace ON trace.digest = scenario.trace
      LEFT JOIN regret ON regret.run = run.key
      LEFT JOIN stall_regret ON stall_regret.run = run.key ORDER BY position
      """
    ).map { Dictionary(uniqueKeysWithValues: zip(names, $0.values)) }
    #expect(rows.count == 12 && runs.count == 12)
    for (row, run) in zip(rows, runs) {
      // The store has the figures from which the share of the way is computed.
      for (column, value) in zip(columns, run) where column != "stall_regret" {
        let stored = try #require(row[column] ?? nil, "\(column)")
        if column == "scenario", case .number(let place) = value {
          let scenario = data.scenarios[Int(place)]
          #expect(scenario["key"].map(StoredValue.text) == stored)
          #expect(scenario["trace"].map(StoredValue.text) == row["trace_path"])
          continue
        }
        switch stored {
        case .null: #expect(value == .null, "\(column)")
        case .integer(let number): #expect(value == .number(Double(number)), "\(column)")
        case .real(let number): #expect(value == .number(number), "\(column)")
        case .text(let text): #expect(value == .text(text), "\(column)")
        }
      }
    }
    let partRows = try database.rows(
      """
      SELECT position, kind, name, value FROM part JOIN member ON member.run = part.run
      ORDER BY position, kind, name
      """)
    #expect(partRows.count == parts.count && !parts.isEmpty)
    for (row, part) in zip(partRows, parts) {
      guard case .integer(let position) = row.values[0], case .text(let kind) = row.values[1],
        case .text(let name) = row.values[2], case .real(let figure) = row.values[3]
      else {
        Issue.record("\(row)")
        continue
      }
      #expect(part == [.number(Double(position)), .text(kind), .text(name), .number(figure)])
    }
  }

  @Test func `the beginning of a key selects one run`() throws {
    let sweep = try SmallSweep()
    let csv = try sweep.report(["--format", "csv"]).text.split(separator: "\n").map(String.init)
    let column = try #require(csv[0].split(separator: ",").firstIndex(of: "key"))
    let key = csv[3].split(separator: ",", omittingEmptySubsequences: false)[column]
    let text = try sweep.report(["--run", String(key.prefix(10))])
    #expect(text.status == 0, "\(text.complaint)")
    #expect(text.text.contains("\nrun: \(key)\ntrace: Traces/photo-grid.scroll\n"))
    let bands = ["Good: ", "Warning: ", "Critical: "]
    #expect(bands.contains { text.text.hasPrefix($0) }, "\(text.text.prefix(80))")
    #expect(text.text.contains("\nWhat to change\n") && text.text.contains("\nThe longest waits\n"))
    #expect(text.text.split(separator: "\n").count < 90)
    let page = try sweep.report(["--run", String(key), "--format", "html"])
    #expect(page.text.contains("\(key)"), "\(page.complaint)")
    #expect(page.text.contains("<svg"))
    let row = try sweep.report(["--run", String(key), "--format", "csv"]).text
    #expect(row == csv[0] + "\n" + csv[3] + "\n")
  }

  @Test func `the report of an unfinished sweep says so`() throws {
    let sweep = try SmallSweep()
    try Database(path: sweep.store.path).execute("DELETE FROM member WHERE position > 4")
    let outcome = try sweep.report([])
    #expect(outcome.text.contains("So far 5 of 12 runs are finished; the answer may change."))
  }

  @Test func `a page without the traces omits single runs and states the reason`() throws {
    let sweep = try SmallSweep()
    try FileManager.default.removeItem(at: sweep.folder.url.appendingPathComponent("Traces"))
    let outcome = try sweep.report(["--format", "html"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("id=\"ranking\""))
    #expect(outcome.text.contains("Here runs are not shown in detail: "))
    #expect(outcome.complaint.hasPrefix("note: runs are not shown in detail: "))
    #expect(outcome.complaint.contains("Traces/photo-grid.scroll"))
  }

  @Test func `a report of several sweeps is about the latest, or the chosen one`() throws {
    let sweep = try SmallSweep()
    let other = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/photo-grid.scroll", "--policy", "lru", "--budget", "16MiB",
        "--store", "results.sqlite",
      ], in: sweep.folder.url)
    #expect(other.status == 0, "\(other.complaint)")
    let unasked = try sweep.report([])
    #expect(unasked.status == 0 && unasked.text.contains("1 run."), "\(unasked.text)")
    #expect(
      unasked.complaint.contains("note: 'results.sqlite' has 2 sweeps; this is the latest, "),
      "\(unasked.complaint)")
    let titled = try sweep.report(["--sweep", "Three policies, two budgets, two phones"])
    #expect(titled.status == 0 && titled.text.contains("12 runs"), "\(titled.complaint)")
  }

  @Test func `a full disk keeps the existing report`() throws {
    let sweep = try SmallSweep()
    let outcome = try Scrollsim.run(
      ["report", "results.sqlite", "--format", "html"], in: sweep.folder.url,
      output: FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full")))
    #expect(outcome.status == 74)
    #expect(outcome.complaint.contains("standard output cannot be written"))
  }

  @Test(arguments: [
    Refusal("no store", "report missing.sqlite", 66, says: "store 'missing.sqlite' is missing"),
    Refusal("no database", "report spec.yml", 65, says: "'spec.yml'"),
    Refusal(
      "no such run", "report results.sqlite --run zz", 64,
      says: "'results.sqlite' has no run 'zz'; expected a run key"),
    Refusal("no key", "report results.sqlite --run _", 64, says: "expected a run key"),
    Refusal(
      "a run and a baseline", "report results.sqlite --run ab --baseline lru", 64,
      says: "--baseline applies to the whole report; expected no --run"),
    Refusal(
      "a run and users", "report results.sqlite --run ab --population no.yml", 64,
      says: "--population applies to the whole report"),
    Refusal(
      "a run and a table", "report results.sqlite --run ab --table effects", 64,
      says: "--table applies to the whole report"),
    Refusal(
      "no such sweep", "report results.sqlite --sweep zz", 64, says: "has no sweep 'zz'; expected"),
    Refusal(
      "too many details", "report results.sqlite --details 101", 64, says: "expected 0 to 100"),
    Refusal(
      "no such format", "report results.sqlite --format pdf", 64, says: "pdf"),
    Refusal(
      "an ending that is no format", "report results.sqlite --output r.pdf", 64,
      says: "there is no report format .pdf; expected .html"),
    Refusal(
      "a picture in a format", "report results.sqlite --picture effects --format csv", 64,
      says: "--picture writes one SVG file", "--format"),
    Refusal(
      "a picture and a table", "report results.sqlite --picture effects --table effects", 64,
      says: "--picture writes one SVG file", "--table"),
    Refusal(
      "a picture in a file of another format",
      "report results.sqlite --picture effects --output x.png", 64, says: "x.png", ".svg"),
    Refusal(
      "a format and the name of another",
      "report results.sqlite --format html --output x.csv", 64, says: "--format html", "x.csv"),
    Refusal(
      "a folder that is not there", "report results.sqlite --output no/where.html", 73,
      says: "'no/where.html' cannot be written"),
  ])
  func `a mistake is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: SmallSweep().folder)
  }

  @Test func `a picture and its table share an id, and the example in the help is valid`() throws {
    let sweep = try SmallSweep()
    let help = try Scrollsim.run(["report", "--help"], in: sweep.folder.url).text
    let id = try #require(
      help.split(separator: "--picture ").dropFirst().first?.prefix { $0 != " " })
    let picture = try sweep.report(["--picture", String(id)])
    #expect(picture.status == 0 && picture.text.hasPrefix("<svg"), "\(picture.complaint)")
    #expect(try sweep.report(["--picture", "ranking"]).text == picture.text)
    let table = try sweep.report(["--table", String(id)])
    #expect(try table.status == 0 && table.text == sweep.report(["--table", "ranking"]).text)
    for kind in ["--picture", "--table"] {
      let unknown = try sweep.report([kind, "nothing"])
      #expect(unknown.status == 64, "\(unknown.complaint)")
      #expect(unknown.complaint.contains("'nothing'; expected one of effect"))
    }
  }

  @Test func `a wide terminal shows a bar for each policy`() throws {
    let sweep = try SmallSweep()
    // Over several devices a bar would show a mean, so the report draws none.
    #expect(!(try sweep.report([]).text.contains("█")))
    let one = ["sweep", "spec.yml", "--device", "iphone-8", "--store", "one.sqlite"]
    _ = try Scrollsim.run(one, in: sweep.folder.url)
    let text = try Scrollsim.run(["report", "one.sqlite"], in: sweep.folder.url).text
    #expect(text.contains("█"))
  }
}

/// The data that the page has for programs.
private struct PageData: Decodable {
  let columns: [String]
  let scenarios: [[String: String]]
  let runs: [[Value]], parts: [[Value]]

  enum Value: Decodable, Equatable {
    case null, number(Double), text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }
}
