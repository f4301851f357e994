import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// The pictures that a log has keys for, and where they lie.
///
/// A picture has as many pixels as its value costs bytes. Where the log has places the items lie in
/// their order, in a list or a grid like theirs; otherwise in the order in which keys first appear,
/// on the layout that is asked for.
struct LogContent {
  /// An image at one of its places.
  private struct Item {
    let image: ImageID
    let place: LoggedPlace
  }

  let catalog: TraceCatalog
  /// What the places look like; nil where there are none.
  let layout: Layout?
  /// Where the first item lies, in points.
  let origin: Double

  /// Reads the keys of a log.
  /// - Parameters:
  ///   - log: the log.
  ///   - breadth: of the screen, in points.
  /// - Throws: `CommandError` for a log without keys.
  init(_ log: CacheLog, breadth: Double) throws(CommandError) {
    guard !log.keys.isEmpty else {
      throw CommandError(
        .badData, "\(log.name): the log has no keys; expected that of a cache that was used")
    }
    let costs = Self.costs(of: log)
    let items = Self.items(of: log)
    guard let first = items.first else {
      catalog = TraceCatalog(
        listing: ImageCatalog(costs.map { Self.entry(costing: $0, aspect: 0.75) }))
      (layout, origin) = (nil, 0)
      return
    }
    let found = LogLayout(items.map(\.place), breadth: breadth)
    layout = found.layout
    origin = first.place.lower
    // Only what has a place is shown; an item whose height its picture makes has that height.
    var numbers: [ImageID: Int] = [:]
    var entries: [ImageCatalog.Entry] = []
    var shown: [ImageID] = []
    for item in items {
      if numbers[item.image] == nil {
        numbers[item.image] = entries.count
        let aspect = (item.place.upper - item.place.lower) / found.width
        entries.append(
          Self.entry(costing: costs[Int(item.image.index)], aspect: min(max(aspect, 0.01), 100)))
      }
      shown.append(ImageID(numbers[item.image] ?? 0))
    }
    catalog = TraceCatalog(listing: ImageCatalog(entries), items: shown)
  }

  /// The last cost of each key; the mean of all of one that was never stored.
  private static func costs(of log: CacheLog) -> [Int] {
    var costs = [Int?](repeating: nil, count: log.keys.count)
    for entry in log.entries {
      if case .set(let image, let cost) = entry.operation { costs[Int(image.index)] = cost }
    }
    let known = costs.compactMap { $0 }
    let mean = known.isEmpty ? 1 : known.reduce(0, +) / known.count
    return costs.map { $0 ?? mean }
  }

  /// Every image at every place that it was last seen at, in the order of the content.
  private static func items(of log: CacheLog) -> [Item] {
    var places: [ImageID: [LoggedPlace]] = [:]
    for entry in log.entries {
      if case .place(let image, let told) = entry.operation, !told.isEmpty { places[image] = told }
    }
    return places.flatMap { image, places in places.map { Item(image: image, place: $0) } }
      .sorted {
        ($0.place.lower, $0.place.upper, $0.image.index)
          < ($1.place.lower, $1.place.upper, $1.image.index)
      }
  }

  /// A picture of so many bytes in memory, and of a proportion to about a hundredth.
  private static func entry(costing cost: Int, aspect: Double) -> ImageCatalog.Entry {
    let pixels = Double(max(cost, 4)) / 4
    let width = min(max((pixels / aspect).squareRoot().rounded(), 1), 100_000)
    let height = min(max((width * aspect).rounded(), 1), 100_000)
    return ImageCatalog.Entry(width: Int(width), height: Int(height))
  }
}
