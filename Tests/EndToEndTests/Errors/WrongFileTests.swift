import Foundation
import Testing

/// A command that receives another kind of file names the command that reads it.
@Suite struct WrongFileTests {
  private static let refusals = [
    Refusal("a sweep to run", "run Traces/demo.yml", 65, says: "'scrollsim sweep FILE'"),
    Refusal("a scroll to sweep", "sweep Traces/carousel.scroll", 65, says: "'scrollsim run FILE'"),
    Refusal("a scroll as limits", "check Traces/carousel.scroll", 65, says: "'scrollsim run FILE'"),
    Refusal(
      "requests to import", "trace import requests.csv --output o.scroll", 65,
      says: "'scrollsim replay FILE'"),
    Refusal(
      "bytes to import", "trace import bytes.bin --output o.scroll", 65,
      says: "'scrollsim replay FILE'"),
    Refusal(
      "a recording to replay", "replay Traces/recorded/one-hard-fling.csv --capacity 3", 65,
      says: "'scrollsim trace import'"),
    Refusal(
      "many sessions to bound", "bounds sessions:count=2:seed=1 --capacity 10", 64,
      says: "like 'sessions:count=2:seed=1#1'"),
    Refusal(
      "a phone in pixels", "trace generate --viewport 1170x2532 --output o.scroll", 64,
      says: "expected points"),
    Refusal(
      "a packed scroll", "run packed.scroll.gz --device iphone-8", 65,
      says: "is compressed (gzip); expected it unpacked, by gunzip"),
    Refusal(
      "a packed HAR file", "trace import own.csv --har packed.har.gz --output o.scroll", 65,
      says: "is compressed (gzip); expected it unpacked, by gunzip"),
    Refusal(
      "decimal commas between commas",
      "trace import own.csv --layout list --catalogue items=30 --output o.scroll", 65,
      says: "own.csv:2: the line has 3 fields; expected 2", "semicolons"),
    Refusal(
      "requests of IBM under another name", "replay ibm.txt --capacity 3", 65,
      says: "looks like IBM's object store"),
    Refusal(
      "a plan without shards", "sweep plan Traces/demo.yml", 64, says: "scrollsim sweep plan --help"
    ),
  ]

  @Test(arguments: refusals)
  func `the error for another kind of file names the right command`(
    refusal: Refusal
  ) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("id,size\n1,10\n2,20\n", to: "requests.csv")
    try folder.write("\u{1}\u{2}\0\0\u{7f}", to: "bytes.bin")
    for name in ["packed.scroll.gz", "packed.har.gz"] {
      try Data([0x1f, 0x8b, 8, 8, 0x1c, 0x2e, 0x0d, 0x6b, 0, 3, 0x68, 0x31, 0])
        .write(to: folder.url.appending(path: name))
    }
    try folder.write("t_ms,scroll_y\n0,0,5\n16,1,5\n", to: "own.csv")
    try folder.write("1219008 REST.PUT.OBJECT 8d4f 1056923\n", to: "ibm.txt")
    try refusal.check(in: folder)
  }

  @Test func `a list of images names the files that it omits`() throws {
    let folder = try TemporaryFolder.withTraces()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "pictures"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "Traces/pictures/formats/rose.jpg"),
      to: folder.url.appending(path: "pictures/rose.jpg"))
    try folder.write("no picture", to: "pictures/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "pictures/gone.jpg").path,
      withDestinationPath: "nowhere.jpg")
    let outcome = try Scrollsim.run(["trace", "images", "pictures"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("rose.jpg"))
    #expect(outcome.complaint.contains("not supported pictures: 1 .txt, like 'notes.txt'"))
    #expect(outcome.complaint.contains("does not exist: 'gone.jpg'"), "\(outcome.complaint)")
    let strict = try Scrollsim.run(["trace", "images", "pictures", "--strict"], in: folder.url)
    #expect(strict.status == 65 || strict.status == 66)
    #expect(strict.complaint.contains("pictures/gone.jpg"))
  }

  @Test(arguments: [false, true])
  func `an import reads the valid rows of a recording and names the others`(
    isForeign: Bool
  ) throws {
    let folder = try TemporaryFolder.withTraces()
    let path = "Traces/recorded/one-hard-fling.csv"
    var lines = try String(
      contentsOf: folder.url.appending(path: path), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    lines[39] = "later,far,1"
    let text = lines.joined(separator: "\n") + "\n"
    try folder.write(isForeign ? text.replacing(",", with: ";") : text, to: "recording.csv")
    let command = [
      "trace", "import", "recording.csv", "--catalogue", "items=90", "--output", "o.scroll",
    ]
    let outcome = try Scrollsim.run(command, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("left out: recording.csv:40: field 't_ms' is 'later'"))
    let strict = try Scrollsim.run(command + ["--strict"], in: folder.url)
    #expect(strict.status == 65)
    #expect(strict.complaint.contains("recording.csv:40: field 't_ms' is 'later'"))
  }

  @Test func `an import reads the valid rows of a list and names the others`() throws {
    let folder = try TemporaryFolder.withTraces()
    let rows = (1...30).map { "\($0 == 7 ? "x" : "400");300;\($0)" }.joined(separator: "\n")
    try folder.write("width;height;id\n\(rows)\n", to: "list.csv")
    let command = [
      "trace", "import", "Traces/recorded/one-hard-fling.csv", "--images", "list.csv", "--items",
      "300", "--output", "o.scroll",
    ]
    let outcome = try Scrollsim.run(command, in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.complaint.contains("left out: list.csv:8: field 'width' is 'x'"))
    let strict = try Scrollsim.run(command + ["--strict"], in: folder.url)
    #expect(strict.status == 65)
    #expect(strict.complaint.contains("list.csv:8: field 'width' is 'x'"))
  }
}
