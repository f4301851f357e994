import ScrollCaching
import ScrollCore
import Testing

/// Tests that sketches are never too low, and mostly right.
struct SketchTests {
  /// Returns the number of times that each of 500 images is counted.
  func counts(_ seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    return (0..<500).map { _ in random.below(12) }
  }

  @Test(arguments: UInt64(1)...5)
  func `a filter is never too low and rarely too high`(seed: UInt64) {
    let counts = counts(seed)
    var filter = CountingFilter(imageCount: 500, keys: [])
    for (image, count) in counts.enumerated() where image < 250 {
      for _ in 0..<count { filter.count(ImageID(image)) }
    }
    // Earlier counts are kept.
    filter.prepare(forItems: 500)
    for (image, count) in counts.enumerated() where image >= 250 {
      for _ in 0..<count { filter.count(ImageID(image)) }
    }
    var wrong = 0
    for (image, count) in counts.enumerated() {
      let estimate = Int(filter.estimate(ImageID(image)))
      #expect(estimate >= count, "seed \(seed)")
      if estimate > count { wrong += 1 }
    }
    #expect(wrong <= 5, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...5)
  func `a sparse filter has the same estimates`(seed: UInt64) {
    var sparse = CountingFilter(imageCount: 500, keys: [])
    sparse.prepare(forItems: 1 << 40)
    for (image, count) in counts(seed).enumerated() {
      for _ in 0..<count { sparse.count(ImageID(image)) }
    }
    for (image, count) in counts(seed).enumerated() {
      let estimate = Int(sparse.estimate(ImageID(image)))
      #expect(estimate == count, "seed \(seed)")
    }
  }

  @Test func `a filter has 14.4 counters per item, and at most 2^31 - 1`() {
    #expect(CountingFilter.counters(forItems: 495) == 7_117)
    #expect(CountingFilter.counters(forItems: .max) == 0x7fff_ffff)
    #expect(CountingFilter.counters(forItems: 0) == 1)
  }

  @Test func `a sketch counts up to 15`() {
    var sketch = FrequencySketch(imageCount: 10, keys: [])
    sketch.prepare(forItems: 100)
    for count in 1...20 {
      sketch.count(ImageID(3))
      let estimate = sketch.estimate(ImageID(3))
      #expect(estimate == min(count, 15))
    }
  }

  @Test func `a sketch halves its counts after ten changes per word`() {
    var sketch = FrequencySketch(imageCount: 1_000, keys: [])
    sketch.prepare(forItems: 64)
    for _ in 0..<10 { sketch.count(ImageID(0)) }
    for image in 1..<630 { sketch.count(ImageID(image)) }
    let before = sketch.estimate(ImageID(0))
    sketch.count(ImageID(630))
    let after = sketch.estimate(ImageID(0))
    #expect(before >= 10)
    #expect(after == before / 2)
  }
}
