import ScrollCaching
import ScrollCore

/// `kingfisher`: a reference of NSCache, and a dictionary of expirations.
///
/// Found at or after its expiration is not found. Every `sweepInterval` all images are looked up in
/// the order of a hash, and what has expired by then leaves.
final class KingfisherReference: CacheModel {
  private let cache: any CacheModel
  private var expirations: [ImageID: (time: SimTime, use: Int)] = [:]
  private var pinned: Set<ImageID> = []
  private var uses = 0, sweeps: Int64 = 0
  private var now = SimTime.zero
  private var removals: [Removal] = []
  private let life: SimTime, interval: Int64
  private let keepsInBackground: Bool
  private let images: Range<Int>

  init(_ setup: PolicySetup) {
    cache = nsCacheReference(setup)
    images = 0..<setup.imageCount
    let seconds = setup.settings.number("expiration")
    life = seconds > 0 ? SimTime(seconds: seconds) : .never
    interval = SimTime(seconds: setup.settings.number("sweepInterval")).nanoseconds
    keepsInBackground = setup.settings.flag("keepsInBackground")
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "kingfisher", model: { KingfisherReference($0) })

  private func use(_ image: ImageID) {
    uses += 1
    expirations[image] = (life == .never ? .never : now + life, uses)
  }

  /// Forgets the expirations of what has left.
  private func collect() {
    cache.drainRemovals { removals.append($0) }
    expirations = expirations.filter { cache.contains($0.key) }
  }

  func timePassed(to time: SimTime) {
    now = max(now, time)
    guard now.nanoseconds / interval > sweeps else { return }
    sweeps = now.nanoseconds / interval
    let sweep = SimTime(nanoseconds: sweeps * interval)
    for image in expirations.keys.sorted(by: { hash($0) < hash($1) }) {
      _ = cache.lookup(Request(image: image, cost: 0, time: sweep))
      let isExpired = expirations[image].map { $0.time <= sweep } ?? false
      if isExpired, !pinned.contains(image) { cache.remove(image, because: .expired) }
    }
    collect()
  }

  /// The finalizer of SplitMix64, as its authors print it, of the image's number plus the golden ratio.
  private func hash(_ image: ImageID) -> UInt64 {
    var z = UInt64(image.index) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    guard cache.lookup(request), let expiration = expirations[request.image] else { return false }
    if expiration.time <= now { return false }
    use(request.image)
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    now = max(now, request.time)
    use(request.image)
    let outcome = cache.store(request, as: admission)
    collect()
    return outcome
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    cache.remove(image, because: reason)
    collect()
  }

  func removeAll(because reason: RemovalReason) {
    cache.removeAll(because: reason)
    collect()
  }

  func pin(_ image: ImageID) {
    pinned.insert(image)
    cache.pin(image)
  }

  func unpin(_ image: ImageID) {
    pinned.remove(image)
    cache.unpin(image)
  }

  func setLimits(_ limits: CacheLimits) {
    cache.setLimits(limits)
    collect()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level, at: time)
    for image in images.map({ ImageID($0) }) where level != .normal && !pinned.contains(image) {
      cache.remove(image, because: .pressure)
    }
    collect()
  }

  func didEnterBackground(at time: SimTime) {
    if !keepsInBackground { cache.didEnterBackground(at: time) }
    collect()
  }

  func contains(_ image: ImageID) -> Bool { cache.contains(image) }
  var residentCount: Int { cache.residentCount }
  var totalCost: Int { cache.totalCost }

  func drainRemovals(_ body: (Removal) -> Void) {
    removals.forEach(body)
    removals = []
  }
}
