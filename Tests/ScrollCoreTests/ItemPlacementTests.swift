import ScrollCore
import Testing

struct ItemPlacementTests {
  private func images(_ numbers: Int32...) -> [ImageID] { numbers.map { ImageID($0) } }

  @Test func `the placement lists the items of an image in scroll order`() {
    let placement = ItemPlacement(
      starts: [0, 10, 20, 30], ends: [10, 20, 30, 45], breadths: [1, 1, 1, 1],
      images: images(2, 0, 2, 2), extent: 50, imageCount: 4)
    #expect(placement.count == 4)
    #expect(Array(placement.items(showing: ImageID(2))) == [0, 2, 3].map { ItemID($0) })
    #expect(Array(placement.items(showing: ImageID(0))) == [ItemID(1)])
    #expect(placement.items(showing: ImageID(1)).isEmpty)
    #expect(placement.items(showing: ImageID(3)).isEmpty)
  }

  @Test func `a line has one item of length 1 for every image`() {
    let line = ItemPlacement(line: 3)
    #expect(line.starts == [0, 1, 2])
    #expect(line.ends == [1, 2, 3])
    #expect(line.extent == 3)
    #expect(line.imageCount == 3)
    #expect((0..<3).allSatisfy { Array(line.items(showing: ImageID($0))) == [ItemID($0)] })
  }

  @Test func `a placement may be empty`() {
    let none = ItemPlacement(line: 0)
    #expect(none.count == 0)
    #expect(none.extent == 0)
  }

  private func placement(_ items: [(start: Double, end: Double)]) -> ItemPlacement {
    ItemPlacement(
      starts: items.map(\.start), ends: items.map(\.end),
      breadths: Array(repeating: 1, count: items.count),
      images: items.indices.map { ImageID($0) }, extent: items.map(\.end).max() ?? 0,
      imageCount: items.count)
  }

  @Test func `the reach equals the ends if they ascend`() {
    let rows = placement([(0, 10), (0, 10), (10, 12), (15, 20)])
    #expect(rows.endsAscend)
    #expect(rows.reach == [10, 10, 12, 20])
    #expect(placement([]).endsAscend && placement([]).reach.isEmpty)
  }

  @Test func `a long item reaches beyond the items after it`() {
    let waterfall = placement([(-5, -3), (0, 10), (0, 100), (10, 20), (20, 100), (100, 101)])
    #expect(!waterfall.endsAscend)
    #expect(waterfall.reach == [-3, 10, 100, 100, 100, 101])
  }

  @Test func `an item overlaps an interval that contains a part of it`() {
    let items = placement([(0, 10), (10, 20), (30, 30)])
    #expect(items.overlaps(0, 9, 20) && items.overlaps(1, 9, 20))
    #expect(items.overlaps(0, -5, 50) && items.overlaps(1, 12, 13))
    #expect(!items.overlaps(0, 10, 20) && !items.overlaps(1, 0, 10))
    // Neither an interval nor an item without length has parts.
    #expect(!items.overlaps(0, 5, 5) && !items.overlaps(0, 6, 5) && !items.overlaps(2, 0, 50))
  }

  @Test func `arrays of different lengths are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = ItemPlacement(
        starts: [0, 1], ends: [1, 2], breadths: [1, 1], images: [ImageID(Int32(0))], extent: 2,
        imageCount: 1)
    }
  }
}
