import Foundation
import Testing

/// Tests of the pictures of an app, from files to a setting: the page AppPictures.
@Suite struct AppPicturesTests {
  /// A folder with photos, a scroll through them, and the requests for them.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.path("photos"), withIntermediateDirectories: false)
    var requests: [String] = []
    for number in 0..<90 {
      let (width, height) = number % 3 == 0 ? (1200, 900) : (900, 1200)
      let bytes = 120_000 + 1000 * (number * 37 % 90)
      try folder.write(jpeg(width, height, bytes: bytes), to: "photos/\(100 + number).jpg")
      let seconds = number / 6 * 900
      requests.append(
        """
        {"startedDateTime": "2026-11-24T09:30:\(10 + seconds / 1000).\(100 + seconds % 1000 / 10)Z",
         "request": {"url": "https://images.example/\(number).jpg"},
         "response": {"status": 200, "content": {"size": \(bytes), "mimeType": "image/jpeg"}},
         "timings": {"connect": \(number < 6 ? 40 : -1), "wait": 70, "receive": 300}}
        """)
    }
    try folder.write(
      "{\"log\": {\"entries\": [\(requests.joined(separator: ",\n"))]}}", to: "feed.har")
    var rows = "t_ms,scroll_y,touch\n"
    for frame in 0..<3600 {
      // Down and half the way back, in flicks of a second.
      let flick = Double(frame / 120) + min(1, Double(frame % 120) / 60)
      rows += "\(Double(frame) * 8.3333),\(1000 * (flick < 20 ? flick : 40 - flick)),"
      rows += frame % 120 < 10 ? "1\n" : "0\n"
    }
    try folder.write(rows, to: "scroll.csv")
    return folder
  }

  /// A header and a filling.
  private static func jpeg(_ width: Int, _ height: Int, bytes: Int) -> Data {
    func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }
    var data = Data(
      [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8] + big(height) + big(width) + [1, 1, 0x11, 0])
    data += [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
    return data + Data(count: bytes - data.count)
  }

  /// The commands of the page, as a reader would copy them.
  private static func commands() throws -> [String] {
    let page = try String(
      contentsOf: PackageRoot.url.appendingPathComponent(
        "Sources/ScrollSimCommands/ScrollSimCommands.docc/AppPictures.md"), encoding: .utf8)
    return page.matches(of: /(?ms)^```sh\n(.*?)^```$/)
      .flatMap { $0.output.1.split(separator: "\n") }
      .map(String.init).filter { !$0.hasPrefix("cat ") }
  }

  @Test func `four commands of the page lead from photos to a setting, and four from a HAR file`()
    throws
  {
    let folder = try Self.folder()
    let commands = try Self.commands()
    #expect(commands.count == 8)
    for (index, four) in [commands.prefix(4), commands.suffix(4)].enumerated() {
      let begin = ContinuousClock.now
      var last = ""
      for command in four {
        let outcome = try Scrollsim.paste(command, in: folder.url)
        try #require(outcome.status == 0, "\(command)\n\(outcome.complaint)")
        last = outcome.text
      }
      #expect(last.contains("ImageCache.shared.costLimit = "), "\(last)")
      #expect(ContinuousClock.now - begin < .seconds(60))
      #expect(try folder.names().contains(index == 0 ? "mine.scroll" : "line.yml"))
    }
  }

  @Test func `an import reports its result`() throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(
      [
        "trace", "import", "scroll.csv", "--images", "photos", "--layout", "list", "--output",
        "s.scroll",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    for fragment in [
      "3600 rows in 30.0 s, one every 8.3 ms", "0 gaps with movement (0.0 s, bridged)",
      "at the frames of 120 Hz, 30 touches", "90 items on list", "90 jpeg; ", "s.scroll",
    ] {
      #expect(outcome.text.contains(fragment), "'\(fragment)' is not in\n\(outcome.text)")
    }
    #expect(outcome.complaint.isEmpty)
    let trace = try String(decoding: folder.read("s.scroll"), as: UTF8.self)
    #expect(trace.contains("\n8.333333,"), "120 Hz are kept")
    #expect(trace.contains("pictures: a folder"))
    #expect(!trace.contains("100.jpg"))
  }

  @Test func `standard output contains only the trace`() throws {
    let folder = try Self.folder()
    let list = ["trace", "import", "scroll.csv", "--images", "photos", "--layout", "list"]
    let outcome = try Scrollsim.run(list, in: folder.url)
    #expect(outcome.text.hasPrefix("scrollsim-trace 1\n"))
    #expect(outcome.text.hasSuffix("\nend\n"))
    #expect(outcome.complaint.split(separator: "\n").allSatisfy { $0.hasPrefix("note: ") })
    #expect(outcome.complaint.contains("note: recording: 3600 rows"))
  }

  @Test func `a HAR file gives images and a network with its measured figures`() throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(
      [
        "trace", "import", "scroll.csv", "--har", "feed.har", "--layout", "list", "--output",
        "s.scroll", "--network-output", "line.yml",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let trace = try String(decoding: folder.read("s.scroll"), as: UTF8.self)
    #expect(
      trace.contains("pictures: a HAR file; estimated: the pixels of 90 pictures, from bytes"))
    #expect(!trace.contains("images.example"))
    let network = try String(decoding: folder.read("line.yml"), as: UTF8.self)
    #expect(network.contains("latency: {value: 30 ms, source: \"measured: the median of 90 waits"))
    let valid = try Scrollsim.run(["list", "networks", "--validate", "line.yml"], in: folder.url)
    #expect(valid.status == 0, "\(valid.complaint)")
  }

  @Test func `an import without images adds as many as the scroll needs, with a note`() throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(
      ["trace", "import", "scroll.csv", "--output", "s.scroll"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("all pictures are generated"))
    #expect(outcome.text.contains("items on grid,"))
  }

  @Test func `an import reports no more content than there is`() throws {
    let folder = try TemporaryFolder()
    try folder.write("t_ms,scroll_y\n0,0\n17,0\n33,0\n", to: "rest.csv")
    try folder.write("width,height\n400,300\n", to: "one.csv")
    let outcome = try Scrollsim.run(
      [
        "trace", "import", "rest.csv", "--images", "one.csv", "--layout", "list", "--output",
        "s.scroll",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let content = try #require(outcome.lines.first { $0.hasPrefix("content") })
    let length = try #require(content.firstMatch(of: /list, (.*) pt long/)).output.1
    #expect(content.hasSuffix("; \(length) pt of it reached"), "\(content)")
  }

  @Test func `a folder and its list give the same images`() throws {
    let folder = try Self.folder()
    let listed = try Scrollsim.run(
      ["trace", "images", "photos", "--format", "csv"], in: folder.url)
    try folder.write(listed.output, to: "list.csv")
    let images = ["photos", "list.csv"].map { source in
      let arguments = ["trace", "import", "scroll.csv", "--layout", "list", "--images", source]
      let text = (try? Scrollsim.run(arguments, in: folder.url).text) ?? source
      return text.split(separator: "\n").drop { $0 != "[images]" }
    }
    #expect(images[0].count > 100)
    #expect(images[0] == images[1])
  }

  static let refusals: [Refusal] = [
    Refusal(
      "more scroll than pictures", "trace import scroll.csv --images photos", 65,
      says: "scroll.csv:", "'scroll_y'", "--items NUMBER adds similar pictures"),
    Refusal(
      "a HAR file in place of a list", "trace import scroll.csv --images feed.har", 64,
      says: "'feed.har' is a HAR file; expected --har feed.har"),
    Refusal(
      "no such pictures", "trace import scroll.csv --images none", 66, says: "none",
      "does not exist"),
    Refusal(
      "a layout without an example", "trace import scroll.csv --layout pile", 64,
      says: "--layout", "'pile'", "like --layout grid:columns=3:spacing=2"),
    Refusal(
      "a catalog without a sense", "trace import scroll.csv --catalogue items=x", 64,
      says: "--catalogue", "'x'", "like --catalogue 'items=900 size=800x600 mix=jpeg'"),
    Refusal(
      "two kinds of pictures", "trace import scroll.csv --images photos --catalogue items=9", 64,
      says: "--catalogue 'items=9'", "--images"),
    Refusal(
      "a network of no requests", "trace import scroll.csv --network-output n.yml", 64,
      says: "--network-output 'n.yml'", "--har FILE"),
    Refusal(
      "items of no pictures", "trace import scroll.csv --items 9", 64, says: "--items 9", "--images"
    ),
    Refusal(
      "no items", "trace import scroll.csv --images photos --items 0", 64, says: "--items 0",
      "expected 1 to 2000000"),
    Refusal(
      "requests that are none", "trace import scroll.csv --har scroll.csv", 65,
      says: "scroll.csv:1",
      "a HAR file"),
    Refusal(
      "requests without images", "trace import scroll.csv --har empty.har", 65, says: "empty.har",
      "0 requests"),
    Refusal(
      "a picture that is cut off", "trace images cut", 65, says: "cut/a.png",
      "no chunk IHDR"),
    Refusal("a folder that is none", "trace images scroll.csv", 66, says: "scroll.csv", "folder"),
    Refusal(
      "two outputs in one file",
      "trace import scroll.csv --har feed.har --network-output o.yml --output o.yml", 64,
      says: "--network-output 'o.yml' is also the file of --output"),
    Refusal(
      "a network onto its requests",
      "trace import scroll.csv --har feed.har --network-output feed.har", 64,
      says: "--network-output 'feed.har'", "read by the same command"),
  ]

  @Test(arguments: refusals)
  func `a mistake is an error with a message and writes nothing`(refusal: Refusal) throws {
    let folder = try Self.folder()
    try folder.write("{\"log\": {\"entries\": []}}", to: "empty.har")
    try FileManager.default.createDirectory(
      at: folder.path("cut"), withIntermediateDirectories: false)
    try folder.write(Data([0x89] + Array("PNG\r\n\u{1a}\n\0\0\0\u{d}IH".utf8)), to: "cut/a.png")
    try refusal.check(in: folder)
  }
}
