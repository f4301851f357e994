// policy score: distance * bytes / decodeMs; scrollsim 0.1.0
import ScrollCaching
import ScrollCore

/// Evicts the image with the highest score, of equal ones the one stored first.
///
///     distance * bytes / decodeMs
///
/// A score that is no number counts as the lowest.
///
/// The values that it reads, and what an app must supply for them:
/// - `distance`: points from the middle of the viewport to the middle of the item. Supply the
///   scroll view's offset in every frame, and where the items of every image lie.
/// - `bytes`: bytes in memory, at least 1; 1 if the limit is a number of images. Supply the bytes
///   of every decoded image.
/// - `decodeMs`: milliseconds to decode it again, at least 0.1; 1 in replay. Supply the decode
///   time of every image on the device.
///
/// - Complexity: O(residents) per eviction: each of them is evaluated.
public struct FoundPolicy: EvictionPolicy, ~Copyable {
  /// The facts about an image since it was stored.
  private struct Record {
    var cost = 0
  }

  /// In the order of storing.
  private var residents: ItemList
  /// By image.
  private var records: [Record]
  /// Bytes in memory by image; none where they are what an image is charged.
  private let sizes: [Int]
  /// Images are below it.
  private var imageCount: Int
  /// Milliseconds by image; none where all take 1.
  private var decodes: [Double]
  /// The positions of the items.
  private var placement: ItemPlacement
  /// The positions of the items of images, if they are reported image by image; otherwise none.
  private var places: [[Range<Double>]]
  /// That of the last frame.
  private var viewport: Viewport

  public init(_ setup: PolicySetup) {
    residents = ItemList(imageCount: setup.imageCount)
    records = Array(repeating: Record(), count: setup.imageCount)
    sizes = setup.bytes
    imageCount = setup.imageCount
    decodes = setup.decodeMilliseconds
    placement = setup.placement ?? ItemPlacement(line: setup.reusesIDs ? 0 : setup.imageCount)
    places = setup.reusesIDs ? Array(repeating: [], count: setup.imageCount) : []
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

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    if !decodes.isEmpty { decodes[Int(image.index)] = 1 }
    if !places.isEmpty { places[Int(image.index)] = [] }
  }

  public mutating func grow(toImageCount count: Int) {
    residents.grow(toImageCount: count)
    records += Array(repeating: Record(), count: count - records.count)
    if !decodes.isEmpty {
      decodes += Array(repeating: 1, count: count - decodes.count)
    }
    imageCount = count
    if !places.isEmpty {
      places += Array(repeating: [], count: count - places.count)
    }
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    if decodes.isEmpty { decodes = Array(repeating: 1, count: imageCount) }
    decodes[Int(image.index)] = decode
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if !places.isEmpty { places[Int(image.index)] = items }
  }

  /// The score of a resident: the higher, the sooner it is evicted.
  private func score(of image: ImageID) -> Double {
    let record = records[Int(image.index)]
    let nearest = nearestItem(showing: image)
    let distance: Double = abs(nearest?.offset ?? -.infinity)
    let bytes: Double = Double(max(1, sizes.isEmpty ? record.cost : sizes[Int(image.index)]))
    let decodeMs: Double = decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])
    return distance * bytes / decodeMs
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
}

extension FoundPolicy {
  /// For a catalog: `PolicyCatalog.builtIn.adding(FoundPolicy.descriptor)`.
  public static let descriptor = PolicyDescriptor(
    "found", "Evicts the image with the highest score by a fixed formula.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score: distance * bytes / decodeMs.
        """,
      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))
  ) { FoundPolicy($0) }
}
