import ScrollCaching
import ScrollCore

/// `adaptsize`: `lru` that stores with probability exp(-bytes / c), if there is a limit in bytes.
///
/// c is 2^15 at first. Every `interval` requests it is chosen again, if the images requested so far
/// are together larger than three caches. If they are not, the next attempt is 10 000 requests
/// later, or `interval` if that is less.
///
/// The choice is the candidate that promises most hits, the first of equals. The candidates for
/// log2 c are log2 of the capacity; 2, 6, 10... below that; and the steps of a golden section from
/// 0 to log2 of the capacity. Images have their latest size and the rate 0.3 x old + 0.7 x new
/// requests.
///
/// The hits at c are the sum of rate x P. P is x / (1 + x). x is exp(-bytes / c) (exp(rate T) - 1),
/// computed with logarithms. T is 2^y. Bisection finds y in 48 steps between -64 and 4, so that the
/// sum of bytes x P is no more than the capacity. If all images fit, all requests are hits.
struct AdaptSizeReference: EvictionPolicy {
  private let setup: PolicySetup
  private var order: [ImageID] = []
  private var asked: [ImageID: (new: Int, rate: Double, bytes: Int)] = [:]
  private var due: Int
  private var capacity: Int
  private var c = 32_768.0
  private var random: SeededRandom

  init(_ setup: PolicySetup) {
    self.setup = setup
    due = setup.settings.integer("interval")
    capacity = setup.limits.capacity
    random = SeededRandom(seed: setup.seed)
  }

  static let descriptor = PolicyDescriptor.reference(of: "adaptsize") { AdaptSizeReference($0) }

  mutating func didMiss(_ request: Request) {
    guard setup.limits.cost != nil else { return }
    let before = asked[request.image]
    asked[request.image] = ((before?.new ?? 0) + 1, before?.rate ?? 0, request.cost)
    due -= 1
    guard due == 0 else { return }
    let interval = setup.settings.integer("interval")
    if asked.values.reduce(0, { $0 + Double($1.bytes) }) > 3 * Double(capacity) {
      due = interval
      choose()
    } else {
      due = min(interval, 10_000)
    }
  }

  mutating func didHit(_ request: Request) {
    didMiss(request)
    order.makeNewest(request.image)
  }

  mutating func shouldStore(_ request: Request) -> Bool {
    setup.limits.cost == nil || random.unit() < exp(-Double(request.cost) / c)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
  }
  mutating func didRemove(_ image: ImageID) { order.remove(image) }
  mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let victim = order.unpinned(pins).first
    if let victim { order.remove(victim) }
    return victim
  }

  private mutating func choose() {
    for (image, demand) in asked {
      asked[image] = (0, 0.3 * demand.rate + 0.7 * Double(demand.new), demand.bytes)
    }
    let top = log2(Double(max(1, capacity)))
    var tried: [(exponent: Double, hits: Double)] = []
    func value(_ exponent: Double) -> Double {
      tried.append((exponent, hits(exp2(exponent))))
      return tried[tried.count - 1].hits
    }
    func best() -> (exponent: Double, hits: Double) {
      tried.reduce(tried[0]) { $1.hits > $0.hits ? $1 : $0 }
    }
    _ = value(top)
    for exponent in stride(from: 2, to: top, by: 4) { _ = value(exponent) }

    let r = 0.61803399
    var (a, b, d, e) = (0.0, best().exponent, best().exponent, top)
    var (fb, fd) = (best().hits, best().hits)
    if e - b > b - a {
      d = b + (1 - r) * (e - b)
      fd = value(d)
    } else {
      b = a + r * (d - a)
      fb = value(b)
    }
    var steps = 0
    while steps < 15, e - a > 3e-8 * (b + d) {
      steps += 1
      if fd > fb {
        a = b
        b = d
        d = r * d + (1 - r) * e
        fb = fd
        fd = value(d)
      } else {
        e = d
        d = b
        b = r * b + (1 - r) * a
        fd = fb
        fb = value(b)
      }
    }
    c = exp2(best().exponent)
  }

  private func hits(_ c: Double) -> Double {
    let demands = asked.sorted { $0.key < $1.key }.map {
      (rate: $0.value.rate, bytes: Double($0.value.bytes))
    }
    let room = Double(max(1, capacity))
    if demands.reduce(0, { $0 + $1.bytes }) <= room { return demands.reduce(0) { $0 + $1.rate } }
    func p(_ demand: (rate: Double, bytes: Double), _ t: Double) -> Double {
      let uses = demand.rate * t
      let logarithm = (uses > 40 ? uses : log(expm1(uses))) - demand.bytes / c
      return 1 / (1 + exp(-logarithm))
    }
    var (least, most) = (-64.0, 4.0)
    for _ in 1...48 {
      let y = (least + most) / 2
      let held = demands.reduce(0) { $0 + $1.bytes * p($1, exp2(y)) }
      if held <= room { least = y } else { most = y }
    }
    return demands.reduce(0) { $0 + $1.rate * p($1, exp2(least)) }
  }
}
