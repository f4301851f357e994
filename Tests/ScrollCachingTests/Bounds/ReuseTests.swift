import ScrollCaching
import ScrollCore
import Testing

/// Reuse distances and working sets against counting by hand.
struct ReuseTests {
  static func stream(_ seed: UInt64, sized: Bool) -> RequestStream {
    var random = SeededRandom(seed: seed)
    let images = (0..<random.within(0...120)).map { _ in ImageID(random.below(14)) }
    let sizes = (0..<14).map { _ in random.within(1...50) }
    return RequestStream(
      images: images, imageCount: 14, sizes: sized ? images.map { sizes[Int($0.index)] } : nil)
  }

  @Test(arguments: 0..<60, [false, true])
  func `a reuse distance counts each image between two requests once`(seed: UInt64, sized: Bool) {
    let stream = Self.stream(seed, sized: sized)
    var (images, bytes, first) = ([Int](), [Int](), 0)
    for (position, image) in stream.images.enumerated() {
      guard let last = stream.images[..<position].lastIndex(of: image) else {
        first += 1
        continue
      }
      let between = Set(stream.images[last..<position])
      images.append(between.count)
      bytes.append(
        between.reduce(0) { sum, image in
          guard let sizes = stream.sizes, let place = stream.images.firstIndex(of: image) else {
            return sum + 1
          }
          return sum + sizes[place]
        })
    }
    let found = ReuseDistances(stream)
    #expect(found.images.values == images.sorted(), "seed \(seed)")
    #expect(found.bytes.values == bytes.sorted(), "seed \(seed)")
    #expect(found.first == first, "seed \(seed)")
    #expect(found.doubling.reduce(0, +) == images.count)
    for (step, count) in found.doubling.enumerated() {
      let low = step == 0 ? 0 : 1 << (step - 1)
      #expect(count == images.count { $0 > low && $0 <= 1 << step }, "seed \(seed), \(step)")
    }
  }

  @Test(arguments: 0..<60, [false, true])
  func `a working set contains each image of the last seconds once`(
    seed: UInt64, sized: Bool
  ) {
    let stream = Self.stream(seed, sized: sized)
    var random = SeededRandom(seed: seed &+ 1000)
    var (times, time) = ([SimTime](), SimTime.zero)
    for _ in stream.images {
      time += SimTime(milliseconds: Double(random.below(3) * 400))
      times.append(time)
    }
    let window = SimTime(seconds: 2)
    var (counts, weights) = ([Int](), [Int]())
    for position in stream.images.indices {
      let recent = stream.images.indices.filter {
        $0 <= position && times[$0] + window >= times[position]
      }
      let images = Set(recent.map { stream.images[$0] })
      counts.append(images.count)
      weights.append(
        images.reduce(0) { sum, image in
          sum + (stream.images.firstIndex(of: image).flatMap { stream.sizes?[$0] } ?? 1)
        })
    }
    let found = WorkingSet(stream, at: times, window: window)
    #expect(found.mostImages == counts.max() ?? 0, "seed \(seed)")
    #expect(found.mostBytes == weights.max() ?? 0, "seed \(seed)")
    let mean = Double(counts.reduce(0, +)) / Double(max(1, counts.count))
    #expect(abs(found.meanImages - mean) < 1e-9, "seed \(seed)")
    let weight = Double(weights.reduce(0, +)) / Double(max(1, counts.count))
    #expect(abs(found.meanBytes - weight) < 1e-9, "seed \(seed)")
  }

  @Test func `the greatest distance is the smallest capacity at which LRU hits every reuse`() {
    let stream = Self.stream(7, sized: false)
    let most = ReuseDistances(stream).images.percentile(100) ?? 0
    let curve = LRUCurve(stream, capacities: [most - 1, most])
    let first = ReuseDistances(stream).first
    #expect(curve.points[1].misses == first)
    #expect(curve.points[0].misses > first)
  }
}
