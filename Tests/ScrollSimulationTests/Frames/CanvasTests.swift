import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// Frames that are drawn from the cache, as on a canvas.
///
/// An item is 100 pt long; frames are 10 ms apart, and an image is there two frames after its request.
struct CanvasTests {
  private func strip(_ path: String, room: Int, isCanvas: Bool = true) -> Strip {
    var strip = Strip(path: path, room: room)
    strip.loader = Loader.cached.with(\.prefetcher, .none).with(\.drawsThroughCache, isCanvas)
    return strip
  }

  @Test func `a cache smaller than the screen reloads its images in every frame`() throws {
    // Three items on screen, room for two.
    var strip = strip("0.............................", room: 2)
    strip.viewport = 300
    let canvas = try strip.run()
    strip.loader.drawsThroughCache = false
    let cells = try strip.run()
    #expect(cells.work.laneDecodes == 3 && cells.requests.count == 3)
    #expect(canvas.work.laneDecodes > 10, "\(canvas.work.laneDecodes)")
    #expect(canvas.stalls.blankAreaSeconds > 2 * cells.stalls.blankAreaSeconds)
  }

  @Test(arguments: ["lru", "s3fifo", "fifo"])
  func `a cache as large as the screen reloads no image`(policy: String) throws {
    var strip = strip("0.............................", room: 3)
    strip.viewport = 300
    strip.policy = policy
    let report = try strip.run()
    #expect(report.work.laneDecodes == 3 && report.requests.count == 3)
  }

  @Test func `every frame is a use of the images that it draws`() throws {
    // Items 0 and 1, then 1 to 9: lru keeps item 1 as long as it is drawn, and longer than 0.
    var strip = strip("0....1....0", room: 3)
    strip.viewport = 200
    let (report, model) = try strip.spied()
    #expect(report.requests.count == 4 && report.requests.hits == 1)
    strip.loader.drawsThroughCache = false
    let (_, plain) = try strip.spied()
    #expect(model.lookups > plain.lookups + 10, "\(model.lookups) and \(plain.lookups)")
  }

  @Test func `drawing through the cache has no effect without a cache or evictions`() throws {
    for seed in 0..<300 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      var scenario = drawn.scenario
      scenario.loader.cache = false
      scenario.prefetcher = .none
      var reports: [Figures] = []
      for isCanvas in [true, false] {
        scenario.loader.drawsThroughCache = isCanvas
        reports.append(
          Figures(PreparedScenario(scenario).run(try drawn.model(), isSpatial: drawn.isSpatial)))
      }
      let differences = reports[0].differences(from: reports[1])
      #expect(differences.isEmpty, "seed \(seed): \(differences)")
    }
    for path in ["0.1.2.3.21.0.4.5.", "0+++++++++.....+++....0..."] {
      var strip = strip(path, room: 100)
      strip.prefetcher = .named("ring")
      let canvas = try strip.run()
      strip.loader.drawsThroughCache = false
      #expect(Figures(canvas).differences(from: Figures(try strip.run())).isEmpty, "\(path)")
    }
  }
}
