import BasicContainers
public import ScrollCore

/// Gives up the image that is far away, large and quick to get again.
///
/// Score: that of `DistancePolicy` times `bytes / load`, with `bytes` what the image was
/// charged (at least 1) and `load` the milliseconds to read or download and decode it (at
/// least 0.1, so that formats which need no decoding have one too; 1 where the set-up knows
/// none). The highest leaves first, among equals the one that was stored first. In the
/// middle of the screen the score is 0 whatever the cost. Several items of one image: the
/// nearest counts; an image without items leaves before all others, in order of storing.
///
/// Bytes per millisecond saved is the weight of cost-aware caching (P. Cao, S. Irani,
/// "Cost-aware WWW proxy caching algorithms", USITS 1997); here distance stands for the time
/// until the next use, where GreedyDual-Size has the time since the last. It is a choice of
/// this project, not of a publication. Victims come from a kinetic tournament, which agrees
/// with comparing all scores one by one in `Double`.
///
/// - Complexity: O(log images) per insertion and eviction, plus the matches whose result the
///   centre has changed since the last one: O(log^2 images) amortised while it wanders.
public struct DistanceCostPolicy: EvictionPolicy, ~Copyable {
  let order: MiddleOrder
  /// Every resident that has an item, by the middle of one of its items.
  var tournament: KineticTournament
  /// Milliseconds to get each image again; empty for 1 each.
  let loads: [Double]
  var admissionCount = 0
  /// Residents that no item shows.
  var unplaced: ItemList
  /// Pinned images that were in the way of a victim.
  var setAside = UniqueArray<Int>()
  var focus: Focus
  /// Which of the tournament's views is that of the direction of scrolling.
  var view = 0
  let lead: Double

  /// A policy for the images and items of a set-up.
  /// - Precondition: `lead` is at least 1; the set-up knows the load of every image or none.
  public init(_ setup: PolicySetup, lead: Double = 1) {
    precondition(lead >= 1, "lead is \(lead)")
    let loads = setup.reloadMilliseconds
    precondition(
      loads.isEmpty || loads.count == setup.imageCount,
      "\(loads.count) loads for \(setup.imageCount) images")
    self.loads = loads
    order = MiddleOrder(setup)
    tournament = KineticTournament(count: setup.imageCount, views: lead == 1 ? 1 : 2)
    unplaced = ItemList(imageCount: setup.imageCount)
    focus = Focus(centre: 0, direction: setup.direction, lead: lead)
    view = lead != 1 && setup.direction == .backward ? 1 : 0
    self.lead = lead
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    focus = Focus(viewport, lead: lead)
    view = lead != 1 && viewport.direction == .backward ? 1 : 0
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    guard let rank = order.nearestRank(of: image, to: focus) else {
      return unplaced.append(image)
    }
    let load = loads.isEmpty ? 1 : max(0.1, loads[Int(image.index)])
    tournament.enter(
      Int(image.index),
      as: KineticTournament.Contender(
        middle: order.middles[rank], weight: Double(max(1, request.cost)) / load,
        admission: admissionCount))
    admissionCount += 1
  }

  public mutating func didRemove(_ image: ImageID) {
    if tournament.contains(Int(image.index)) {
      tournament.leave(Int(image.index))
    } else {
      unplaced.remove(image)
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = unplaced.oldest(sparing: pins) ?? highest(sparing: pins) else {
      return nil
    }
    didRemove(victim)
    return victim
  }

  /// The winner of the tournament, once it is neither pinned nor judged by an item that is
  /// not the nearest of its image (which overrates it, and so cannot hide it).
  private mutating func highest(sparing pins: borrowing PinSet) -> ImageID? {
    var highest: ImageID?
    while let index = tournament.winner(seenFrom: focus, in: view) {
      let image = ImageID(index)
      if pins.contains(image) {
        tournament.leave(index)
        setAside.append(index)
      } else if !approach(image) {
        highest = image
        break
      }
    }
    while let index = setAside.popLast() { tournament.reenter(index) }
    return highest
  }

  /// Judges an image by its nearest item; false if it is judged by one that is as near.
  private mutating func approach(_ image: ImageID) -> Bool {
    guard order.itemCount(of: image) > 1,
      let nearest = order.nearestRank(of: image, to: focus)
    else { return false }
    var contender = tournament[Int(image.index)]
    let middle = order.middles[nearest]
    guard focus.distance(to: middle) < focus.distance(to: contender.middle) else {
      return false
    }
    contender.middle = middle
    tournament.enter(Int(image.index), as: contender)
    return true
  }
}

extension DistanceCostPolicy {
  static let descriptor = PolicyDescriptor(
    "distance-cost", "Gives up the image that is far away, large and quick to get again.",
    settings: [.lead],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Score: that of distance, times bytes, divided by the milliseconds to get the image \
        again (at least 0.1; 1 each where nothing is known, as in replay); the highest \
        leaves first, ties by order of storing. This project's own combination of furthest \
        away replacement with the weight of GreedyDual-Size (Cao and Irani, USITS 1997).
        """, isSpatial: true)
  ) { DistanceCostPolicy($0, lead: $0.settings.number("lead")) }
}
