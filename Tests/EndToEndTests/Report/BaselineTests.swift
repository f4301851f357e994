import Foundation
import Testing

/// `report --baseline`: what the user has now, in whatever words.
@Suite struct BaselineTests {
  private let sweep: SmallSweep

  init() throws { sweep = try SmallSweep() }

  @Test func `an ambiguous baseline is an error that lists the swept values`() throws {
    for (text, open) in [("lru", "budget"), ("64MiB", "policy"), ("", "policy and budget")] {
      let outcome = try sweep.report(["--baseline", text])
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.complaint.contains("does not name the \(open);"), "\(outcome.complaint)")
    }
  }

  @Test func `a baseline may have the wording of report, tune or a row`() throws {
    let answers = try [
      "fifo, 64MiB", "fifo 64MiB", "policy=fifo budget=64MiB", "policy fifo 64MiB",
    ]
    .map { text in
      try sweep.report(["--baseline", text]).text.replacing("(\(text))", with: "(it)")
        .split(whereSeparator: \.isWhitespace)
    }
    #expect(answers[0].contains("current"))
    #expect(answers.allSatisfy { $0 == answers[0] })
  }

  @Test func `the error for a missing baseline lists the swept values`() throws {
    let outcome = try sweep.report(["--baseline", "lru, 48MiB"])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("no run of 'lru, 48MiB'"), "\(outcome.complaint)")
  }

  @Test func `a budget rule of the sweep is a valid baseline`() throws {
    let folder = sweep.folder.url
    let made = try Scrollsim.run(
      [
        "sweep", "spec.yml", "--device", "iphone-8", "--policy", "lru", "--budget",
        "1%<=64MiB,5%<=64MiB", "--store", "rules.sqlite",
      ], in: folder)
    try #require(made.status == 0, "\(made.complaint)")
    let outcome = try Scrollsim.run(
      ["report", "rules.sqlite", "--baseline", "1%<=64MiB"], in: folder)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("Keep what you have, 1%<=64MiB"), "\(outcome.text)")
    let code = try Scrollsim.run(
      ["emit", "rules.sqlite", "--for", "nuke", "--baseline", "1%<=64MiB"], in: folder)
    #expect(code.text.contains("physicalMemory"), "\(code.text)")
  }
}
