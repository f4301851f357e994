import ScrollCaching
import ScrollCore
import Testing

/// Tests of the sizes that `adaptsize` chooses to admit.
struct AdaptSizeTuningTests {
  @Test(arguments: UInt64(1)...8)
  func `the tuning is as good as a search of a fine grid`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let capacity = 1 << random.within(12...22)
    var model = AdmissionModel(capacity: capacity)
    for rank in 1...300 {
      model.add(rate: 300 / Double(rank), bytes: 1 << random.within(4...16) + random.below(100))
    }
    var most = 0.0
    var exponent = 0.0
    while exponent < 22, Double(1 << Int(exponent)) <= Double(capacity) {
      most = max(most, model.hits(exponent: exponent))
      exponent += 1.0 / 16
    }
    let chosen = model.hits(exponent: model.bestExponent())
    #expect(chosen >= 0.999 * most, "seed \(seed): \(chosen) of \(most)")
  }

  @Test func `the model hits every request if all images fit`() {
    var model = AdmissionModel(capacity: 1 << 20)
    for _ in 0..<10 { model.add(rate: 5, bytes: 100) }
    #expect(abs(model.hits(exponent: 20) - 50) < 0.01)
  }

  @Test func `adaptsize refuses large images that would evict many small ones`() throws {
    // 500 small images in turn, each followed by a large one that does not come back soon.
    var images: [ImageID] = []
    var sizes: [Int] = []
    for round in 0..<10_000 {
      images += [ImageID(round % 500), ImageID(500 + round % 2_000)]
      sizes += [100, 5_000]
    }
    let stream = RequestStream(images: images, imageCount: 2_500, sizes: sizes)
    let lru = try ClassicReplay.run("lru", stream, .size, capacity: 60_000)
    let adaptive = try ClassicReplay.run(
      "adaptsize:interval=1000", stream, .size, capacity: 60_000)
    #expect(lru.misses == 20_000)
    #expect(adaptive.misses < 12_500)
  }

  @Test(arguments: ClassicStream.all)
  func `adaptsize without a limit in bytes equals LRU`(stream: ClassicStream) throws {
    let requests = stream.generate()
    #expect(
      try ClassicReplay.run("adaptsize:interval=100", requests, .count, capacity: 30)
        == ClassicReplay.run("lru", requests, .count, capacity: 30), "seed \(stream.seed)")
  }
}
