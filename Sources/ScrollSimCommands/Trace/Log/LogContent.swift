import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// The pictures that represent the keys of a cache log, and their positions.
///
/// The bitmap of a picture has as many bytes as its cached value costs. If the log has positions,
/// the items are in the order of the positions, in a list or grid that matches them. Otherwise they
/// are in the order in which the keys first appear, on the requested layout.
struct LogContent {
  /// An image at one of its positions.
  private struct Item {
    let image: ImageID
    let place: LoggedPlace
  }

  let catalog: TraceCatalog
  /// The layout that matches the positions in the log; `nil` if the log has none.
  let layout: Layout?
  /// The position of the first item, in points.
  let origin: Double

  /// Reads the keys of a log.
  /// - Parameters:
  ///   - log: The log.
  ///   - breadth: The breadth of the screen, in points.
  /// - Throws: `CommandError` for a log without keys.
  init(_ log: CacheLog, breadth: Double) throws(CommandError) {
    guard !log.keys.isEmpty else {
      throw CommandError(
        .badData, "\(log.name): the log has no keys; expected the log of a cache that was used")
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
    // Only images with a place are shown; an item whose height depends on its picture has that
    // height.
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

  /// Returns the last cost of each key.
  ///
  /// A key that was never stored gets the mean of the others.
  private static func costs(of log: CacheLog) -> [Int] {
    var costs = [Int?](repeating: nil, count: log.keys.count)
    for entry in log.entries {
      if case .set(let image, let cost) = entry.operation { costs[Int(image.index)] = cost }
    }
    let known = costs.compactMap { $0 }
    let mean = known.isEmpty ? 1 : known.reduce(0, +) / known.count
    return costs.map { $0 ?? mean }
  }

  /// Returns every image at each of its last reported positions, in the order of the content.
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

  /// Returns a picture whose bitmap has about `cost` bytes.
  ///
  /// The ratio of its height to its width is `aspect`, to about a hundredth.
  private static func entry(costing cost: Int, aspect: Double) -> ImageCatalog.Entry {
    let pixels = Double(max(cost, 4)) / 4
    let width = min(max((pixels / aspect).squareRoot().rounded(), 1), 100_000)
    let height = min(max((width * aspect).rounded(), 1), 100_000)
    return ImageCatalog.Entry(width: Int(width), height: Int(height))
  }
}

/// The list or grid whose items match the positions in a log.
struct LogLayout {
  let layout: Layout
  /// The width of an item, in points.
  let width: Double

  /// Creates a layout from positions in the order of the content.
  /// - Precondition: there is at least one position.
  init(_ places: [LoggedPlace], breadth: Double) {
    var rows: [(lower: Double, count: Int)] = []
    for place in places {
      if let last = rows.last, place.lower - last.lower < 0.5 {
        rows[rows.count - 1].count += 1
      } else {
        rows.append((place.lower, 1))
      }
    }
    let columns = min(rows.map(\.count).max() ?? 1, 1000)
    let length = Self.median(places.map { $0.upper - $0.lower })
    let pitches = zip(rows.dropFirst(), rows).map { $0.lower - $1.lower }
    guard columns > 1 else {
      // Rows may have different lengths, so the gaps between them are used.
      let gaps = zip(places.dropFirst(), places).map { $0.lower - $1.upper }
      let isEven = places.allSatisfy { abs($0.upper - $0.lower - length) < 0.5 } && length > 0
      layout = .list(
        ListLayout(spacing: Self.spacing(gaps), rowHeight: isEven ? min(length, 100_000) : nil))
      width = breadth
      return
    }
    let spacing = Self.spacing(pitches.map { $0 - length })
    let width = max((breadth - Double(columns - 1) * spacing) / Double(columns), 1)
    let aspect = min(max(length / width, 0.001), 1000)
    layout = .grid(GridLayout(columns: columns, spacing: spacing, aspect: aspect))
    self.width = width
  }

  private static func spacing(_ gaps: [Double]) -> Double {
    gaps.isEmpty ? 0 : min(max(median(gaps), 0), 10_000)
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}
