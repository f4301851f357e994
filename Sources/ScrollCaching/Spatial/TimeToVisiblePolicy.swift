public import ScrollCore

/// Evicts the image that is expected to become visible last.
///
/// The score is the expected time until an item of the image overlaps the viewport [u, w). The
/// image with the highest score is evicted first; of several, the one stored first. If several
/// items show an image, the one that is visible soonest counts; an image without items is evicted
/// before all others, in order of storing.
///
/// 1. The score of an item that touches the viewport or is in it is 0.
/// 2. A scroll under way at velocity v lands at a distance of R = v / k, but not beyond an end of
///    the content. Here k is the trace's rate of deceleration, and a finger is assumed to release
///    now. The scroll is over when half a point is left, at the time end = max(0, ln(|v| / 0.5 k) /
///    k). At rest, or if |v| is at most 0.5 k, R = end = 0. If the fling reaches an item, which is
///    then ahead at a distance of at most |R| - 0.5, the score is -ln(1 - k distance / |v|) / k.
/// 3. Every other item waits for the next scroll. Its score is end + `dwell` + h / (`cruise` p).
///    Here h is its distance from the landing viewport [u + R, w + R), and p is the probability
///    that the next scroll goes towards the item: q on the side from which the current scroll came,
///    and 1 - q on the other. From the scrolls so far, q = (1 + reversals) / (8 + bursts). A burst
///    is a maximal run of frames in one direction that are not idle; it is a reversal if the burst
///    before went the other way.
///
/// In `replay` there is no velocity: R = end = dwell = 0, `cruise` is 1 item per request, times
/// count requests, and bursts are runs of one direction.
///
/// The rule is this project's own. The duration of a fling follows from exponential deceleration.
/// Studies of scrolling find in several forms that the next fling continues rather than turns back,
/// and starts after a pause. Half a point and the dwell are absolute, so the rule does not scale
/// with the lengths. The direction of a moving viewport is the sign of its velocity. A viewport
/// past an end of the content, as in a bounce, lands where it is if it moves outwards.
///
/// - Complexity: O(log items) per insertion, removal and eviction, plus the number of images
///   that arrive at the same time.
public struct TimeToVisiblePolicy: EvictionPolicy, ~Copyable {
  private var residents: PlacedImages<ArrivalRule>
  private var arrivals: Arrivals

  /// Creates a policy for the images and items of a set-up, with `dwell` in seconds and `cruise` in
  /// points per second.
  /// - Precondition: `dwell` is not negative, `cruise` is positive.
  public init(_ setup: PolicySetup, dwell: Double = 1.1, cruise: Double = 1000) {
    precondition(dwell >= 0, "a dwell of \(dwell)")
    precondition(cruise > 0, "a cruise of \(cruise)")
    arrivals = Arrivals(setup, dwell: dwell, cruise: cruise)
    residents = PlacedImages(
      setup, by: .edges, rule: arrivals.origin(direction: setup.direction))
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    residents.rule = arrivals.follow(viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    residents.move(to: placement)
    residents.rule = arrivals.placementChanged(to: placement)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
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
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    residents.removeFirst(sparing: pins)
  }
}

extension TimeToVisiblePolicy {
  static let descriptor = PolicyDescriptor(
    "time-to-visible", "Evicts the image that is expected to become visible latest.",
    settings: Setting.arrivals,
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score is the expected time until an image is visible; a visible image has 0. For \
        images that the current fling reaches (or would reach if the finger let go now), it is \
        the time of arrival by exponential deceleration. For all others it is the end of the \
        fling, plus dwell, plus the distance from the landing at cruise points per second. That \
        distance is divided by the probability q = (1 + reversals) / (8 + bursts) of turning \
        back, or by 1 - q ahead. The highest score is evicted first, ties by order of storing. \
        In replay there is no fling and no dwell, scrolling is 1 item per request, and bursts \
        are runs in one direction. This project's own rule.
        """,
      claims: [.keepsNewcomers, .keepsOldOnRefusal, .mirrors, .bestOnWalks, .reusesIDs],
      score: { setup in
        let range = NearestRange(setup)
        // From a single viewport, only the score of visible images is known: it is 0.
        return { image, _, viewport in
          let seen = RangeRule.Span(
            lower: viewport.lower.nextDown, upper: viewport.upper.nextUp)
          return min(1, range(of: image, by: RangeRule(viewport: seen, near: seen, far: seen)))
        }
      })
  ) {
    TimeToVisiblePolicy(
      $0, dwell: $0.settings.number("dwell"), cruise: $0.settings.number("cruise"))
  }
}
