import ScrollCore
import ScrollLayout
import Testing

struct VisibleRangeTests {
  /// Items in rows of up to four, with gaps between some of them.
  static func randomPlacement(_ random: inout SeededRandom, count: Int) -> ItemPlacement {
    var starts: [Double] = [], ends: [Double] = []
    var position = Double(random.below(3))
    while starts.count < count {
      let length = Double(1 + random.below(640)) / 64
      for _ in 0..<min(random.within(1...4), count - starts.count) {
        starts.append(position)
        ends.append(position + length)
      }
      position += length + (random.chance(0.5) ? Double(random.below(100)) / 64 : 0)
    }
    return ItemPlacement(
      starts: starts, ends: ends, breadths: Array(repeating: 1, count: count),
      images: (0..<count).map { ImageID($0) }, extent: position, imageCount: count)
  }

  /// The items whose overlap with an interval has positive length, one by one.
  static func scan(_ placement: ItemPlacement, _ lower: Double, _ upper: Double) -> [Int] {
    (0..<placement.count).filter {
      min(placement.ends[$0], upper) > max(placement.starts[$0], lower)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a walk finds the same items as a scan of all items`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let placement = Self.randomPlacement(&random, count: random.below(400))
    var range = VisibleRange()
    var lower = 0.0
    for step in 0..<500 {
      switch random.below(10) {
      case 0: lower = random.unit() * (placement.extent + 40) - 20
      case 1: lower = placement.count > 0 ? placement.starts[random.below(placement.count)] : 0
      case 2: lower = placement.count > 0 ? placement.ends[random.below(placement.count)] : 0
      default: lower += Double(random.within(-200...200)) / 64
      }
      let upper = lower + Double(random.below(1800)) / 64
      range.move(lower: lower, upper: upper, in: placement)
      let expected = Self.scan(placement, lower, upper)
      #expect(Array(range.indices) == expected, "seed \(seed), step \(step): \(lower)..<\(upper)")
      #expect(range.isEmpty == expected.isEmpty)
      #expect(range.count == expected.count)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a slack covers exactly the positions that keep the range`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let placement = Self.randomPlacement(&random, count: random.within(1...200))
    for _ in 0..<500 {
      let lower = Double(random.within(-640...Int(placement.extent * 64) + 640)) / 64
      let extent = Double(random.within(1...1800)) / 64
      var range = VisibleRange()
      range.move(lower: lower, upper: lower + extent, in: placement)
      let slack = range.slack(in: placement)
      let next = lower + Double(random.within(-60...60)) / 64
      var moved = range
      moved.move(lower: next, upper: next + extent, in: placement)
      #expect(
        slack.covers(lower: next, upper: next + extent) == (moved == range),
        "seed \(seed): \(lower) to \(next), \(extent) points")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the range in a waterfall is the smallest around all visible items`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let layout = Layout.waterfall(
      WaterfallLayout(columns: random.within(1...5), spacing: Double(random.below(3)) * 4))
    // Some items are as high as dozens of others.
    let ratios = (0..<random.within(1...300)).map { _ in
      random.chance(0.05) ? 20 * random.unit() : 0.2 + 2 * random.unit()
    }
    let placement = try LayoutTests.place(layout, ratios)
    var range = VisibleRange()
    var lower = 0.0
    var holes = 0
    for step in 0..<1000 {
      switch random.below(10) {
      case 0: lower = random.unit() * (placement.extent + 400) - 200
      case 1: lower = placement.ends[random.below(placement.count)]
      default: lower += Double(random.within(-3000...3000)) / 64
      }
      let upper = lower + Double(random.below(40_000)) / 64
      range.move(lower: lower, upper: upper, in: placement)
      let visible = Self.scan(placement, lower, upper)
      let place = "seed \(seed), step \(step): \(lower)..<\(upper)"
      #expect(range.isEmpty == visible.isEmpty, "\(place)")
      guard let first = visible.first, let last = visible.last else { continue }
      #expect(range.indices == first..<last + 1, "\(place)")
      #expect(range.indices.filter { placement.overlaps($0, lower, upper) } == visible, "\(place)")
      holes += range.count - visible.count
    }
    #expect(placement.endsAscend || holes > 0, "seed \(seed)")
  }

  @Test func `the range never contains absent items`() {
    let (above, below) = (LayoutEpoch.absentAbove, LayoutEpoch.absentBelow)
    let placement = ItemPlacement(
      starts: [above, above, 0, 10, below], ends: [above, above, 10, 20, below],
      breadths: [0, 0, 1, 1, 0], images: (0..<5).map { ImageID($0) }, extent: 20, imageCount: 5)
    var range = VisibleRange()
    for (lower, upper, visible) in [
      (-50.0, 0.0, 2..<2), (-50, 1, 2..<3), (0, 100, 2..<4), (15, 16, 3..<4), (20, 1e6, 4..<4),
    ] {
      range.move(lower: lower, upper: upper, in: placement)
      #expect(range.indices == visible, "\(lower)..<\(upper)")
    }
    #expect(placement.endsAscend)
  }

  @Test(arguments: [63, 64, 65, 66, 127, 128, 129, 9_000])
  func `a jump of any length finds the same range as a walk`(_ distance: Int) {
    let placement = ItemPlacement(line: 10_000)
    var range = VisibleRange()
    for start in [0, distance, 0, 9_990, 9_990 - distance, 9_990] {
      range.move(lower: Double(start), upper: Double(start + 5), in: placement)
      #expect(range.indices == start..<start + 5)
    }
  }

  @Test func `an item that only touches the viewport is invisible`() {
    var range = VisibleRange()
    range.move(lower: 2, upper: 4, in: ItemPlacement(line: 10))
    #expect(range.indices == 2..<4)
    range.move(lower: 2 - 0x1p-30, upper: 4 + 0x1p-30, in: ItemPlacement(line: 10))
    #expect(range.indices == 1..<5)
  }

  @Test func `a viewport without extent has an empty range`() {
    var range = VisibleRange()
    range.move(lower: 2.5, upper: 2.5, in: ItemPlacement(line: 10))
    #expect(range.isEmpty)
    range.move(lower: 2.5, upper: 1, in: ItemPlacement(line: 10))
    #expect(range.isEmpty)
  }

  @Test func `a placement without items has an empty range`() {
    var range = VisibleRange()
    range.move(lower: 0, upper: 500, in: ItemPlacement(line: 0))
    #expect(range.isEmpty)
  }
}
