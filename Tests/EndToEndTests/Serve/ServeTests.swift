import Foundation
import TestSupport
import Testing

@Suite struct ServeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try LongSweep.prepare(folder)
  }

  @Test func `a page grows with its sweep and remains with --stay`() throws {
    let served = try ServedSweep(LongSweep.command("s.sqlite", "--stay"), in: folder.url)
    defer { served.running.send(SIGKILL) }
    #expect(served.running.wait { ((try? served.progress())?.number("version") ?? 0) > 0 })
    let early = try served.progress()
    let page = try served.answer("/")
    #expect(page.status == 200)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.body.contains("Long enough to be disturbed"))
    #expect(page.body.contains("<table"), "\(page.body)")
    try #require(early["isComplete"] as? Bool == false, "the sweep was over too soon")
    #expect(page.body.contains("setTimeout(look"), "nothing keeps the page up to date")

    let end = try served.progressAtEnd()
    #expect(end.number("done") == Double(LongSweep.runs))
    #expect(end.number("made") == Double(LongSweep.runs))
    #expect((end.number("version") ?? 0) > (early.number("version") ?? 0))
    let last = try served.answer("/report")
    #expect(last.headers["etag"] == "\"\(Int(end.number("version") ?? 0))\"")
    let whole = try served.answer("/").body
    #expect(whole.contains(last.body))
    #expect(whole.contains("All 320 runs are done"))
    #expect(!whole.contains("setTimeout(look"), "the page asks on although all is done")

    #expect(served.running.wait { served.running.complaint.contains("until you press Ctrl-C") })
    served.running.send(SIGINT)
    let outcome = try served.running.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("interrupted"), "\(outcome.complaint)")
  }

  @Test func `the page of a running sweep states the remaining time`() throws {
    let served = try ServedSweep(
      LongSweep.command("s.sqlite", "--jobs", "1", "--stay"), in: folder.url)
    defer { served.running.send(SIGKILL) }
    #expect(served.running.wait { ((try? served.progress())?.number("made") ?? 0) > 0 })
    let progress = try served.progress()
    try #require(progress["isComplete"] as? Bool == false, "the sweep was over too soon")
    #expect((progress.number("secondsLeft") ?? 0) > 0)
    let page = try served.answer("/").body
    #expect(page.contains(#/so far, about [0-9]+ s left\./#), "\(page.prefix(2000))")
  }

  @Test func `a sweep prints and stores the same with and without a page`() throws {
    let plain = try Scrollsim.run(
      LongSweep.command("plain.sqlite", "--format", "csv"), in: folder.url)
    let served = try ServedSweep(
      LongSweep.command("served.sqlite", "--format", "csv"), in: folder.url)
    // A browser asks for the page while the sweep runs.
    while served.running.isRunning { _ = try? served.answer("/") }
    let outcome = try served.running.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output == plain.output)
    for table in ["run", "member"] {
      #expect(
        try StoreTables.rows(of: folder.path("served.sqlite"))[table]
          == StoreTables.rows(of: folder.path("plain.sqlite"))[table])
    }
  }

  @Test func `an open page receives the end of a sweep without --stay`() throws {
    let served = try ServedSweep(LongSweep.command("s.sqlite"), in: folder.url)
    _ = try served.progressAtEnd()
    #expect(try served.answer("/report").status == 200)
    let outcome = try served.running.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal ends a sweep with a page and keeps finished runs`(
    signal: Int32, status: Int32
  ) throws {
    let served = try ServedSweep(
      LongSweep.command("s.sqlite", "--jobs", "1", "--stay"), in: folder.url)
    #expect(served.running.wait { ((try? served.progress())?.number("version") ?? 0) > 0 })
    served.running.send(signal)
    let outcome = try served.running.outcome()
    #expect(outcome.status == status, "\(outcome.complaint)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("the same command continues"), "\(outcome.complaint)")
    let kept = try StoreTables.count("run", of: folder.path("s.sqlite"))
    #expect((1..<LongSweep.runs).contains(kept))
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root on Linux can make a small disk"))
  func `a failing store is an error with a page, too`() throws {
    // The disk has space for the existing store and for a few more runs.
    let made = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/carousel.scroll", "--policy", "lru", "--budget", "8MiB",
        "--store", folder.path("full.sqlite").path,
      ])
    try #require(made.status == 0, "\(made.complaint)")
    let store = try folder.read("full.sqlite")
    let disk = try SmallDisk(kilobytes: store.count / 1024 + 100)
    try store.write(to: URL(fileURLWithPath: "\(disk.path)/full.sqlite"))
    let served = try ServedSweep(
      LongSweep.command("\(disk.path)/full.sqlite", "--stay"), in: folder.url)
    let outcome = try served.running.outcome()
    #expect(outcome.status == 74, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("full.sqlite"), "\(outcome.complaint)")
  }
}
