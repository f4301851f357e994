import ScrollCaching
import ScrollCore
import Testing

/// Draws are fair, repeatable, and come to an end.
struct RandomPolicyTests {
  /// The first victim of a cache of images 0..<count, of which some are pinned.
  func victim(seed: UInt64, among count: Int, pinning pinned: Range<Int> = 0..<0) -> Int? {
    var setup = PolicySetup(imageCount: count + 1, limits: CacheLimits(count: count))
    setup.seed = seed
    let model = PolicyCatalog.builtIn.entries.first { $0.name == "random" }?.makeModel(setup)
    guard let model else { return nil }
    for image in 0...count {
      if pinned.contains(image) { model.pin(ImageID(image)) }
      let request = Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: 0))
      _ = model.store(request, as: .viewed)
    }
    var victim: Int?
    model.drainRemovals { victim = Int($0.image.index) }
    return victim
  }

  @Test(arguments: [(10, 0..<0), (10, 2..<6), (100, 0..<98)])
  func `random draws every unpinned resident equally often`(
    count: Int, pinned: Range<Int>
  ) throws {
    var drawn = Array(repeating: 0, count: count)
    let draws = 20_000
    for seed in 0..<UInt64(draws) {
      drawn[try #require(victim(seed: seed, among: count, pinning: pinned))] += 1
    }
    let expected = Double(draws) / Double(count - pinned.count)
    var chiSquare = 0.0
    for image in 0..<count {
      if pinned.contains(image) {
        #expect(drawn[image] == 0)
      } else {
        let excess = Double(drawn[image]) - expected
        chiSquare += excess * excess / expected
      }
    }
    // One in a thousand for 9, 5 and 1 degrees of freedom.
    #expect(chiSquare < 27.9, "\(drawn)")
  }

  @Test func `random has no victim if all residents are pinned`() {
    #expect(victim(seed: 1, among: 10, pinning: 0..<10) == nil)
  }
}
