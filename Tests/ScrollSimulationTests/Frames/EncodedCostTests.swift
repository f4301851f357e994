import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Decoded images in a cache whose limit counts their files.
struct EncodedCostTests {
  @Test func `the limit counts files while bitmaps fill the memory`() throws {
    // Every image has 1024 bytes decoded and 100 in its file; the cache has room for 5 bitmaps.
    var strip = Strip(path: "0.1.2.3.4.5.6.7.8.9.9876543210....", room: 5)
    strip.loader = Loader.cached.with(\.prefetcher, .none)
    let bytes = try strip.run()
    #expect(bytes.cache.peakBytes == ByteCount(5 * 1024))
    #expect(bytes.requests.hits < 9)
    strip.loader.cost = .encoded
    let encoded = try strip.run()
    // All ten fit: 1000 bytes of files, 10 240 of bitmaps.
    #expect(encoded.cache.peakBytes == ByteCount(10 * 1024))
    #expect(encoded.requests.hits == 9)
    // Beside what the app takes: ten bitmaps, or five and two that are on their way.
    #expect(encoded.memory.peakFootprint.bytes >= Strip.base.bytes + 10 * 1024)
    #expect(bytes.memory.peakFootprint.bytes < Strip.base.bytes + 8 * 1024)
  }

  @Test func `a cache of files has the same figures with both costs`() throws {
    for seed in 0..<300 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      var scenario = drawn.scenario
      guard scenario.loader.cache else { continue }
      scenario.loader.holds = .encoded
      var reports: [Figures] = []
      for cost in [Loader.Cost.bytes, .encoded] {
        scenario.loader.cost = cost
        let model = try drawn.model()
        reports.append(
          Figures(PreparedScenario(scenario).run(model, isSpatial: drawn.isSpatial)))
      }
      let differences = reports[0].differences(from: reports[1])
      #expect(differences.isEmpty, "seed \(seed): \(differences)")
    }
  }

  /// All files have the same size, and so have all bitmaps.
  @Test(arguments: ["lru", "fifo", "gdsf", "s3fifo"])
  func `a limit for n files evicts like a limit for n bitmaps`(policy: String) throws {
    for room in 2...8 {
      var strip = Strip(path: "0.1.2.3.21.0.4.5.6.54.3.2.1.0.7.8.9.87.6.5", room: room)
      strip.policy = policy
      strip.loader = Loader.cached.with(\.prefetcher, .named("ring"))
      let bytes = try strip.run()
      strip.loader.cost = .encoded
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let encoded = PreparedScenario(strip.scenario).run(
        choice.entry.makeModel(
          PolicySetup(
            imageCount: strip.scenario.images.count, limits: CacheLimits(cost: room * 100),
            settings: choice.settings)), isSpatial: false)
      #expect(encoded.requests == bytes.requests, "room \(room)")
      #expect(encoded.cache.removals == bytes.cache.removals, "room \(room)")
      #expect(encoded.cache.peakBytes == bytes.cache.peakBytes, "room \(room)")
    }
  }
}
