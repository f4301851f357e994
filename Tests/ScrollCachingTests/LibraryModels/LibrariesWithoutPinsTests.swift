import ScrollCaching
import ScrollCore
import Testing

/// Without pins, warnings and time most libraries come down to the same rule.
@Suite struct LibrariesWithoutPinsTests {
  static let leastRecentlyUsed = [
    "nuke-lru:entryCostLimit=1", "yy-memory", "pin-memory", "glide", "fresco", "coil", "flutter",
    "kingfisher", "sdwebimage", "sdwebimage:weakTable=true",
  ]

  /// Requests for 60 images, some more often than others, at costs below the smallest limit.
  private func stream(seed: UInt64, isSized: Bool) -> RequestStream {
    var random = SeededRandom(seed: seed)
    var sizes: [Int] = []
    let images = (0..<3000).map { _ in
      let image = min(random.below(60), random.below(60))
      sizes.append(isSized ? 1 + image * 7 % 20 : 1)
      return ImageID(image)
    }
    return RequestStream(images: images, imageCount: 60, sizes: isSized ? sizes : nil)
  }

  private func misses(
    _ text: String, _ stream: RequestStream, _ limits: CacheLimits
  ) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(text)
    let setup = PolicySetup(
      imageCount: stream.imageCount, limits: limits, settings: choice.settings)
    return choice.entry.replay(stream, setup).misses
  }

  @Test(arguments: leastRecentlyUsed, [1, 7, 30] as [UInt64])
  func `libraries replace equal images like LRU`(name: String, seed: UInt64) throws {
    let stream = stream(seed: seed, isSized: false)
    for count in [1, 2, 9, 30] {
      let limits = CacheLimits(count: count)
      let expected = try misses("lru", stream, limits)
      #expect(try misses(name, stream, limits) == expected, "seed \(seed), room for \(count)")
    }
  }

  @Test(arguments: leastRecentlyUsed, [1, 7, 30] as [UInt64])
  func `libraries replace images of any cost like LRU`(name: String, seed: UInt64) throws {
    let stream = stream(seed: seed, isSized: true)
    for cost in [21, 60, 300] {
      let limits = CacheLimits(cost: cost)
      let expected = try misses("lru", stream, limits)
      #expect(try misses(name, stream, limits) == expected, "seed \(seed), limit \(cost)")
    }
  }
}
