import ScrollCore
import ScrollLayout
import Testing

struct WaterfallLayoutTests {
  static func place(
    _ layout: WaterfallLayout, _ ratios: [Double], width: Double = 320
  ) throws -> ItemPlacement {
    try LayoutTests.place(
      .waterfall(layout), ratios, in: ViewportSize(width: width, height: 568))
  }

  static func ratios(_ count: Int, _ random: inout SeededRandom) -> [Double] {
    // Equal ones make equally short columns.
    (0..<count).map { _ in random.chance(0.3) ? 1 : 0.1 + 3 * random.unit() }
  }

  @Test func `an item joins the shortest column, the leftmost if several are equal`()
    throws
  {
    // Columns of 160 pt: left 160, right 80; right to 240; left to 320; right to 280 and 440.
    let placement = try Self.place(WaterfallLayout(), [1, 0.5, 1, 1, 0.25, 1])
    #expect(placement.starts == [0, 0, 80, 160, 240, 280])
    #expect(placement.ends == [160, 80, 240, 320, 280, 440])
    #expect(placement.reach == [160, 160, 240, 320, 320, 440])
    #expect(Array(placement.breadths) == Array(repeating: 0.5, count: 6))
    #expect(placement.extent == 440)
  }

  @Test func `the content ends with its longest column`() throws {
    let placement = try Self.place(WaterfallLayout(), [5, 1, 1])
    #expect(placement.ends == [800, 160, 320])
    #expect(placement.extent == 800)
    #expect(!placement.endsAscend)
  }

  @Test func `spacing separates columns and the items of a column`() throws {
    let placement = try Self.place(WaterfallLayout(columns: 3, spacing: 4), [1, 1, 1, 1, 2])
    #expect(placement.starts == [0, 0, 0, 108, 108])
    #expect(placement.ends == [104, 104, 104, 212, 316])
    #expect(Array(placement.breadths) == [Double](repeating: 0.325, count: 5))
  }

  @Test func `one column equals a list`() throws {
    var random = SeededRandom(seed: 3)
    let ratios = Self.ratios(300, &random)
    let column = try Self.place(WaterfallLayout(columns: 1, spacing: 7), ratios)
    let list = try LayoutTests.place(.list(ListLayout(spacing: 7)), ratios)
    #expect(column.starts == list.starts)
    #expect(column.ends == list.ends)
    #expect(column.endsAscend)
  }

  @Test func `equal ratios make a grid`() throws {
    let ratios = Array(repeating: 1.5, count: 100)
    let waterfall = try Self.place(WaterfallLayout(columns: 3, spacing: 2), ratios)
    let grid = try LayoutTests.place(
      .grid(GridLayout(columns: 3, spacing: 2, aspect: 1.5)), ratios)
    #expect(waterfall.starts == grid.starts)
    #expect(waterfall.ends == grid.ends)
    #expect(waterfall.breadths.elementsEqual(grid.breadths))
  }

  /// Columns as lists of items, the next one always put where a look over all of them finds
  /// the lowest end.
  static func columns(
    _ placement: ItemPlacement, _ layout: WaterfallLayout
  ) -> [[Int]] {
    var columns = [[Int]](repeating: [], count: layout.columns)
    for item in 0..<placement.count {
      let ends = columns.map { $0.last.map { placement.ends[$0] } ?? -.infinity }
      let shortest = ends.min() ?? 0
      columns[ends.firstIndex(of: shortest) ?? 0].append(item)
    }
    return columns
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `items fill their columns without overlap and without gaps except the spacing`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let spacing = [0, 0, 0.25, 8][random.below(4)]
    let layout = WaterfallLayout(columns: random.within(1...6), spacing: spacing)
    let ratios = Self.ratios(random.within(1...300), &random)
    let placement = try Self.place(layout, ratios, width: 390.5)
    let width = (390.5 - Double(layout.columns - 1) * spacing) / Double(layout.columns)
    for column in Self.columns(placement, layout) {
      var next = 0.0
      for item in column {
        #expect(placement.starts[item] == next, "seed \(seed), item \(item)")
        let height = placement.ends[item] - placement.starts[item]
        #expect(abs(height - width * ratios[item]) <= 1.0 / 128, "seed \(seed), item \(item)")
        next = placement.ends[item] + spacing
      }
    }
    #expect(placement.extent == placement.ends.max(), "seed \(seed)")
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `starts ascend, and the reach is the greatest end so far`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let layout = WaterfallLayout(
      columns: random.within(2...6), spacing: Double(random.below(3)))
    let placement = try Self.place(layout, Self.ratios(200, &random))
    #expect(zip(placement.starts, placement.starts.dropFirst()).allSatisfy(<=), "seed \(seed)")
    for item in 0..<placement.count {
      #expect(placement.reach[item] == placement.ends[...item].max(), "seed \(seed)")
      let (start, end) = (placement.starts[item], placement.ends[item])
      #expect((start * 64).rounded() == start * 64 && (end * 64).rounded() == end * 64)
    }
  }

  @Test func `columns that do not fit are an error`() {
    #expect(throws: LayoutError.noRoomForColumns(10, spacing: 40, breadth: 320)) {
      try Self.place(WaterfallLayout(columns: 10, spacing: 40), [1])
    }
  }
}
