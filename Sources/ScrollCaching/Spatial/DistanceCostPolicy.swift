public import ScrollCore

/// Evicts images that are far away, large, and quick to load again.
///
/// The score is that of `DistancePolicy` times `bytes / load`. Here `bytes` are those of the image
/// in memory (its charge if the set-up does not know them), at least 1. `load` is the milliseconds
/// to read or download and decode the image: at least 0.1, so that formats that need no decoding
/// have a load, too, and 1 if the set-up knows none. The image with the highest score is evicted
/// first; of several, the one stored first. In the middle of the screen the score is 0 for any
/// cost. If several items show an image, the nearest counts; an image without items is evicted
/// before all others, in order of storing.
///
/// Bytes per millisecond saved is the weight of cost-aware caching (P. Cao, S. Irani, "Cost-aware
/// WWW proxy caching algorithms", USITS 1997); here the distance represents the time until the next
/// use, while GreedyDual-Size uses the time since the last. The policy is this project's own, not
/// from a publication. The victim is found by branch and bound, which agrees with comparing all
/// scores one by one in `Double`.
///
/// - Complexity: O(log images) per insertion and removal; see `BoundTree` for an eviction.
public struct DistanceCostPolicy: EvictionPolicy, ~Copyable {
  private var residents: PlacedImages<DistanceRule>
  private var costs: ReloadCosts
  private let lead: Double

  /// Creates a policy for the images and items of a set-up.
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
        The score is that of distance, times bytes, divided by the milliseconds to load the \
        image again (at least 0.1; 1 each if unknown, as in replay). The highest score is \
        evicted first, ties by order of storing. This project's own combination of furthest away \
        replacement with the weight of GreedyDual-Size (Cao and Irani, USITS 1997).
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

/// The distance from the point where the user looks, times a weight.
struct DistanceRule: PlaceRule {
  var focus: Focus

  func score(start: Double, end: Double, weight: Double) -> Double {
    max(focus.distance(to: start), focus.distance(to: end)) * weight
  }
}

/// The distance of an image from the point where the user looks, computed item by item as
/// documented.
///
/// Spatial policies declare this distance as their score, but compute it in faster ways.
///
/// - Complexity: O(items of the image).
struct NearestDistance: Sendable {
  private let placement: ItemPlacement
  private let lead: Double

  init(_ setup: PolicySetup, lead: Double) {
    placement = setup.items
    self.lead = lead
  }

  /// Returns the distance of the nearest item; infinite if no item shows the image.
  func callAsFunction(to image: ImageID, from viewport: Viewport) -> Double {
    self(to: image, from: viewport.center, viewport.direction)
  }

  /// Returns the distance from a position, for a user who scrolls in a direction.
  func callAsFunction(
    to image: ImageID, from center: Double, _ direction: ScrollDirection
  ) -> Double {
    let sign = direction.sign
    var nearest = Double.infinity
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let isAhead = sign * (middle - center) >= 0
      nearest = min(nearest, abs(middle - center) * (isAhead ? 1 : lead))
    }
    return nearest
  }
}

/// The loss from evicting an image: its bytes and the milliseconds to load it again.
struct ReloadCosts: Sendable {
  private var milliseconds: [Double]
  private let bytes: [Int]
  private var imageCount: Int

  /// Creates the costs of a set-up's images.
  /// - Precondition: The set-up knows the load of every image or none, and the bytes of all or
  ///   none.
  init(_ setup: PolicySetup) {
    milliseconds = setup.reloadMilliseconds
    bytes = setup.bytes
    imageCount = setup.imageCount
    precondition(
      milliseconds.isEmpty || milliseconds.count == setup.imageCount,
      "\(milliseconds.count) loads for \(setup.imageCount) images")
    precondition(
      bytes.isEmpty || bytes.count == setup.imageCount,
      "\(bytes.count) sizes for \(setup.imageCount) images")
  }

  /// Records the measured milliseconds that an image took to load.
  mutating func didMeasure(_ image: ImageID, reload: Double) {
    if milliseconds.isEmpty { milliseconds = Array(repeating: 1, count: imageCount) }
    milliseconds[Int(image.index)] = reload
  }

  /// Grows the table to `count` images; the number of images never decreases.
  /// - Precondition: The costs of images are their bytes.
  mutating func grow(toImageCount count: Int) {
    precondition(bytes.isEmpty, "the sizes of \(imageCount) images are all that are known")
    if !milliseconds.isEmpty {
      milliseconds += Array(repeating: 1, count: max(0, count - imageCount))
    }
    imageCount = count
  }

  /// Returns the bytes of an image per millisecond of its load.
  ///
  /// The bytes are the charge if the set-up knows none, at least 1. The load is the time to read or
  /// download and decode the image, at least 0.1 ms for formats that need no decoding, and 1 if
  /// none are known.
  func bytesPerMillisecond(of image: ImageID, charged cost: Int) -> Double {
    let index = Int(image.index)
    let load = milliseconds.isEmpty ? 1 : max(0.1, milliseconds[index])
    return Double(max(1, bytes.isEmpty ? cost : bytes[index])) / load
  }
}
