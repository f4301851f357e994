import ScrollCore
import ScrollLayout
import ScrollTraces

/// Where everything lies on a recorder's page, in the viewport that the page has: exactly where the
/// trace will have it.
struct RecorderContent: Encodable {
  /// No browser's page is longer than about twice as many points.
  static let longest = 16_000_000.0

  let extent: Double
  /// How many columns there are, and points between them.
  let columns: Int, gap: Double
  /// Of each item, along the axis and across it.
  let starts: [Double], ends: [Double], breadths: [Double]

  /// A sentence instead of a page.
  struct Failure: Error {
    let sentence: String
  }

  init(_ header: TraceHeader, _ catalog: TraceCatalog) throws(Failure) {
    let placement: ItemPlacement
    do {
      placement = try TraceContent(header: header, catalog: catalog).placement
    } catch {
      throw Failure(sentence: "The layout has no room on this screen: \(error)")
    }
    guard placement.extent <= Self.longest else {
      throw Failure(
        sentence: "The content is \(Int(placement.extent)) points long on this screen, more than a "
          + "browser can show; expected at most \(Int(Self.longest)): give fewer items.")
    }
    let breadth = header.layout.breadth(of: header.viewport)
    extent = placement.extent
    (columns, gap) = header.layout.columns
    (starts, ends) = (placement.starts, placement.ends)
    breadths = placement.breadths.map { $0 * breadth }
  }
}

extension Layout {
  /// How many columns there are, and points between them.
  fileprivate var columns: (count: Int, gap: Double) {
    switch self {
    case .grid(let grid): (grid.columns, grid.spacing)
    case .waterfall(let waterfall): (waterfall.columns, waterfall.spacing)
    case .list, .carousel, .feed: (1, 0)
    }
  }
}
