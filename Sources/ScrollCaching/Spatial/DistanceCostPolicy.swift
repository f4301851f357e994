public import ScrollCore

/// Evicts the image that is far away, large and quick to get again.
///
/// Score: that of `DistancePolicy` times `bytes / load`, with `bytes` those of the image in
/// memory (what it was charged where the set-up does not know; at least 1) and `load` the
/// milliseconds to read or download and decode it (at least 0.1, so that formats which need no
/// decoding have one too; 1 where the set-up knows none). The highest leaves first, among
/// equals the one that was stored first. In the middle of the screen the score is 0 whatever
/// the cost. Several items of one image: the nearest counts; an image without items leaves
/// before all others, in order of storing.
///
/// Bytes per millisecond saved is the weight of cost-aware caching (P. Cao, S. Irani,
/// "Cost-aware WWW proxy caching algorithms", USITS 1997); here distance stands for the time
/// until the next use, where GreedyDual-Size has the time since the last. It is a choice of
/// this project, not of a publication. The victim is found by branch and bound, which agrees
/// with comparing all scores one by one in `Double`.
///
/// - Complexity: O(log images) per insertion and removal; see `BoundTree` for an eviction.
public struct DistanceCostPolicy: EvictionPolicy, ~Copyable {
  private var residents: PlacedImages<DistanceRule>
  private var costs: ReloadCosts
  private let lead: Double

  /// A policy for the images and items of a set-up.
  /// - Precondition: `lead` is at least 1; the set-up knows the load of every image or none.
  public init(_ setup: PolicySetup, lead: Double = 1) {
    precondition(lead >= 1, "lead is \(lead)")
    let focus = Focus(center: 0, direction: setup.direction, lead: lead)
    residents = PlacedImages(setup, by: .middles, rule: DistanceRule(focus: focus))
    costs = ReloadCosts(setup)
    self.lead = lead
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    residents.rule.focus = Focus(viewport, lead: lead)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    residents.move(to: placement)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(
      request.image,
      weight: costs.bytesPerMillisecond(of: request.image, charged: request.cost))
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

extension DistanceCostPolicy {
  static let descriptor = PolicyDescriptor(
    "distance-cost", "Evicts the image that is far away, large and quick to reload.",
    settings: [.lead()],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Score: that of distance, times bytes, divided by the milliseconds to get the image \
        again (at least 0.1; 1 each where nothing is known, as in replay); the highest \
        leaves first, ties by order of storing. This project's own combination of furthest \
        away replacement with the weight of GreedyDual-Size (Cao and Irani, USITS 1997).
        """,
      claims: [.standard, .reusesIDs],
      score: { setup in
        let distance = NearestDistance(setup, lead: setup.settings.number("lead"))
        let costs = ReloadCosts(setup)
        return { image, charge, viewport in
          distance(to: image, from: viewport)
            * costs.bytesPerMillisecond(of: image, charged: charge)
        }
      })
  ) { DistanceCostPolicy($0, lead: $0.settings.number("lead")) }
}
