// policy score: (distance + gap + 0.01 * signedDistance) * sqrt(bytes) / pow(decodeMs + reloadMs,
//   a) + b * age * max(idle, 0.5) / (1 + hits + min(uses, 7)) - 1000 * visible * viewed - log(1 +
//   abs(velocity)) + c * prefetched / (1 + timeToVisible) + pressure * exp(-cost /
//   1000000):admit=uses + hits + viewed - d * (pressure + prefetched) + (timeToVisible - 60) /
//   (idle + age - 1):a=0.5:b=2:c=-30:d=0.75; scrollsim 0.1.0
import ScrollCaching
import ScrollCore

/// Evicts the image with the highest score, of equal ones the one stored first.
///
///     (distance + gap + 0.01 * signedDistance) * sqrt(bytes) / pow(decodeMs + reloadMs, a) + b
///     * age * max(idle, 0.5) / (1 + hits + min(uses, 7)) - 1000 * visible * viewed - log(1 +
///     abs(velocity)) + c * prefetched / (1 + timeToVisible) + pressure * exp(-cost / 1000000)
///
/// A score that is no number counts as the lowest.
///
/// An image is stored where this is above 0, or no number:
///
///     uses + hits + viewed - d * (pressure + prefetched) + (timeToVisible - 60) / (idle + age
///     - 1)
///
/// The values that it reads, and what an app must supply for them:
/// - `distance`: points from the middle of the viewport to the middle of the item. Supply the
///   scroll view's offset in every frame, and where the items of every image lie.
/// - `signedDistance`: the same, negative where the item has been passed. Supply the scroll
///   view's offset in every frame, and where the items of every image lie.
/// - `gap`: points between the viewport and the item; 0 while it is visible. Supply the scroll
///   view's offset in every frame, and where the items of every image lie.
/// - `visible`: 1 while the item is visible, otherwise 0. Supply the scroll view's offset in
///   every frame, and where the items of every image lie.
/// - `velocity`: points per second in the direction of travel; 0 in replay. Supply the scroll
///   view's offset in every frame.
/// - `timeToVisible`: expected seconds until the item is visible, as in time-to-visible. Supply
///   the scroll view's offset and phase in every frame, its rate of deceleration, and where the
///   items of every image lie.
/// - `age`: seconds since the image was stored. Supply the time of every look-up and store.
/// - `idle`: seconds since it was last requested or stored. Supply the time of every look-up and
///   store.
/// - `hits`: the number of hits since it was stored. Supply nothing: a cache receives its
///   requests.
/// - `uses`: the number of requests since the run began, including while it was not in the cache.
///   Supply look-ups that miss as well, and memory for the counts of 4096 images outside the
///   cache.
/// - `viewed`: 1 if it was stored for a view or has been hit since, otherwise 0. Supply for every
///   store, whether a view or a prefetcher requested the image.
/// - `prefetched`: 1 if it was stored by a prefetch, otherwise 0. Supply for every store, whether
///   a view or a prefetcher requested the image.
/// - `bytes`: bytes in memory, at least 1; 1 if the limit is a number of images. Supply the bytes
///   of every decoded image.
/// - `cost`: its cost: bytes, or the loader's cost; 1 if the limit is a number of images. Supply
///   nothing: a cache receives the cost of an image.
/// - `decodeMs`: milliseconds to decode it again, at least 0.1; 1 in replay. Supply the decode
///   time of every image on the device.
/// - `reloadMs`: milliseconds to get and decode it again, at least 0.1; 1 in replay. Supply the
///   time to read or download, and to decode every image.
/// - `pressure`: the system's memory pressure: 0 normal, 1 warning, 2 critical; 0 in replay.
///   Supply the system's memory warnings, and when they end.
///
/// - Complexity: O(residents) per eviction: each of them is evaluated.
public struct EveryFigurePolicy: EvictionPolicy, ~Copyable {
  private static let a = 0.5
  private static let b = 2.0
  private static let c = -30.0
  private static let d = 0.75

  /// The facts about an image since it was stored.
  private struct Record {
    var stored = SimTime.zero
    var used = SimTime.zero
    var hits = 0
    var isViewed = false
    var isPrefetched = false
    var cost = 0
  }

  /// In the order of storing.
  private var residents: ItemList
  /// By image.
  private var records: [Record]
  /// The latest moment that was told.
  private var now: SimTime
  /// Nanoseconds that count as 1: those of a second, in a replay of a request.
  private let unit: Double
  /// Bytes in memory by image; none where they are what an image is charged.
  private let sizes: [Int]
  /// Images are below it.
  private var imageCount: Int
  /// Milliseconds by image; none where all take 1.
  private var decodes: [Double]
  /// Milliseconds by image; none where all take 1.
  private var reloads: [Double]
  /// The positions of the items.
  private var placement: ItemPlacement
  /// The positions of the items of images, if they are reported image by image; otherwise none.
  private var places: [[Range<Double>]]
  /// That of the last frame.
  private var viewport: Viewport
  /// When items will be visible.
  private var arrivals: Arrivals
  /// The number of requests for each image.
  private var useCounts: UseCounts
  /// The system's memory pressure.
  private var level: PressureLevel

