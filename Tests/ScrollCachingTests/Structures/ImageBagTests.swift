import ScrollCaching
import ScrollCore
import Testing

struct ImageBagTests {
  @Test func `the last image replaces a removed one`() {
    var bag = ImageBag(imageCount: 5)
    for image in [3, 0, 4, 1] { bag.insert(ImageID(image)) }
    bag.remove(ImageID(0))
    #expect((0..<bag.count).map { bag[$0].index } == [3, 1, 4])
    #expect(!bag.contains(ImageID(0)) && bag.contains(ImageID(1)))
    bag.remove(ImageID(4))
    #expect((0..<bag.count).map { bag[$0].index } == [3, 1])
  }

  @Test(arguments: UInt64(0)..<20)
  func `a bag contains the same images as a set`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bag = ImageBag(imageCount: 12)
    var set: Set<Int> = []
    for _ in 0..<500 {
      let image = random.below(12)
      if set.remove(image) != nil {
        bag.remove(ImageID(image))
      } else {
        set.insert(image)
        bag.insert(ImageID(image))
      }
      let held = Set((0..<bag.count).map { Int(bag[$0].index) })
      #expect(held == set && bag.count == set.count, "seed \(seed)")
      #expect((0..<12).allSatisfy { bag.contains(ImageID($0)) == set.contains($0) })
      #expect(bag.isEmpty == set.isEmpty)
    }
  }
}
