import ScrollCaching
import ScrollCore
import Testing

/// Tests of sketches whose images take other keys one after the other: only the digests count.
struct ReusedSketchTests {
  /// Returns the number of times that a key is counted.
  private func times(_ key: Int) -> Int { key * 7 % 16 }

  @Test func `a sketch counts keys under one id as under separate ids`() {
    // The keys reach one word in seven; with one image the counters are looked up, until they are
    // many.
    let keys = 9_000
    var apart = FrequencySketch(imageCount: keys, keys: [])
    var shared = FrequencySketch(imageCount: 1, keys: [])
    apart.prepare(forItems: 1 << 18)
    shared.prepare(forItems: 1 << 18)
    for key in 0..<keys {
      shared.reassign(ImageID(0), digest: UInt64(key))
      for _ in 0..<times(key) {
        apart.count(ImageID(key))
        shared.count(ImageID(0))
      }
    }
    var wrong: [Int] = []
    for key in 0..<keys {
      shared.reassign(ImageID(0), digest: UInt64(key))
      if shared.estimate(ImageID(0)) != apart.estimate(ImageID(key)) { wrong.append(key) }
      if apart.estimate(ImageID(key)) < times(key) { wrong.append(key) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `a filter counts keys under one id as under separate ids`() {
    // The filter changes from looked-up counters to a whole row on the way.
    let keys = 9_000
    var apart = CountingFilter(imageCount: keys, keys: [])
    var shared = CountingFilter(imageCount: 1, keys: [])
    apart.prepare(forItems: 20_000)
    shared.prepare(forItems: 20_000)
    for key in 0..<keys {
      shared.reassign(ImageID(0), digest: UInt64(key))
      for _ in 0..<times(key) {
        apart.count(ImageID(key))
        shared.count(ImageID(0))
      }
      guard key == keys / 20 else { continue }
      apart.halve()
      shared.halve()
    }
    var wrong: [Int] = []
    for key in 0..<keys {
      shared.reassign(ImageID(0), digest: UInt64(key))
      if shared.estimate(ImageID(0)) != apart.estimate(ImageID(key)) { wrong.append(key) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `counts from before a sketch has a size do not depend on ids`() {
    // Sixteen words are halved several times while all counts are made again.
    var natural = FrequencySketch(imageCount: 100, keys: [])
    var turned = FrequencySketch(imageCount: 10, keys: [])
    turned.grow(toImageCount: 100)
    for key in 0..<100 { turned.reassign(ImageID(99 - key), digest: UInt64(key)) }
    for key in 0..<100 {
      for _ in 0..<times(key) {
        natural.count(ImageID(key))
        turned.count(ImageID(99 - key))
      }
    }
    let remembered = (0..<100).map { turned.remembers(ImageID(99 - $0)) }
    #expect(remembered == (0..<100).map { times($0) > 0 })
    natural.prepare(forItems: 16)
    turned.prepare(forItems: 16)
    for key in 0..<100 {
      let (expected, found) = (
        natural.estimate(ImageID(key)), turned.estimate(ImageID(99 - key))
      )
      #expect(found == expected, "key \(key)")
      let isRemembered = turned.remembers(ImageID(key))
      #expect(!isRemembered)
    }
  }

  @Test func `a sketch that grows uses the number of a new image as its digest`() {
    var small = FrequencySketch(imageCount: 2, keys: [])
    var large = FrequencySketch(imageCount: 64, keys: [])
    var smallFilter = CountingFilter(imageCount: 2, keys: [])
    var largeFilter = CountingFilter(imageCount: 64, keys: [])
    small.prepare(forItems: 64)
    large.prepare(forItems: 64)
    smallFilter.prepare(forItems: 4)
    largeFilter.prepare(forItems: 4)
    small.grow(toImageCount: 64)
    smallFilter.grow(toImageCount: 64)
    for image in 0..<64 {
      for _ in 0..<times(image) {
        small.count(ImageID(image))
        large.count(ImageID(image))
        smallFilter.count(ImageID(image))
        largeFilter.count(ImageID(image))
      }
    }
    for image in 0..<64 {
      let same = small.estimate(ImageID(image)) == large.estimate(ImageID(image))
      let alike = smallFilter.estimate(ImageID(image)) == largeFilter.estimate(ImageID(image))
      #expect(same && alike, "image \(image)")
    }
  }
}
