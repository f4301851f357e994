public import ScrollCaching
public import ScrollCore

/// A small world and what happens in it: what laws are checked on.
///
/// A world is images with costs, a cache with limits, and items that show the images along
/// the scroll axis. The operations say what the user, the app and the system do. It can be
/// written and read as text, which is its picture:
///
///     images 5
///     limits n=3
///     0..3 -2 1>>>>4 4<<0
public struct Script: Equatable, Sendable {
  /// What each image is charged unless an operation says otherwise.
  public var costs: [Int]
  /// Milliseconds to get each image again; empty where nothing is known.
  public var reloads: [Int] = []
  public var limits: CacheLimits
  /// Where the items lie; nil is a line: item `i` shows image `i` and is 1 pt long.
  public var layout: ScriptLayout?
  /// Length of the viewport in 1/64 pt.
  public var screen = 64
  /// How scrolling loads what appears.
  public var loading = ScriptLoading()
  public var direction = ScrollDirection.forward
  /// Settings of the policy that are not the default.
  public var settings: [ScriptSetting] = []
  public var seed: UInt64 = 0
  public var operations: [Operation]

  /// A world in which image `i` costs `costs[i]`.
  /// - Precondition: there are at most 128 images.
  public init(costs: [Int], limits: CacheLimits, operations: [Operation] = []) {
    precondition(costs.count <= ResidentSet.most, "\(costs.count) images are no small world")
    self.costs = costs
    self.limits = limits
    self.operations = operations
  }

  /// Images are `0..<imageCount`.
  public var imageCount: Int { costs.count }
}

/// Items along the axis: rows of one or more columns.
public struct ScriptLayout: Equatable, Sendable {
  /// Heights of the rows in 1/64 pt, from the first on, again and again.
  public var rows: [Int]
  public var columns = 1
  /// The image of each item, in scroll order.
  public var shows: [Int]

  public init(rows: [Int], columns: Int = 1, shows: [Int]) {
    self.rows = rows
    self.columns = columns
    self.shows = shows
  }
}

/// What happens to images that scroll into view.
public struct ScriptLoading: Equatable, Sendable {
  /// Frames from a miss to the delivery of the image; 0 is in the same frame.
  public var frames = 0
  /// Items beyond the leading edge that are fetched ahead.
  public var ahead = 0
  /// Whether images on screen are pinned.
  public var pins = false

  public init() {}
}

/// A setting and its value, as on the command line.
public struct ScriptSetting: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension Script {
  /// The items in place at first, in points.
  public var placement: ItemPlacement { placement(after: []) }

  /// The items in place, in points, once the device was turned and items were inserted.
  func placement(after operations: some Sequence<Operation>) -> ItemPlacement {
    let layout = layout ?? ScriptLayout(rows: [64], shows: Array(0..<imageCount))
    var columns = layout.columns
    var inserted: [Int: Int] = [:]
    for operation in operations {
      switch operation {
      case .turn(let number): columns = number
      case .insert(let item, let length): inserted[item, default: 0] += length
      default: break
      }
    }
    var (starts, ends): ([Double], [Double]) = ([], [])
    var edge = 0
    for first in stride(from: 0, to: layout.shows.count, by: columns) {
      let items = first..<min(first + columns, layout.shows.count)
      edge += items.reduce(0) { $0 + inserted[$1, default: 0] }
      let row = layout.rows[first / columns % layout.rows.count]
      starts += items.map { _ in Double(edge) / 64 }
      ends += items.map { _ in Double(edge + row) / 64 }
      edge += row
    }
    return ItemPlacement(
      starts: starts, ends: ends,
      breadths: Array(repeating: 1 / Double(columns), count: starts.count),
      images: layout.shows.map { ImageID($0) }, extent: ends.last ?? 0, imageCount: imageCount)
  }

  /// The images that are looked at, in order: all requests, in rows or alone.
  public var requests: [Int] { pricedRequests.map(\.image) }

  /// The requests, each with what its image is charged then.
  var pricedRequests: [(image: Int, cost: Int)] {
    operations.flatMap { operation -> [(image: Int, cost: Int)] in
      switch operation {
      case .request(let image, let cost): [(image, cost ?? costs[image])]
      case .lookUp(let image): [(image, costs[image])]
      case .run(let from, let to):
        stride(from: from, through: to, by: from <= to ? 1 : -1).map { ($0, costs[$0]) }
      default: []
      }
    }
  }

  /// The requests as a stream.
  ///
  /// With `countingItems` every request counts 1.
  public func requestStream(countingItems: Bool) -> RequestStream {
    let requests = pricedRequests
    return RequestStream(
      images: requests.map { ImageID($0.image) }, imageCount: imageCount,
      sizes: countingItems ? nil : requests.map(\.cost))
  }
}
