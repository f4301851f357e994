import ScrollBounds
import ScrollCaching
import ScrollCore
import ScrollReports

/// What a run without prefetches asked its cache for, and when images were stored.
///
/// A load takes time: its image may be stored many requests after the one that missed, and
/// takes up no room until then. So the bound of a run lets every image be kept from where the
/// run stored it. Nothing that keeps or gives up other images, as they arrived in this run,
/// misses less; a policy whose loads end at other times has a bound of its own.
final class DemandLog {
  private var images: [ImageID] = []
  private var costs: [Int] = []
  /// For each request the last request before its image was last stored; -1 if it never was.
  private var arrivals: [Int32] = []
  private var lastStored: [Int32]
  private var misses = 0

  init(imageCount: Int) { lastStored = [Int32](repeating: -1, count: imageCount) }

  func record(_ request: Request, isHit: Bool) {
    images.append(request.image)
    costs.append(request.cost)
    arrivals.append(lastStored[Int(request.image.index)])
    misses += isHit ? 0 : 1
  }

  func stored(_ image: ImageID) { lastStored[Int(image.index)] = Int32(images.count - 1) }

  /// The least that this run could have missed.
  func regret(capacity: Int, facts: PolicyDescriptor.Facts) -> RunRegret {
    guard facts.limits == .always || facts.limits == .afterStores else { return RunRegret() }
    let stream = RequestStream(images: images, imageCount: lastStored.count, sizes: costs)
    if let room = EqualSizes(stream)?.count(in: capacity) {
      let reuses = ReuseIntervals(stream.countingItems, capacity: room, arrivals: arrivals)
      return RunRegret("min-bypass", MinBypass.misses(reuses, capacity: room), misses: misses)
    }
    let reuses = ReuseIntervals(stream, capacity: capacity, arrivals: arrivals)
    return RunRegret("pfoo-l", PFOO.lower(reuses, capacity: capacity), misses: misses)
  }
}

/// How many look-ups of a run missed beyond the least; all nil where nothing bounds it.
struct RunRegret: Encodable, Sendable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?

  /// No bound.
  init() {}

  init(_ bound: String, _ least: Int, misses: Int) {
    self.bound = bound
    leastMisses = least
    self.misses = misses - least
  }

  static let columns: [Table.Column] = [.left("bound"), .right("least misses"), .right("regret")]

  var cells: [String] {
    [bound ?? "-"] + [leastMisses, misses].map { $0.map(String.init) ?? "-" }
  }
}

/// A cache model that writes down what it is asked for.
final class RecordedModel: CacheModel {
  private let model: any CacheModel
  private let log: DemandLog

  init(_ model: any CacheModel, log: DemandLog) {
    self.model = model
    self.log = log
  }

  var residentCount: Int { model.residentCount }
  var totalCost: Int { model.totalCost }

  func lookup(_ request: Request) -> Bool {
    let isHit = model.lookup(request)
    log.record(request, isHit: isHit)
    return isHit
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let outcome = model.store(request, as: admission)
    if outcome == .stored { log.stored(request.image) }
    return outcome
  }

  func contains(_ image: ImageID) -> Bool { model.contains(image) }
  func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }
  func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  func pin(_ image: ImageID) { model.pin(image) }
  func unpin(_ image: ImageID) { model.unpin(image) }
  func setLimits(_ limits: CacheLimits) { model.setLimits(limits) }
  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    model.pressureChanged(to: level, at: time)
  }
  func didEnterBackground(at time: SimTime) { model.didEnterBackground(at: time) }
  func viewportMoved(to viewport: Viewport) { model.viewportMoved(to: viewport) }
  func timePassed(to time: SimTime) { model.timePassed(to: time) }
  func drainRemovals(_ body: (Removal) -> Void) { model.drainRemovals(body) }
}
