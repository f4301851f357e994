import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the explanation of an absent image, with a scenario for each reason.
struct AbsenceExplanationTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)
  static let remote = cached.with(\.origin, .network)

  @Test func `the explanation names the image that evicted another`() throws {
    // Item 1 is stored at 60, and pushes 0 out, which is asked for at 80.
    try Strip(path: "0...1...0....", loader: Self.cached, room: 1).expectReason(
      of: 0,
      "its JPEG was evicted 20 ms earlier at the cache limit by item 1")
  }

  @Test func `the explanation names the prefetch that evicted an image`() throws {
    // Item 1 and its neighbors 2 and 0 are all delivered at 20, in this order, into room for
    // one.
    let strip = Strip(
      path: "1...2......", loader: Self.cached, prefetcher: .named("neighbours"), room: 1)
    try strip.expectReason(
      of: 2,
      "its JPEG was evicted 20 ms earlier at the cache limit by the prefetched item 0, "
        + "before it was shown")
  }

  @Test func `an appearance joins a prefetch that has just started`() throws {
    // 1 is fetched ahead at 0, read from 4 to 8 and decoded until 16; it appears at 10.
    let strip = Strip(path: "01......", loader: Self.cached, prefetcher: .named("neighbours"))
    try strip.expectExplanation(
      of: 1,
      "item 1 blank for 10 ms: its JPEG was requested 10 ms earlier by a prefetch; "
        + "still being decoded for another 6 ms; loaded; waits 4 ms for its delivery; shown in the frame at 0.030 s; "
        + "waited for: next frame 10 ms")
  }

  @Test func `the explanation mentions a canceled load`() throws {
    // The channel reads item 0 until 25; item 1 waits for it, leaves at 10, and is back at 100.
    let strip = Strip(
      path: "02........0.........", viewport: 200, read: 25,
      loader: Loader.backgroundDecode.with(\.cancelOnLeave, true))
    try strip.expectReason(
      of: 1,
      "its load was cancelled 90 ms earlier, when it was no longer needed")
    let first = try #require(try strip.explainer().item(1).first)
    #expect(
      first.explanation.sentence
        == "item 1 never shown: its JPEG had not been requested before; "
        + "still queued 10 ms behind 1 read; its load was cancelled; left the screen at 0.010 s")
  }

  @Test func `the explanation names the size of an image that has several`() throws {
    // The cell is 200 px long from 60 on.
    var strip = Strip(path: "0..............", loader: Self.cached, room: 1000)
    strip.isDrawnAtViewSize = true
    strip.layouts = [(60, 200)]
    strip.loader.serves = .exact
    try strip.expectReason(of: 0, "its JPEG at 100 x 200 had not been requested before")
    strip.loader.serves = .any
    try strip.expectExplanation(
      of: 0,
      "item 0 soft for 20 ms: then requested at 100 x 200; a smaller bitmap shown in the frame "
        + "at 0.070 s; shown in the frame at 0.090 s")
  }

  @Test func `the explanation mentions a refusal by the cache`() throws {
    var strip = Strip(path: "0...1...0....", loader: Self.cached, room: 1)
    strip.large = ([0], 8)
    try strip.expectReason(of: 0, "the cache refused it 60 ms earlier")
  }

  @Test func `the explanation mentions a loader without a cache`() throws {
    try Strip(path: "0...1...0....").expectReason(
      of: 0,
      "this loader has no cache")
  }

  @Test func `the explanation mentions memory pressure`() throws {
    // Told to the cache in the frame at 60.
    let strip = Strip(
      path: "0...1...0....", loader: Self.cached, events: [(52, .memoryPressure(.critical))])
    try strip.expectReason(
      of: 0, "its JPEG was dropped 20 ms earlier under memory pressure")
  }

  @Test func `the explanation mentions a new version of the image`() throws {
    let strip = Strip(
      path: "0...1...0....", loader: Self.cached.with(\.timeStamps, true),
      events: [(52, .change(image: ImageID(0)))])
    try strip.expectReason(of: 0, "the cached image was out of date")
  }

  @Test func `the explanation mentions a relaunch`() throws {
    let strip = Strip(path: "0..........", loader: Self.cached, events: [(55, .relaunch)])
    // The first frame after it is at 60.
    try strip.expectReason(of: 0, "the app had been restarted 5 ms earlier")
  }

  @Test func `the explanation mentions a download that fails while the item waits`() throws {
    let strip = Strip(path: "0....", loader: Self.remote, events: [(0, .offline)])
    try strip.expectExplanation(
      of: 0,
      "item 0 blank for 30 ms and not shown when the run ended: "
        + "its download failed (offline); the run ended at 0.040 s; waited for: back-off 30 ms")
  }

  @Test func `the explanation mentions a failed download with its back-off`() throws {
    // Failed at 0, delivered at 10; back at 40, backing off until 60, and then at once.
    let strip = Strip(
      path: "0.1.0.....", loader: Self.remote.with(\.backOff, 0.06),
      events: [(0, .offline), (5, .online)])
    try strip.expectExplanation(
      of: 0,
      "item 0 blank for 30 ms: its download failed 40 ms earlier (offline); "
        + "backing off 20 ms after a failed download; downloaded in 0 ms; decoded in 8 ms; "
        + "loaded; waits 2 ms for its delivery; shown in the frame at 0.080 s; "
        + "waited for: back-off 10 ms, decode 8 ms, next frame 12 ms")
  }

  @Test func `the explanation mentions an address without retries`() throws {
    let strip = Strip(
      path: "0.1.0.....", loader: Self.remote.with(\.retry, false),
      events: [(0, .offline), (5, .online)])
    try strip.expectReason(
      of: 0,
      "its download failed 40 ms earlier (offline), and is not retried")
  }
}
