import ScrollCaching
import ScrollCore

/// Evicts the image that comes on screen again last, and refuses one that does so later than all
/// that it would have to evict.
///
/// It knows the motion, and so when each image is wanted next; not how loading will go. Belady's
/// rule (`BeladyPolicy`) with times instead of positions in a stream of requests, which no two runs
/// share. A good cache to compare with, no bound.
struct ForesightPolicy: EvictionPolicy, ~Copyable {
  static let name = "foresight"

  private let returns: Returns
  private let capacity: Int
  private var residents: [ImageID] = []
  private var costs: [ImageID: Int] = [:]
  private var used = 0
  private var now = SimTime.zero

  /// A policy for a cache of a cost limit.
  init(_ returns: Returns, capacity: Int) {
    self.returns = returns
    self.capacity = capacity
  }

  mutating func didHit(_ request: Request) { now = request.time }
  mutating func didMiss(_ request: Request) { now = request.time }
  mutating func willStore(_ request: Request) { now = request.time }

  mutating func shouldStore(_ request: Request) -> Bool {
    guard used + request.cost > capacity, let last = farthest else { return true }
    return next(request.image) <= next(residents[last])
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var best: Int?
    for index in residents.indices where !pins.contains(residents[index]) {
      if best.map({ next(residents[index]) > next(residents[$0]) }) ?? true { best = index }
    }
    guard let best else { return nil }
    let victim = residents[best]
    didRemove(victim)
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append(request.image)
    costs[request.image] = request.cost
    used += request.cost
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAll { $0 == image }
    used -= costs.removeValue(forKey: image) ?? 0
  }

  private var farthest: Int? {
    residents.indices.max { next(residents[$0]) < next(residents[$1]) }
  }

  private func next(_ image: ImageID) -> SimTime { returns.next(of: image, after: now) }
}
