import ScrollCaching
import ScrollCore

/// A spatial policy over items at given places, each of which shows another image.
struct PlacedCache {
  let model: any CacheModel
  let imageCount: Int
  let placement: ItemPlacement

  /// Creates a cache over items in the order of their starts; image `i` is that of item `i`.
  init(
    _ policy: String, items: [ClosedRange<Double>], contentEnd: Double,
    change: (inout PolicySetup) -> Void = { _ in }
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    imageCount = items.count
    placement = ItemPlacement(
      starts: items.map(\.lowerBound), ends: items.map(\.upperBound),
      breadths: Array(repeating: 1, count: items.count), images: items.indices.map { ImageID($0) },
      extent: contentEnd, imageCount: items.count)
    var setup = PolicySetup(
      imageCount: items.count, limits: CacheLimits(), settings: choice.settings,
      placement: placement)
    change(&setup)
    model = choice.entry.makeModel(setup)
  }

  /// Creates a cache over items of equal length in a row from 0 on.
  init(
    _ policy: String, rows: Int, length: Double, change: (inout PolicySetup) -> Void = { _ in }
  ) throws {
    try self.init(
      policy, items: (0..<rows).map { Double($0) * length...Double($0 + 1) * length },
      contentEnd: Double(rows) * length, change: change)
  }

  /// Stores every image, in order.
  func fill(costs: [Int]? = nil) {
    for image in 0..<imageCount {
      let request = Request(image: ImageID(image), cost: costs?[image] ?? 1, time: .zero)
      _ = model.store(request, as: .viewed)
    }
  }

  func look(
    _ range: Range<Double>, velocity: Double = 0, _ direction: ScrollDirection = .forward,
    _ phase: ScrollPhase = .idle
  ) {
    model.viewportMoved(
      to: Viewport(
        lower: range.lowerBound, upper: range.upperBound, velocity: velocity,
        direction: direction, phase: phase))
  }

  var residents: [Int] { model.residents(among: imageCount).map { Int($0.index) } }

  /// Returns the removals since the last call, in order, with their reasons.
  func removals() -> [(image: Int, reason: RemovalReason)] {
    var removals: [(image: Int, reason: RemovalReason)] = []
    model.drainRemovals { removals.append((Int($0.image.index), $0.reason)) }
    return removals
  }

  /// Returns the order of eviction as the limit shrinks; the cache is empty afterwards.
  func order() -> [Int] {
    _ = removals()
    for room in (0..<residents.count).reversed() { model.setLimits(CacheLimits(count: room)) }
    return removals().map(\.image)
  }
}