  public init(_ setup: PolicySetup) {
    residents = ItemList(imageCount: setup.imageCount)
    records = Array(repeating: Record(), count: setup.imageCount)
    now = .zero
    unit = setup.clock == .requests ? 1 : 1e9
    sizes = setup.bytes
    imageCount = setup.imageCount
    decodes = setup.decodeMilliseconds
    reloads = setup.reloadMilliseconds
    placement = setup.placement ?? ItemPlacement(line: setup.reusesIDs ? 0 : setup.imageCount)
    places = setup.reusesIDs ? Array(repeating: [], count: setup.imageCount) : []
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    arrivals = Arrivals(setup)
    useCounts = UseCounts(imageCount: setup.imageCount)
    level = .normal
  }

  public static var isSpatial: Bool { true }
  public static var readsTime: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    self.viewport = viewport
    arrivals.follow(viewport)
    now = max(now, viewport.time)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    arrivals.contentEnds(at: placement.extent)
  }

  public mutating func pressureChanged(to level: PressureLevel) {
    self.level = level
  }

  public mutating func didHit(_ request: Request) {
    now = max(now, request.time)
    records[Int(request.image.index)].used = now
    records[Int(request.image.index)].hits += 1
    records[Int(request.image.index)].isViewed = true
    useCounts.found(request.image)
  }

  public mutating func didMiss(_ request: Request) {
    now = max(now, request.time)
    useCounts.missed(request.image)
  }

  public mutating func willStore(_ request: Request) {
    now = max(now, request.time)
  }

  public mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    !(worth(of: request, as: admission) <= 0)
  }

  /// The score of a new image, with the figures of a store at this moment.
  private func worth(of request: Request, as admission: Admission) -> Double {
    let image = request.image
    var record = Record()
    record.stored = now
    record.used = now
    record.isViewed = admission == .viewed
    record.isPrefetched = admission == .prefetched
    record.cost = request.cost
    let timeToVisible: Double = self.timeToVisible(of: image)
    let age: Double = elapsed(since: record.stored)
    let idle: Double = elapsed(since: record.used)
    let hits: Double = Double(record.hits)
    let uses: Double = Double(useCounts[image])
    let viewed: Double = record.isViewed ? 1 : 0
    let prefetched: Double = record.isPrefetched ? 1 : 0
    let pressure: Double = Double(level.rawValue)
    let part1: Double = uses + hits + viewed - Self.d * (pressure + prefetched)
    return part1 + (timeToVisible - 60.0) / (idle + age - 1.0)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: ImageID?
    var highest = -Double.infinity
    var candidate = residents.oldest()
    while let image = candidate {
      candidate = residents.newer(than: image)
      if pins.contains(image) { continue }
      let score = self.score(of: image)
      let rank = score.isNaN ? -Double.infinity : score
      if victim == nil || rank > highest {
        victim = image
        highest = rank
      }
    }
    if let victim {
      residents.remove(victim)
      useCounts.left(victim)
    }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    now = max(now, request.time)
    var record = Record()
    record.stored = now
    record.used = now
    record.isViewed = admission == .viewed
    record.isPrefetched = admission == .prefetched
    record.cost = request.cost
    records[Int(request.image.index)] = record
    useCounts.stored(request.image)
    residents.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    useCounts.left(image)
  }

  public func remembers(_ image: ImageID) -> Bool {
    useCounts[image] > 0
  }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    if !decodes.isEmpty { decodes[Int(image.index)] = 1 }
    if !reloads.isEmpty { reloads[Int(image.index)] = 1 }
    if !places.isEmpty { places[Int(image.index)] = [] }
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    records += Array(repeating: Record(), count: count - records.count)
    if !decodes.isEmpty {
      decodes += Array(repeating: 1, count: count - decodes.count)
    }
    if !reloads.isEmpty {
      reloads += Array(repeating: 1, count: count - reloads.count)
    }
    imageCount = count
    if !places.isEmpty {
      places += Array(repeating: [], count: count - places.count)
    }
    useCounts.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    if decodes.isEmpty { decodes = Array(repeating: 1, count: imageCount) }
    decodes[Int(image.index)] = decode
    if reloads.isEmpty { reloads = Array(repeating: 1, count: imageCount) }
    reloads[Int(image.index)] = reload
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if !places.isEmpty { places[Int(image.index)] = items }
  }

  /// The score of a resident: the higher, the sooner it is evicted.
  private func score(of image: ImageID) -> Double {
    let record = records[Int(image.index)]
    let nearest = nearestItem(showing: image)
    let distance: Double = abs(nearest?.offset ?? -.infinity)
    let signedDistance: Double = nearest?.offset ?? -.infinity
    let gap: Double = self.gap(to: nearest?.item)
    let visible: Double = self.gap(to: nearest?.item) == 0 ? 1 : 0
    let velocity: Double = viewport.velocity * viewport.direction.sign
    let timeToVisible: Double = self.timeToVisible(of: image)
    let age: Double = elapsed(since: record.stored)
    let idle: Double = elapsed(since: record.used)
    let hits: Double = Double(record.hits)
    let uses: Double = Double(useCounts[image])
    let viewed: Double = record.isViewed ? 1 : 0
    let prefetched: Double = record.isPrefetched ? 1 : 0
    let bytes: Double = Double(max(1, sizes.isEmpty ? record.cost : sizes[Int(image.index)]))
    let cost: Double = Double(record.cost)
    let decodeMs: Double = decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])
    let reloadMs: Double = reloads.isEmpty ? 1 : max(0.1, reloads[Int(image.index)])
    let pressure: Double = Double(level.rawValue)
    let part1: Double = (distance + gap + 0.01 * signedDistance) * bytes.squareRoot()
    let part2: Double = Self.b * age * max(idle, 0.5)
    let part3: Double = part1 / Elementary.pow(decodeMs + reloadMs, Self.a)
    let part4: Double = part3 + part2 / (1.0 + hits + min(uses, 7.0))
    let part5: Double = Elementary.log(1.0 + abs(velocity))
    let part6: Double = Self.c * prefetched / (1.0 + timeToVisible)
    let part7: Double = part4 - 1000.0 * visible * viewed - part5 + part6
    return part7 + pressure * Elementary.exp(-cost / 1000000.0)
  }

  /// Seconds, in a replay requests.
  private func elapsed(since time: SimTime) -> Double {
    Double((now - time).nanoseconds) / unit
  }

  /// Every item that shows an image, in the order of the content.
  private func forEachItem(showing image: ImageID, _ body: (Range<Double>) -> Void) {
    guard places.isEmpty else { return places[Int(image.index)].forEach(body) }
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      body(placement.starts[index]..<placement.ends[index])
    }
  }

  /// The item of an image that is nearest to the middle of the viewport, and how far ahead of it.
  ///
  /// Of two equally near it is the one ahead.
  private func nearestItem(showing image: ImageID) -> (item: Range<Double>, offset: Double)? {
    var nearest: (item: Range<Double>, offset: Double)?
    forEachItem(showing: image) { item in
      let middle = (item.lowerBound + item.upperBound) / 2
      let offset = (middle - viewport.center) * viewport.direction.sign
      let best = nearest?.offset ?? .infinity
      if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
        nearest = (item, offset)
      }
    }
    return nearest
  }

  /// Points between the viewport and an item.
  private func gap(to item: Range<Double>?) -> Double {
    guard let item else { return .infinity }
    return max(0, item.lowerBound - viewport.upper, viewport.lower - item.upperBound)
  }

  /// That of the item which is visible first.
  private func timeToVisible(of image: ImageID) -> Double {
    var time = Double.infinity
    forEachItem(showing: image) { item in
      time = min(time, arrivals.time(start: item.lowerBound, end: item.upperBound))
    }
    return time
  }
}

