import BasicContainers
public import ScrollCore

/// Stores small images more readily than large ones, and evicts the least recently used.
///
/// An image is admitted with probability exp(-bytes / c). c is 2^15 bytes at first; after every
/// `interval` requests it is chosen anew between 1 byte and the capacity, so that
/// `AdmissionModel` promises the most hits for the images seen so far, each with its latest
/// size and a rate of 0.7 times its requests in the interval plus 0.3 times its old rate. As
/// long as these images are not three times as large as the cache, c stays and is looked at again
/// after 10 000 requests (or `interval`, if that is less). D. Berger, R. Sitaraman,
/// M. Harchol-Balter, "AdaptSize: Orchestrating the Hot Object Memory Cache in a Content
/// Delivery Network", NSDI 2017.
///
/// One draw for every image offered that is no larger than the cache. A cache without a limit
/// in bytes admits everything, without a draw: that is `lru`. The search takes the best c that it
/// has looked at, which need not be the last; a model with more than one summit may have a
/// better one.
///
/// - Complexity: O(1), O(pinned) for a victim; once per interval O(images), some 1 000 times.
public struct AdaptSizePolicy: EvictionPolicy, ~Copyable {
  static var firstCutoff: Double { 32_768 }

  struct Demand: BitwiseCopyable {
    /// Requests in this interval; -1 for what was never asked for.
    var requests: Int32 = -1
    var rate = 0.0
    var bytes = 0
  }

  var order: ItemList
  var demands: RigidArray<Demand>
  /// Bytes of all images that were asked for.
  var bytesSeen = 0.0
  let interval: Int
  /// Requests until the next choice.
  var remaining: Int
  var capacity: Int
  let hasByteLimit: Bool
  /// c.
  var cutoff = AdaptSizePolicy.firstCutoff
  var random: PolicyRandom

  /// An empty order.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - limits: what the cache may hold.
  ///   - interval: requests from one choice of c to the next.
  ///   - seed: what the draws depend on.
  /// - Precondition: `interval` is positive.
  public init(imageCount: Int, limits: CacheLimits, interval: Int = 500_000, seed: UInt64 = 0) {
    precondition(interval > 0, "nothing is chosen every \(interval) requests")
    order = ItemList(imageCount: imageCount)
    demands = RigidArray(repeating: Demand(), count: imageCount)
    self.interval = interval
    remaining = interval
    capacity = limits.capacity
    hasByteLimit = limits.cost != nil
    random = PolicyRandom(seed: seed)
  }

  public mutating func didMiss(_ request: Request) { count(request) }

  public mutating func didHit(_ request: Request) {
    count(request)
    order.moveToNewest(request.image)
  }

  public mutating func shouldStore(_ request: Request) -> Bool {
    !hasByteLimit || random.chance(exp(-Double(request.cost) / cutoff))
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = order.oldest(sparing: pins) else { return nil }
    order.remove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { order.remove(image) }

  /// Whatever was asked for is remembered for ever.
  public func remembers(_ image: ImageID) -> Bool { demands[Int(image.index)].requests >= 0 }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    demands.grow(to: count, filling: Demand())
  }

  public mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  private mutating func count(_ request: Request) {
    guard hasByteLimit else { return }
    let index = Int(request.image.index)
    bytesSeen += Double(request.cost) - Double(demands[index].bytes)
    demands[index].bytes = request.cost
    demands[index].requests = max(demands[index].requests, 0) + 1
    remaining -= 1
    guard remaining == 0 else { return }
    if bytesSeen > 3 * Double(capacity) {
      remaining = interval
      chooseCutoff()
    } else {
      remaining = min(interval, 10_000)
    }
  }

  private mutating func chooseCutoff() {
    var model = AdmissionModel(capacity: capacity)
    for index in 0..<demands.count where demands[index].requests >= 0 {
      demands[index].rate = 0.3 * demands[index].rate + 0.7 * Double(demands[index].requests)
      demands[index].requests = 0
      model.add(rate: demands[index].rate, bytes: demands[index].bytes)
    }
    cutoff = exp2(model.bestExponent())
  }
}
