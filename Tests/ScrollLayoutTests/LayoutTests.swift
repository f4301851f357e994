import ScrollCore
import ScrollLayout
import Testing

struct LayoutTests {
  static let phone = ViewportSize(width: 320, height: 568)

  static func place(
    _ layout: Layout, _ ratios: [Double], in viewport: ViewportSize = phone
  ) throws -> ItemPlacement {
    try layout.place(
      ratios.indices.map { ImageID($0) }, aspectRatios: ratios, imageCount: ratios.count,
      in: viewport)
  }

  @Test func `rows of a list have the height of their images at the viewport's width`() throws {
    let placement = try Self.place(.list(ListLayout(spacing: 8)), [0.75, 1.5, 0.3333])
    #expect(placement.starts == [0, 248, 736])
    #expect(placement.ends == [240, 728, 842.65625])
    #expect(Array(placement.breadths) == [1, 1, 1])
    #expect(placement.extent == 842.65625)
  }

  @Test func `rows of a list may have equal heights`() throws {
    let placement = try Self.place(.list(ListLayout(spacing: 1, rowHeight: 44)), [0.75, 1.5])
    #expect(placement.starts == [0, 45])
    #expect(placement.ends == [44, 89])
  }

  @Test func `cells of a grid share the breadth and rows begin and end together`() throws {
    let layout = Layout.grid(GridLayout(columns: 3, spacing: 4, aspect: 1.5))
    let placement = try Self.place(layout, [1, 1, 1, 1])
    #expect(placement.starts == [0, 0, 0, 160])
    #expect(placement.ends == [156, 156, 156, 316])
    #expect(Array(placement.breadths) == [Double](repeating: 0.325, count: 4))
  }

  @Test func `a page of a carousel is the viewport plus the spacing`() throws {
    let layout = Layout.carousel(CarouselLayout(paging: true, spacing: 20))
    let placement = try Self.place(layout, [1, 2, 3])
    #expect(placement.starts == [0, 340, 680])
    #expect(placement.ends == [320, 660, 1000])
    #expect(layout.page(in: Self.phone) == 340)
    #expect(Layout.carousel(CarouselLayout(paging: false)).page(in: Self.phone) == nil)
    #expect(Layout.list(ListLayout()).page(in: Self.phone) == nil)
  }

  @Test func `lists and grids scroll down, carousels sideways`() {
    #expect(Layout.list(ListLayout()).axis == .vertical)
    #expect(Layout.grid(GridLayout()).axis == .vertical)
    #expect(Layout.waterfall(WaterfallLayout()).axis == .vertical)
    #expect(Layout.carousel(CarouselLayout()).axis == .horizontal)
    #expect(Layout.list(ListLayout()).extent(of: Self.phone) == 568)
    #expect(Layout.list(ListLayout()).breadth(of: Self.phone) == 320)
    #expect(Layout.carousel(CarouselLayout()).extent(of: Self.phone) == 320)
    #expect(Layout.carousel(CarouselLayout()).breadth(of: Self.phone) == 568)
  }

  static let layouts: [Layout] = [
    .list(ListLayout()), .list(ListLayout(spacing: 8)),
    .list(ListLayout(spacing: 0.1, rowHeight: 61.3)), .grid(GridLayout()),
    .grid(GridLayout(columns: 7, spacing: 1.0 / 3, aspect: 0.7)),
    .carousel(CarouselLayout()), .carousel(CarouselLayout(paging: false, spacing: 3.3)),
  ]

  @Test(arguments: layouts)
  func `positions are multiples of 1/64, and items ascend without overlap`(
    _ layout: Layout
  ) throws {
    var random = SeededRandom(seed: 4)
    let ratios = (0..<500).map { _ in 1e-9 + random.unit() * 3 }
    let placement = try Self.place(
      layout, ratios, in: ViewportSize(width: 390.5, height: 843.3))
    for item in 0..<placement.count {
      let (start, end) = (placement.starts[item], placement.ends[item])
      #expect((start * 64).rounded() == start * 64 && (end * 64).rounded() == end * 64)
      #expect(end > start)
      guard item > 0 else { continue }
      let beside = placement.starts[item - 1] == start && placement.ends[item - 1] == end
      #expect(beside || start >= placement.ends[item - 1])
    }
    #expect(placement.extent == placement.ends.last)
  }

