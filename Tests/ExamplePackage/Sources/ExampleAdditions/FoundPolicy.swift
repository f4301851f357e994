// policy score: distance * bytes / decodeMs; scrollsim 0.1.0
import ScrollCaching
import ScrollCore

/// Evicts the image with the highest score, of equal ones the one stored first.
///
///     distance * bytes / decodeMs
///
/// A score that is no number counts as the lowest.
///
/// What it asks for, and what an app must supply for that:
/// - `distance`: points from the middle of the viewport to the middle of the item. Supply the
///   scroll view's offset in every frame, and where the items of every image lie.
/// - `bytes`: bytes in memory, at least 1; 1 where images are counted. Supply the bytes of every
///   decoded image.
/// - `decodeMs`: milliseconds to decode it again, at least 0.1; 1 in replay. Supply how long
///   every image takes to decode on the device.
///
/// - Complexity: O(residents) per eviction: each of them is evaluated.
public struct FoundPolicy: EvictionPolicy, ~Copyable {
  /// What is known of an image since it was stored.
  private struct Record {
    var cost = 0
  }

  /// In the order of storing.
  private var residents: ItemList
  /// By image.
  private var records: [Record]
  /// Bytes in memory by image; none where they are what an image is charged.
  private let sizes: [Int]
  /// Milliseconds by image; none where all take 1.
  private let decodes: [Double]
  /// Where the items lie.
  private var placement: ItemPlacement
  /// That of the last frame.
  private var viewport: Viewport

  public init(_ setup: PolicySetup) {
    residents = ItemList(imageCount: setup.imageCount)
    records = Array(repeating: Record(), count: setup.imageCount)
    sizes = setup.bytes
    decodes = setup.decodeMilliseconds
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    self.viewport = viewport
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
  }

  public mutating func didHit(_ request: Request) {}

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
    }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    var record = Record()
    record.cost = request.cost
    records[Int(request.image.index)] = record
    residents.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
  }

  /// How much a resident is to leave.
  private func score(of image: ImageID) -> Double {
    let record = records[Int(image.index)]
    let nearest = nearestItem(showing: image)
    let distance: Double = abs(nearest?.offset ?? -.infinity)
    let bytes: Double = Double(max(1, sizes.isEmpty ? record.cost : sizes[Int(image.index)]))
    let decodeMs: Double = decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])
    return distance * bytes / decodeMs
  }

  /// The item of an image that is nearest to the middle of the viewport, and how far ahead of it.
  ///
  /// Of two equally near it is the one ahead.
  private func nearestItem(showing image: ImageID) -> (index: Int, offset: Double)? {
    var nearest: (index: Int, offset: Double)?
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let offset = (middle - viewport.center) * viewport.direction.sign
      let best = nearest?.offset ?? .infinity
      if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
        nearest = (index, offset)
      }
    }
    return nearest
  }
}

extension FoundPolicy {
  /// For a catalog: `PolicyCatalog.builtIn.adding(FoundPolicy.descriptor)`.
  public static let descriptor = PolicyDescriptor(
    "found", "Evicts the image with the highest score by a fixed formula.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score: distance * bytes / decodeMs.
        """,
      claims: PolicyClaims.standard.subtracting(.scales))
  ) { FoundPolicy($0) }
}
