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
/// this project, not of a publication. The victim is found by branch and bound, which agrees
/// with comparing all scores one by one in `Double`.
///
/// - Complexity: O(log images) per insertion and removal; see `BoundTree` for an eviction.
public struct DistanceCostPolicy: EvictionPolicy, ~Copyable {
  let order: MiddleOrder
  /// Every resident that has an item, at the rank of its first one.
  var residents: BoundTree
  /// By image.
  var weights: RigidArray<Double>
  var admissions: RigidArray<Int>
  /// Milliseconds to get each image again; empty for 1 each.
  let loads: [Double]
  var admissionCount = 0
  /// Residents that no item shows.
  var unplaced: ItemList
  /// Nodes that a search has still to look at.
  var pending = UniqueArray<Int>()
  var focus: Focus
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
    residents = BoundTree(places: order.middles.count)
    weights = RigidArray(repeating: 0, count: setup.imageCount)
    admissions = RigidArray(repeating: 0, count: setup.imageCount)
    unplaced = ItemList(imageCount: setup.imageCount)
    focus = Focus(centre: 0, direction: setup.direction, lead: lead)
    self.lead = lead
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    focus = Focus(viewport, lead: lead)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    guard let (first, last) = order.outerRanks(of: image) else {
      return unplaced.append(image)
    }
    let load = loads.isEmpty ? 1 : max(0.1, loads[Int(image.index)])
    weights[Int(image.index)] = Double(max(1, request.cost)) / load
    admissions[Int(image.index)] = admissionCount
    admissionCount += 1
    residents.enter(
      first, spanning: order.middles[first]...order.middles[last],
      weight: weights[Int(image.index)])
  }

  public mutating func didRemove(_ image: ImageID) {
    if let (first, _) = order.outerRanks(of: image) {
      residents.leave(first)
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

  /// The resident with the highest score, among equals the one stored first.
  private mutating func highest(sparing pins: borrowing PinSet) -> ImageID? {
    var best: (score: Double, admission: Int, image: ImageID)?
    pending.append(BoundTree.root)
    while let node = pending.popLast() {
      let bound = bound(of: residents[node])
      guard bound >= 0, best.map({ bound >= $0.score }) ?? true else { continue }
      guard node >= residents.leaves else {
        descend(from: node)
        continue
      }
      let image = order.images[node - residents.leaves]
      guard !pins.contains(image), let nearest = order.nearestRank(of: image, to: focus) else {
        continue
      }
      let score =
        focus.distance(to: order.middles[nearest]) * weights[Int(image.index)]
      let admission = admissions[Int(image.index)]
      if let found = best {
        guard score > found.score || (score == found.score && admission < found.admission) else {
          continue
        }
      }
      best = (score, admission, image)
    }
    return best?.image
  }

  /// No score below a node is higher; negative if nothing is below it.
  private func bound(of node: BoundTree.Node) -> Double {
    node.isEmpty
      ? -1
      : max(focus.distance(to: node.lowest), focus.distance(to: node.highest)) * node.weight
  }

  /// The child with the higher bound is looked at first.
  private mutating func descend(from node: Int) {
    let (left, right) = (2 * node, 2 * node + 1)
    let leftIsHigher = bound(of: residents[left]) > bound(of: residents[right])
    pending.append(leftIsHigher ? right : left)
    pending.append(leftIsHigher ? left : right)
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
        """,
      isSpatial: true,
      score: { setup in
        let distance = NearestDistance(setup, lead: setup.settings.number("lead"))
        let loads = setup.reloadMilliseconds
        return { image, charge, viewport in
          let load = loads.isEmpty ? 1 : max(0.1, loads[Int(image.index)])
          return distance(to: image, from: viewport) * (Double(max(1, charge)) / load)
        }
      })
  ) { DistanceCostPolicy($0, lead: $0.settings.number("lead")) }
}
