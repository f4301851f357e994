public import ScrollCore

/// Keeps images with the longest expected stall per byte of memory.
///
/// A byte of the cache saves exp(-t / H) load / bytes: the probability that its image is seen soon,
/// times the time to load the image, divided by the bytes of the image. Here t is the expected time
/// until the image is visible, as in `TimeToVisiblePolicy`, and H is a horizon. The image with the
/// least saving is evicted first. The policy compares the logarithm, which does not underflow: the
/// score is t / H + ln(bytes / load). The image with the highest score is evicted first; of
/// several, the one stored first. If several items show an image, the one that is visible soonest
/// counts; an image without items is evicted before all others, in order of storing.
///
/// `load` is the time to read or download and decode the image in milliseconds, at least 0.1 (1 if
/// the set-up knows none); `bytes` are those in memory (the charge if the set-up does not know), at
/// least 1. A visible image has t = 0, which does not keep it if it is large and quick to load:
/// images that must stay on screen are pinned. The horizon H is `horizon` seconds, or
/// `horizonRequests` in `replay`, where times count requests.
///
/// The rule is this project's own. It is a density of expected benefit like those of cost-aware web
/// caching (P. Cao, S. Irani, "Cost-aware WWW proxy caching algorithms", USITS 1997).
///
/// - Complexity: O(log items) per insertion and removal; see `BoundTree` for an eviction.
public struct ExpectedStallPolicy: EvictionPolicy, ~Copyable {
  /// The rule whose score is the time divided by the horizon, plus the weight.
  private struct Rule: PlaceRule {
    var arrival: ArrivalRule
    let horizon: Double

    func score(start: Double, end: Double, weight: Double) -> Double {
      arrival.score(start: start, end: end, weight: 0) / horizon + weight
    }

    static func reaches(_ bound: Double, _ record: Double) -> Bool {
      bound + 1e-9 * (1 + abs(bound)) >= record
    }
  }

  private var residents: PlacedImages<Rule>
  private var arrivals: Arrivals
  private var costs: ReloadCosts

  /// Creates a policy for the images and items of a set-up.
  ///
  /// `horizon` is in seconds, or in requests in a replay; the other parameters are as in
  /// `TimeToVisiblePolicy`.
  ///
  /// - Precondition: `horizon` and `cruise` are positive, `dwell` is not negative; the set-up knows
  ///   the load of every image or none, and the bytes of all or none.
  public init(
    _ setup: PolicySetup, horizon: Double, dwell: Double = 1.1, cruise: Double = 1000
  ) {
    precondition(horizon > 0, "a horizon of \(horizon)")
    precondition(dwell >= 0, "a dwell of \(dwell)")
    precondition(cruise > 0, "a cruise of \(cruise)")
    arrivals = Arrivals(setup, dwell: dwell, cruise: cruise)
    residents = PlacedImages(
      setup, by: .edges,
      rule: Rule(arrival: arrivals.origin(direction: setup.direction), horizon: horizon))
    costs = ReloadCosts(setup)
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    residents.rule.arrival = arrivals.follow(viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    residents.move(to: placement)
    residents.rule.arrival = arrivals.placementChanged(to: placement)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let density = costs.bytesPerMillisecond(of: request.image, charged: request.cost)
    residents.insert(request.image, weight: log(density))
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    residents.didPlace(image, at: [])
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    residents.didPlace(image, at: items)
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    costs.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, reload: reload)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    residents.removeFirst(sparing: pins)
  }
}

extension ExpectedStallPolicy {
  static let descriptor = PolicyDescriptor(
    "expected-stall", "Evicts the image with the least expected stall per byte.",
    settings: [
      Setting(
        "horizon", .number(0.001...86_400), standard: "10",
        "The delay, in seconds, at which the value of an image falls to 1/e."),
      Setting(
        "horizonRequests", .number(0.001...1e9), standard: "100",
        "The same for replays, in requests."),
    ] + Setting.arrivals,
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score is t / H + ln(bytes / load), the logarithm of bytes / (exp(-t / H) x load). t \
        is the time of time-to-visible. load is in milliseconds (at least 0.1; 1 each if \
        unknown, as in replay), and bytes is at least 1. H is the horizon: 10 s, in replay 100 \
        requests. The highest score is evicted first, ties by order of storing; visible images \
        are not protected. This project's own rule.
        """,
      claims: [.keepsNewcomers, .keepsOldOnRefusal, .mirrors, .bestOnWalks, .reusesIDs])
  ) { setup in
    let settings = setup.settings
    return ExpectedStallPolicy(
      setup,
      horizon: settings.number(setup.clock == .requests ? "horizonRequests" : "horizon"),
      dwell: settings.number("dwell"), cruise: settings.number("cruise"))
  }
}