extension EveryFigurePolicy {
  /// For a catalog: `PolicyCatalog.builtIn.adding(EveryFigurePolicy.descriptor)`.
  public static let descriptor = PolicyDescriptor(
    "every-figure", "Evicts the image with the highest score by a fixed formula.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score: (distance + gap + 0.01 * signedDistance) * sqrt(bytes) / pow(decodeMs + \
        reloadMs, a) + b * age * max(idle, 0.5) / (1 + hits + min(uses, 7)) - 1000 * visible * \
        viewed - log(1 + abs(velocity)) + c * prefetched / (1 + timeToVisible) + pressure * \
        exp(-cost / 1000000); stored where uses + hits + viewed - d * (pressure + prefetched) \
        + (timeToVisible - 60) / (idle + age - 1) is above 0, or no number; a = 0.5; b = 2.0; \
        c = -30.0; d = 0.75.
        """,
      refusal: RefusalRule("refuses what does not fit, or is not admitted") { cost, capacity in
        cost > capacity ? true : nil
      },
      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))
  ) { EveryFigurePolicy($0) }
}

/// The user's scrolling so far, which predicts when items will be visible.
///
/// A fling continues as in UIKit. After a pause of 1.1 seconds, the next scroll moves at 1000
/// points per second. The chance that it turns back is estimated from the share of scrolls that
/// have turned so far. In a replay there are neither flings nor pauses: the scroll passes one
/// item per request.
private struct Arrivals {
  private let decay: Double, dwell: Double, cruise: Double
  private let isReplay: Bool
  private var contentEnd: Double
  /// The viewport of the last frame.
  private var viewport: Viewport
  /// Scrolls in one direction, without a pause, and how many of them turned.
  private var bursts = 0, reversals = 0
  private var burst: ScrollDirection?
  private var wasIdle = true
  /// The side that is ahead, the way to where the fling ends, and its speed now.
  private var ahead: ScrollDirection, landing = 0.0, speed = 0.0
  /// Seconds until the next scroll, and its speed times the chance that it goes there.
  private var pause = 0.0, paceAhead = 0.0, paceBehind = 0.0

  /// Points before its landing at which a fling is over.
  private static let rest = 0.5

  init(_ setup: PolicySetup) {
    decay = setup.decay
    isReplay = setup.clock == .requests
    dwell = isReplay ? 0 : 1.1
    cruise = isReplay ? 1 : 1000
    let known = setup.placement?.extent
    contentEnd = known ?? (setup.reusesIDs ? .infinity : Double(setup.imageCount))
    ahead = setup.direction
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    look()
  }

  private var isIdle: Bool { viewport.phase == .idle && !isReplay }

  mutating func follow(_ viewport: Viewport) {
    self.viewport = viewport
    if !isIdle, wasIdle || viewport.direction != burst {
      bursts += 1
      if let burst, burst != viewport.direction { reversals += 1 }
      burst = viewport.direction
    }
    wasIdle = isIdle
    look()
  }

  mutating func contentEnds(at end: Double) {
    contentEnd = end
    look()
  }

  private mutating func look() {
    let turning = Double(1 + reversals) / Double(8 + bursts)
    (ahead, landing, speed, pause) = (viewport.direction, 0, 0, dwell)
    (paceAhead, paceBehind) = (cruise * (1 - turning), cruise * turning)
    let velocity = viewport.velocity
    guard !isIdle, !isReplay, abs(velocity) > decay * Self.rest else { return }
    ahead = velocity > 0 ? .forward : .backward
    speed = abs(velocity)
    let lowest = min(0, -viewport.lower), highest = max(0, contentEnd - viewport.upper)
    landing = min(max(velocity / decay, lowest), highest)
    pause = max(0, Elementary.log(speed / (decay * Self.rest)) / decay) + dwell
  }

  func time(start: Double, end: Double) -> Double {
    max(
      time(
        gap: start - viewport.upper, isAhead: ahead == .forward,
        way: start - (viewport.upper + landing)),
      time(
        gap: viewport.lower - end, isAhead: ahead == .backward,
        way: (viewport.lower + landing) - end))
  }

  /// That of an item at such a distance, and so far from where the viewport comes to rest.
  private func time(gap: Double, isAhead: Bool, way: Double) -> Double {
    guard gap > 0 else { return 0 }
    if isAhead, gap <= abs(landing) - Self.rest {
      return -Elementary.log(1 - decay * gap / speed) / decay
    }
    return pause + max(0, way) / (isAhead ? paceAhead : paceBehind)
  }
}

/// The number of requests for each image, including those while it was not in the cache.
///
/// Residents are always remembered, and a limited number of the other images: those that were
/// requested, or left the cache, last. A forgotten image begins anew at 0.
private struct UseCounts: ~Copyable {
  private static let mostOutside = 4096
  private var counts: [Int]
  /// Images outside the cache that were requested, the one to be forgotten next first.
  private var outside: ItemList
  private var outsideCount = 0

  init(imageCount: Int) {
    counts = Array(repeating: 0, count: imageCount)
    outside = ItemList(imageCount: imageCount)
  }

  mutating func grow(toImageCount count: Int) {
    counts += Array(repeating: 0, count: count - counts.count)
    outside.grow(toImageCount: count)
  }

  subscript(image: ImageID) -> Int { counts[Int(image.index)] }

  mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

  mutating func missed(_ image: ImageID) {
    leaveOutside(image)
    counts[Int(image.index)] += 1
    joinOutside(image)
  }

  mutating func stored(_ image: ImageID) { leaveOutside(image) }

  mutating func left(_ image: ImageID) { joinOutside(image) }

  private mutating func leaveOutside(_ image: ImageID) {
    guard counts[Int(image.index)] > 0 else { return }
    outside.remove(image)
    outsideCount -= 1
  }

  private mutating func joinOutside(_ image: ImageID) {
    guard counts[Int(image.index)] > 0 else { return }
    outside.append(image)
    outsideCount += 1
    guard outsideCount > Self.mostOutside, let forgotten = outside.oldest() else { return }
    leaveOutside(forgotten)
    counts[Int(forgotten.index)] = 0
  }
}
