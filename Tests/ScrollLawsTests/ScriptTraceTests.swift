import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollLayout
import ScrollTraces
import Testing

/// The traces of scripts, as the readers of `scrollsim` take them.
struct ScriptTraceTests {
  static func stream(_ text: String) throws -> RequestStream {
    let csv = try RequestFormatCatalog.builtIn.choose("csv").entry
    return try csv.read(RequestFile(path: "case.csv", data: Data(text.utf8))).stream
  }

  @Test(arguments: ["lru", "fifo", "sieve", "lfu", "gdsf", "arc"])
  func `requests written as CSV miss as often as in the cache`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    var replays = 0
    try ScriptGeneratorsTests.draw(ScriptGenerators.streams(for: descriptor), 0..<300) {
      seed, script in
      guard let trace = script.trace else { return }
      #expect(trace.ending == "csv")
      let stream = try Self.stream(trace.text)
      #expect(stream.images.count == script.requests.count, "seed \(seed)")
      let setup = PolicySetup(
        imageCount: stream.imageCount, limits: script.limits,
        settings: try SettingValues(for: descriptor.settings, of: name))
      let tally = descriptor.replay(stream, setup)
      let misses = try Self.misses(of: script, descriptor)
      #expect(tally.misses == misses, "\(script)\nseed \(seed)")
      replays += 1
    }
    #expect(replays > 250)
  }

  /// Step by step, on a model.
  static func misses(of script: Script, _ descriptor: PolicyDescriptor) throws -> Int {
    let setup = PolicySetup(
      imageCount: script.imageCount, limits: script.limits,
      settings: try SettingValues(for: descriptor.settings, of: descriptor.name))
    return replay(script.requestStream(countingItems: false), in: descriptor.makeModel(setup))
      .misses
  }

  @Test func `a request has the cost of its script`() throws {
    let script = try Script("images 3\ncosts 4 5 6\nlimits c=9\n0 1:7 2..0 ?1 +2:8")
    let trace = try #require(script.trace)
    #expect(trace.text == "id,size\n0,4\n1,7\n2,6\n1,5\n0,4\n1,5\n")
    let stream = try Self.stream(trace.text)
    #expect(stream.sizes == [4, 7, 6, 5, 4, 5])
    #expect(script.requestStream(countingItems: false).sizes == stream.sizes)
    #expect(script.requestStream(countingItems: true).sizes == nil)
  }

  @Test func `a script without requests has no trace`() throws {
    #expect(try Script("images 3\nlimits n=2\n+0 ^1 -* c=3").trace == nil)
    #expect(try Script("images 0\nlimits n=2").trace == nil)
  }

  @Test(arguments: ["lru", "distance", "nscache-lru"])
  func `scroll sessions over a list read back as traces`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    var traces = 0
    try ScriptGeneratorsTests.draw(ScriptGenerators.scrollSessions(for: descriptor), 0..<500) {
      seed, script in
      guard let text = script.scrollTrace else { return }
      traces += 1
      let trace = try TraceFile.parse(Array(text.utf8), file: "case.scroll")
      #expect(trace.placement.count == script.placement.count, "\(script)\nseed \(seed)")
      // 1/64 pt of the script is 1 pt of the trace.
      #expect(trace.placement.starts == script.placement.starts.map { $0 * 64 }, "seed \(seed)")
      #expect(trace.viewportLength == Double(script.screen), "seed \(seed)")
      #expect(trace.header.direction == script.direction, "seed \(seed)")
      let frames = script.operations.reduce(0) { sum, operation in
        if case .scroll(_, _, let frames) = operation { sum + frames } else { sum }
      }
      #expect(trace.summary.samples >= frames, "seed \(seed)")
    }
    #expect(traces >= 50)
  }

  @Test func `a scroll reads back frame by frame`() throws {
    let script = try Script("images 9\nlimits n=2\nscreen 128\n0>>>>4 4<<2 !warning 6>8 ^1")
    let trace = try #require(script.trace)
    #expect(trace.ending == "scroll")
    let read = try TraceFile.parse(Array(trace.text.utf8), file: "case.scroll")
    #expect(read.motion.offsets == [0, 64, 128, 192, 256, 192, 128, 384, 512])
    #expect(read.duration == SimTime(milliseconds: 8 * 15.625))
  }

  @Test func `grids and repeated images are not lists`() throws {
    #expect(
      try Script("images 4\nlimits n=2\nrows 64\ncolumns 2\n0>>3").scrollTrace == nil)
    #expect(
      try Script("images 2\nlimits n=2\nrows 64\nshows 0 1 0\n0>>2").scrollTrace == nil)
    #expect(
      try Script("images 4\nlimits n=2\nrows 64\nshows 0 1 2\n0>>2").scrollTrace != nil)
  }
}
