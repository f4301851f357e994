import ScrollCaching
import ScrollCore

/// A cache with a formula, driven by hand; times are seconds.
final class ScoredCache {
  let model: any CacheModel
  private let imageCount: Int

  init(
    _ formula: String, images: Int = 4, room: Int = 100, placement: ItemPlacement? = nil
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose("score: \(formula)")
    imageCount = images
    model = choice.entry.makeModel(
      PolicySetup(
        imageCount: images, limits: CacheLimits(cost: room), settings: choice.settings,
        placement: placement))
  }

  private func request(_ image: Int, _ time: Double, cost: Int = 1) -> Request {
    Request(image: ImageID(image), cost: cost, time: SimTime(seconds: time))
  }

  /// Stores an image and returns `true` if the cache accepted it.
  @discardableResult
  func store(
    _ image: Int, at time: Double = 0, cost: Int = 1, as admission: Admission = .viewed
  ) -> Bool {
    model.store(request(image, time, cost: cost), as: admission) == .stored
  }

  /// Looks an image up and returns `true` if it was found.
  @discardableResult
  func ask(for image: Int, at time: Double = 0) -> Bool { model.lookup(request(image, time)) }

  /// Looks an image up and offers it if it is missing; returns `true` if it is resident afterwards.
  @discardableResult
  func serve(_ image: Int, at time: Double = 0) -> Bool {
    ask(for: image, at: time) || store(image, at: time)
  }

  /// Reports memory pressure while all images are pinned, so that none is evicted.
  func press(_ level: PressureLevel) {
    for image in 0..<imageCount { model.pin(ImageID(image)) }
    model.pressureChanged(to: level, at: .zero)
    for image in 0..<imageCount { model.unpin(ImageID(image)) }
  }

  func look(_ lower: Double, _ upper: Double, _ direction: ScrollDirection = .forward) {
    model.viewportMoved(to: Viewport(lower: lower, upper: upper, direction: direction))
  }

  var residents: [Int] { model.residents(among: imageCount).map { Int($0.index) } }

  /// Returns the residents in the order of eviction as the limit shrinks.
  func emptied() -> [Int] {
    var order: [Int] = []
    model.drainRemovals { _ in }
    for room in (0..<model.residentCount).reversed() {
      model.setLimits(CacheLimits(count: room))
    }
    model.drainRemovals { order.append(Int($0.image.index)) }
    return order
  }
}
