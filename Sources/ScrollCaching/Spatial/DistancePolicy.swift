import BasicContainers
public import ScrollCore

/// Evicts the image farthest from the middle of the screen.
///
/// The score is `|m - c| * (ahead ? 1 : lead)`, where `m` is the middle of the image's item and `c`
/// the middle of the viewport. The image with the highest score is evicted first; of several, the
/// one stored first. `lead` stretches distances on the side that the user leaves: at 2, an image
/// behind counts as twice as far away as an image the same number of points ahead. If several items
/// show an image, the nearest counts; an image without items is evicted before all others, in order
/// of storing. Before the first viewport the user looks at position 0.
///
/// If requests walk over images of equal size in single steps, the policy misses exactly as often
/// as LRU and as Belady's optimum. The reason is that the residents form an interval in which the
/// times to the last and to the next use grow with the distance. This does not hold for steps of
/// two.
///
/// The idea of ranking by distance to the user is that of spatial caches for tiles and moving
/// clients (Q. Ren, M. H. Dunham, "Using semantic caching to manage location dependent data in
/// mobile computing", MobiCom 2000, pages 210 to 221: furthest away replacement, which prefers
/// victims that the client is moving away from). The order on each side of the center does not
/// depend on the center. So one item of each resident image is in an ordered set, and the victim is
/// at one of its ends. That item need not be the nearest of its image, because the distance of any
/// item is an upper bound for the image: an image that is examined at an end is first moved to its
/// nearest item.
///
/// - Complexity: O(1) per eviction, plus the number of pinned images and of equally far ones; with
///   several items per image a binary search for each examined image.
public struct DistancePolicy: EvictionPolicy, ~Copyable {
  var order: MiddleOrder
  /// The ranks of items in the set, one for each resident image that has an item.
  var occupied: OrderedBitset
  /// The rank by which each resident image is in the set; -1 for the others.
  var rankOfImage: RigidArray<Int32>
  /// The number of stores before each resident's store.
  var admissions: RigidArray<Int>
  var admissionCount = 0
  /// The residents that no item shows.
  var unplaced: ItemList
  var focus: Focus
  let lead: Double
  /// The residents if positions are reported image by image.
  var told: PlacedImages<DistanceRule>
  let isTold: Bool

  /// Creates a policy for the images and items of a set-up.
  /// - Precondition: `lead` is at least 1.
  public init(_ setup: PolicySetup, lead: Double = 1) {
    precondition(lead >= 1, "lead is \(lead)")
    let placement = setup.items
    order = MiddleOrder(placement, imageCount: setup.imageCount)
    isTold = placement.count == 0
    occupied = OrderedBitset(count: order.middles.count)
    rankOfImage = RigidArray(repeating: -1, count: setup.imageCount)
    admissions = RigidArray(repeating: 0, count: setup.imageCount)
    unplaced = ItemList(imageCount: setup.imageCount)
    focus = Focus(center: 0, direction: setup.direction, lead: lead)
    self.lead = lead
    let nothing = PolicySetup(imageCount: 0, limits: CacheLimits())
    told = PlacedImages(isTold ? setup : nothing, by: .middles, rule: DistanceRule(focus: focus))
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    focus = Focus(viewport, lead: lead)
  }

  /// Changes the position from which distances are measured.
  mutating func look(at center: Double, direction: ScrollDirection) {
    focus = Focus(center: center, direction: direction, lead: lead)
  }

  /// Moves the items to a new layout.
  ///
  /// - Complexity: O(images + items), O(items log items) if middles do not ascend.
  public mutating func placementChanged(to placement: ItemPlacement) {
    if isTold { return }
    order = MiddleOrder(placement, imageCount: rankOfImage.count)
    occupied = OrderedBitset(count: order.middles.count)
    for index in 0..<rankOfImage.count where rankOfImage[index] >= 0 {
      guard let rank = order.nearestRank(of: ImageID(index), to: focus) else {
        preconditionFailure("\(ImageID(index)) is on no item any more")
      }
      occupied.insert(rank)
      rankOfImage[index] = Int32(rank)
    }
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    insert(request.image, stored: admissionCount)
    admissionCount += 1
  }

  /// Adds an image after `number` others were stored.
  mutating func insert(_ image: ImageID, stored number: Int) {
    admissions[Int(image.index)] = number
    if let rank = order.nearestRank(of: image, to: focus) {
      occupied.insert(rank)
      rankOfImage[Int(image.index)] = Int32(rank)
    } else {
      insertApart(image, stored: number)
    }
  }

  public mutating func didRemove(_ image: ImageID) {
    let rank = Int(rankOfImage[Int(image.index)])
    guard rank >= 0 else { return removeApart(image) }
    occupied.remove(rank)
    rankOfImage[Int(image.index)] = -1
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = unplaced.oldest(sparing: pins) ?? farthest(sparing: pins) else {
      return removeFarthestApart(sparing: pins)
    }
    didRemove(victim)
    return victim
  }