  static let withWaterfalls =
    layouts + [.waterfall(WaterfallLayout()), .waterfall(.init(columns: 5, spacing: 2.5))]

  @Test(arguments: withWaterfalls)
  func `a placement without items has no extent`(_ layout: Layout) throws {
    let placement = try Self.place(layout, [])
    #expect(placement.count == 0)
    #expect(placement.extent == 0)
    #expect(placement.imageCount == 0)
  }

  @Test(arguments: withWaterfalls)
  func `a description reads back as the same layout`(_ layout: Layout) throws {
    #expect(try Layout(parsing: "\(layout)") == layout)
  }

  @Test(arguments: [
    ("list", "list"), ("list:spacing=8", "list:spacing=8"), ("list:spacing=0.0", "list"),
    ("list:height=0", "list"), ("grid:columns=4:spacing=2:aspect=1", "grid:columns=4:spacing=2"),
    ("waterfall:columns=2:spacing=0", "waterfall"), ("waterfall:columns=3", "waterfall:columns=3"),
    ("carousel:paging=true", "carousel"), ("carousel:paging=false", "carousel:paging=false"),
  ])
  func `layouts have the syntax of the command line`(
    _ text: String, _ written: String
  ) throws {
    #expect("\(try Layout(parsing: text))" == written)
  }

  @Test(arguments: [
    ("lists", "there is no layout 'lists'; did you mean 'list'?"),
    (
      "grid:columns=0", "setting 'columns' of 'grid' is '0'; expected a whole number from 1 to 1000"
    ),
    ("grid:rows=3", "'grid' has no setting 'rows'; it takes columns, spacing, aspect"),
    (
      "list:spacing=-1",
      "setting 'spacing' of 'list' is '-1'; expected a number from 0 to 10000"
    ),
    (
      "list:spacing=nan",
      "setting 'spacing' of 'list' is 'nan'; expected a number from 0 to 10000"
    ),
    ("carousel:paging=yes", "setting 'paging' of 'carousel' is 'yes'; expected true or false"),
  ])
  func `an unknown layout is an error with a message`(
    _ text: String, _ sentence: String
  ) {
    let error = #expect(throws: ChoiceError.self) { try Layout(parsing: text) }
    #expect(error.map { "\($0)" } == sentence)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 1e7])
  func `an impossible aspect ratio is an error`(_ ratio: Double) {
    let error = #expect(throws: LayoutError.self) {
      try Self.place(.list(ListLayout()), [1, ratio])
    }
    guard case .aspectRatio(item: 1, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [(0.0, 100.0), (100, 0), (-5, 100), (.nan, 100), (100, .infinity)])
  func `an empty viewport is an error`(_ width: Double, _ height: Double) {
    #expect(throws: LayoutError.self) {
      try Self.place(
        .list(ListLayout()), [1], in: ViewportSize(width: width, height: height))
    }
  }

  @Test func `columns that do not fit are an error`() {
    let layout = Layout.grid(GridLayout(columns: 10, spacing: 40))
    let error = #expect(throws: LayoutError.noRoomForColumns(10, spacing: 40, breadth: 320)) {
      try Self.place(layout, [1])
    }
    #expect(
      error.map { "\($0)" } == "10 columns 40 points apart do not fit in 320 points")
  }

  @Test func `the catalog lists every layout with its settings`() {
    let entries = Catalog<LayoutDescriptor>.builtIn.entries
    #expect(entries.map(\.name) == ["list", "grid", "waterfall", "carousel", "feed"])
    #expect(LayoutDescriptor.kind == "layout")
  }

  @Test func `all cells of a grid row become visible together`() throws {
    let placement = try Self.place(
      .grid(GridLayout(columns: 3, spacing: 2)), Array(repeating: 1, count: 300))
    var range = VisibleRange()
    for offset in stride(from: 0.0, to: placement.extent - 568, by: 7.25) {
      range.move(lower: offset, upper: offset + 568, in: placement)
      #expect(range.first % 3 == 0 && range.end % 3 == 0)
    }
  }
}
