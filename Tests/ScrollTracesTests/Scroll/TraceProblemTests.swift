import ScrollCore
import ScrollTraces
import Testing

/// Everything that is wrong with a file, not only the first thing.
struct TraceProblemTests {
  private func problems(_ text: String) -> [TraceError] {
    TraceFile.problems(in: Array(text.utf8), file: "photos.scroll")
  }

  @Test func `a valid trace has no problems`() {
    #expect(problems(TraceText().text).isEmpty)
  }

  @Test func `the list contains every invalid line in the order of the file`() {
    let text = TraceText()
      .replacing("kind: synthetic", with: "kind: made up")
      .replacing("viewport: 100x200", with: "viewport: 0x200")
      .replacing("decelerationRate: normal", with: "colour: red")
      .replacing("layout: list:height=50", with: "layout: pile")
      .replacing("100,0,tracking", with: "100,zero,tracking")
      .replacing("200.5,30.25,decelerating", with: "200.5,30.25,asleep")
      .replacing("1000,400,idle", with: "1000,400,idle,more")
    let found = problems(text.text)
    #expect(found.map(\.line) == [4, 6, 8, 9, 15, 16, 17], "\(found)")
    #expect(
      found.map(\.field) == ["kind", "viewport", nil, "layout", "offset", "phase", nil])
  }

  @Test func `the list contains missing lines and invalid ones`() {
    let text = TraceText().replacing("units: pt ms", with: "# nothing")
      .replacing("catalogue: generated items=40 size=800x600", with: "catalogue: listed")
      .replacing("100,0,tracking", with: "nan,0,tracking")
    let found = problems(text.text).map(\.description)
    #expect(found.count == 3, "\(found)")
    #expect(found.contains { $0.contains("'units' is missing") })
    #expect(found.contains { $0.contains("'[images]' is missing") })
    #expect(found.contains { $0.contains(":15: field 'time_ms' is 'nan'") })
  }

  @Test func `the list contains every invalid offset, late event and impossible event`() {
    var text = TraceText().replacing("200.5,30.25,decelerating", with: "200.5,9000,decelerating")
      .replacing("1000,400,idle", with: "1000,-900,idle")
    text.body += "[events]\ntime_ms,event\n500,background\n1500,foreground\n1600,tap\n"
    #expect(problems(text.text).map(\.line) == [16, 17, 21, 22])
    var other = TraceText()
    other.body += "[events]\ntime_ms,event\n100,change 99\n200,insert top 40\n300,change 77\n"
    #expect(problems(other.text).map(\.line) == [20, 21, 22])
  }

  @Test func `the list contains every physically impossible gesture`() {
    var text = TraceText()
    text.body = """
      [gestures]
      time_ms,gesture
      0,flick 900
      30,flick 900
      500,wave
      600,drag 10 over 0 release 0
      900,flick 100

      """
    #expect(problems(text.text).map(\.line) == [16])
    text = text.replacing("500,wave", with: "500,flick 10")
    #expect(problems(text.text).map(\.line) == [15, 17])
  }

  @Test func `invalid images keep the numbers of the images after them`() {
    var text = TraceText().replacing(
      "catalogue: generated items=40 size=800x600", with: "catalogue: listed")
    text.body =
      """
      [images]
      width,height,format,content,bytes,origin
      0,480,jpeg,photo,,disk
      640,480,jpeg,photo,,disk
      [items]
      image
      1
      2
      0

      """ + text.body
    #expect(problems(text.text).map(\.line) == [14, 19])
  }

  @Test func `the check skips a misplaced section, and a truncated file ends the list`() {
    var text = TraceText().replacing("100,0,tracking", with: "100,zero,tracking")
    text.body = "[sample]\nwhatever\n" + text.body
    text.tail = ""
    let found = problems(text.text).map(\.description)
    #expect(found.count == 3, "\(found)")
    #expect(found[0].contains(":12: the line is '[sample]'"))
    #expect(found[2].contains("is cut off here"))
  }

  @Test func `a file of another kind ends after a thousand problems`() {
    let rows = (0..<5000).map { "line \($0)\n" }.joined()
    #expect(problems("scrollsim-trace 1\n" + rows).count == 1000)
    #expect(problems("GIF89a\n" + rows).count == 1)
    #expect(problems("").map(\.description) == [refusal("")].compactMap { $0 })
  }

  // What reading says first is among what is found, and nothing is found in what can be read.
  @Test(arguments: 0..<300)
  func `a damaged trace has problems exactly if it is unreadable`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = Array(TraceText().text.utf8)
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(UInt8(random.within(32...126)), at: place)
      case 2: bytes[place] = UInt8(random.below(256))
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
      }
      if bytes.isEmpty { break }
    }
    let found = TraceFile.problems(in: bytes, file: "photos.scroll")
    do {
      _ = try TraceFile.parse(bytes, file: "photos.scroll")
      #expect(found.isEmpty, "seed \(seed): \(found)")
    } catch {
      #expect(found.contains(error), "seed \(seed): \(error) is not among \(found)")
    }
  }
}