  /// Returns the farthest image.
  ///
  /// The search walks inward from both ends, always at the farther one, for as long as an item
  /// there can be as far away as the farthest so far.
  private mutating func farthest(sparing pins: borrowing PinSet) -> ImageID? {
    guard var low = occupied.first, var high = occupied.last else { return nil }
    var farthest: ImageID?
    var record = 0.0
    while true {
      let below = focus.distance(to: order.middles[low])
      let above = focus.distance(to: order.middles[high])
      let distance = max(below, above)
      if farthest != nil, distance < record { return farthest }
      let rank = below >= above ? low : high
      let image = order.images[rank]
      if !pins.contains(image) {
        if order.itemCount(of: image) > 1, approach(image, from: rank, at: distance) {
          // The image moved inward, so the ends of the set may have moved, too.
          (low, high) = (occupied.first ?? low, occupied.last ?? high)
          continue
        }
        if farthest.map({ isOlder(image, than: $0) }) ?? true {
          (farthest, record) = (image, distance)
        }
      }
      guard low < high else { return farthest }
      if rank == low {
        low = occupied.next(after: low) ?? high
      } else {
        high = occupied.previous(before: high) ?? low
      }
    }
  }

  /// Moves an image to its nearest item.
  ///
  /// - Returns: `false` if the image is at its nearest item already, or at an equally near one.
  private mutating func approach(
    _ image: ImageID, from rank: Int, at distance: Double
  ) -> Bool {
    guard let nearest = order.nearestRank(of: image, to: focus),
      focus.distance(to: order.middles[nearest]) < distance
    else { return false }
    occupied.remove(rank)
    occupied.insert(nearest)
    rankOfImage[Int(image.index)] = Int32(nearest)
    return true
  }

  private func isOlder(_ image: ImageID, than other: ImageID) -> Bool {
    admissions[Int(image.index)] < admissions[Int(other.index)]
  }
}

extension DistancePolicy {
  static let descriptor = PolicyDescriptor(
    "distance", "Evicts the image farthest from the middle of the screen.",
    settings: [.lead()],
    facts: PolicyDescriptor.Facts(
      discussion: """
        The score is the distance of the item's middle from the viewport's middle, times lead \
        behind the viewport. The highest score is evicted first, ties by order of storing. If an \
        image has several items, the nearest counts; an image without items is evicted first. \
        Equal to LRU and to Belady on walks of single steps over equal sizes. After \
        furthest-away replacement (Ren and Dunham, MobiCom 2000).
        """,
      claims: [.standard, .bestOnWalks, .reusesIDs],
      score: { setup in
        let distance = NearestDistance(setup, lead: setup.settings.number("lead"))
        return { image, _, viewport in distance(to: image, from: viewport) }
      })
  ) { DistancePolicy($0, lead: $0.settings.number("lead")) }
}

extension DistancePolicy {
  public mutating func reassign(_ image: ImageID, digest: UInt64) { didPlace(image, at: []) }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if isTold { told.didPlace(image, at: items) }
  }

  /// Grows the policy to `count` images.
  ///
  /// - Precondition: Positions of items are reported image by image.
  public mutating func grow(toImageCount count: Int) {
    precondition(isTold, "a layout of \(rankOfImage.count) images has no others")
    order.grow(toImageCount: count)
    rankOfImage.grow(to: count, filling: -1)
    admissions.grow(to: count, filling: 0)
    told.grow(toImageCount: count)
  }

  /// Adds an image without an item in a layout.
  ///
  /// This and the next two functions are separate, to keep the common path short.
  @inline(never) mutating func insertApart(_ image: ImageID, stored number: Int) {
    if isTold { return told.insert(image, weight: 1, stored: number) }
    var older = unplaced.newest()
    while let other = older, admissions[Int(other.index)] > number {
      older = unplaced.older(than: other)
    }
    if let older { unplaced.insert(image, after: older) } else { unplaced.prepend(image) }
  }

  /// Removes an image without an item in a layout.
  @inline(never) mutating func removeApart(_ image: ImageID) {
    if isTold { told.remove(image) } else { unplaced.remove(image) }
  }

  /// Removes the farthest image of those whose positions were reported.
  @inline(never) mutating func removeFarthestApart(sparing pins: borrowing PinSet) -> ImageID? {
    guard isTold else { return nil }
    told.rule.focus = focus
    return told.removeFirst(sparing: pins)
  }
}

/// The position where the user looks, and the distance of all other positions from it.
///
/// The distance of a position is `|position - center|`, times `lead` on the side that the user
/// leaves. A position is *ahead* if `s * (position - center) >= 0` with `s` the sign of the
/// direction; at the center itself the distance is 0 either way.
struct Focus: Equatable {
  var center: Double
  /// The weight of one point of distance below the center, and above the center.
  var below: Double, above: Double

  init(center: Double, direction: ScrollDirection, lead: Double) {
    self.center = center
    (below, above) = direction == .forward ? (lead, 1) : (1, lead)
  }

  init(_ viewport: Viewport, lead: Double) {
    self.init(center: viewport.center, direction: viewport.direction, lead: lead)
  }

  /// Returns the distance of a position.
  ///
  /// The distance never rises before the center and never falls after it, also after rounding.
  func distance(to position: Double) -> Double {
    position < center ? (center - position) * below : (position - center) * above
  }
}

extension Setting {
  /// The setting for the weight of distances on the side that the user leaves.
  static func lead(standard: String = "1") -> Setting {
    Setting(
      "lead", .number(1...1e6), standard: standard,
      "The factor for the distance of images behind the viewport.")
  }
}
