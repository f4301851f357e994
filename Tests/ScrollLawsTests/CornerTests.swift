import ScrollCaching
import ScrollCore
import ScrollLaws
import Synchronization
import Testing

/// Tests that each corner case in which caches break occurs among few cases.
struct CornerTests {
  /// The corner cases that a script shows.
  static let inScripts: [(name: String, occurs: @Sendable (Script) -> Bool)] = [
    (
      "an image larger than the budget",
      { script in
        guard let limit = script.limits.cost else { return false }
        return script.pricesAsked.contains { $0 > limit }
      }
    ),
    ("an image that costs nothing", { $0.pricesAsked.contains(0) }),
    (
      "equal costs above 1",
      { $0.costs.allSatisfy { [cost = $0.costs[0]] in $0 == cost && cost > 1 } }
    ),
    (
      "a cost other than the image's own",
      { script in
        script.operations.contains { if case .request(_, cost: .some) = $0 { true } else { false } }
      }
    ),
    ("sums beyond 32 bits", { $0.costs.reduce(0, +) > Int(Int32.max) }),
    (
      "a limit of 0",
      { script in
        script.operations.contains {
          if case .limits(let limits) = $0 { limits.cost == 0 || limits.count == 0 } else { false }
        }
      }
    ),
    (
      "a turn at the peak of a fling",
      { script in
        script.strokes.contains { first, second in
          let (out, back) = (first.to - first.from, second.to - second.from)
          return abs(out) >= 3 && first.frames <= 2 && second.from == first.to && out * back < 0
        }
      }
    ),
    (
      "to and fro by one item",
      { script in
        script.strokes.contains { first, second in
          abs(first.to - first.from) == 1 && second.from == first.to && second.to == first.from
        }
      }
    ),
    (
      "an image that is shown twice",
      { script in
        script.layout.map { Set($0.shows).count < $0.shows.count } ?? false
      }
    ),
    (
      "an image without an item",
      { script in
        script.layout.map { Set($0.shows).count < script.imageCount } ?? false
      }
    ),
    ("columns", { $0.layout?.columns ?? 1 > 1 }),
    ("rows of different heights", { Set($0.layout?.rows ?? []).count > 1 }),
    ("a backward beginning", { $0.direction == .backward }),
    ("settings that are not the default", { !$0.settings.isEmpty }),
  ]

  @Test(arguments: inScripts.indices)
  func `every corner case of scripts occurs within 200 cases`(place: Int) throws {
    let distance = try PolicyCatalog.builtIn.choose("distance").entry
    let (name, occurs) = Self.inScripts[place]
    var met = 0
    ScriptGeneratorsTests.draw(ScriptGenerators.operations(for: distance), 0..<200) { _, script in
      met += occurs(script) ? 1 : 0
    }
    #expect(met >= 3, "\(name): \(met) of 200")
  }

  @Test func `every corner case of a cache occurs within 200 cases`() {
    let corners = Corners()
    let descriptor = PolicyDescriptor(
      "watched", "An honest cache that notes what happens to it."
    ) { WatchedCache($0, corners) }
    let report = LawCheck(
      of: descriptor, plan: LawPlan(cases: 200, smallWorlds: false, laws: ["bytes"])
    ).run()
    #expect(report.holds, "\(report)")
    let met = corners.counts.withLock { $0 }
    for corner in Corner.allCases {
      #expect(met[corner, default: 0] >= 3, "\(corner): \(met[corner, default: 0]) times")
    }
  }

  /// The corner cases that only a cache sees.
  enum Corner: CaseIterable {
    case limitBelowWhatIsHeld, warningBeforeDelivery, deliveryAfterLeaving, allPinnedAndFull
    case prefetchOfAResident, storeOfAResidentAtAnotherCost, removalOfAPinned, pinOfAnAbsent
    case emptied, background
  }

  final class Corners: Sendable {
    let counts = Mutex<[Corner: Int]>([:])
    func meet(_ corner: Corner) { counts.withLock { $0[corner, default: 0] += 1 } }
  }

  /// A correct cache that notes corner cases.
  final class WatchedCache: HonestCache {
    override class var isSpatial: Bool { true }

    let corners: Corners
    /// The images that were missed and are not delivered yet, and whether a warning came since.
    var missed: [ImageID: Bool] = [:]

    init(_ setup: PolicySetup, _ corners: Corners) {
      self.corners = corners
      super.init(setup)
    }

    override func lookup(_ request: Request) -> Bool {
      let hit = super.lookup(request)
      if !hit { missed[request.image] = false }
      return hit
    }

    override func store(_ request: Request, as admission: Admission) -> StoreOutcome {
      if missed.removeValue(forKey: request.image) == true {
        corners.meet(.warningBeforeDelivery)
        if admission == .prefetched { corners.meet(.deliveryAfterLeaving) }
      }
      if let held = entries.first(where: { $0.image == request.image }) {
        if admission == .prefetched { corners.meet(.prefetchOfAResident) }
        if held.cost != request.cost { corners.meet(.storeOfAResidentAtAnotherCost) }
      }
      let isFull = entries.count >= limits.count ?? .max || totalCost >= limits.cost ?? .max
      if isFull, !entries.isEmpty, entries.allSatisfy({ pinned.contains($0.image) }) {
        corners.meet(.allPinnedAndFull)
      }
      return super.store(request, as: admission)
    }

    override func setLimits(_ limits: CacheLimits) {
      if entries.count > limits.count ?? .max || totalCost > limits.cost ?? .max {
        corners.meet(.limitBelowWhatIsHeld)
      }
      super.setLimits(limits)
    }

    override func pressureChanged(to level: PressureLevel, at time: SimTime) {
      if level != .normal { missed = missed.mapValues { _ in true } }
      super.pressureChanged(to: level, at: time)
    }

    override func remove(_ image: ImageID, because reason: RemovalReason) {
      if contains(image), pinned.contains(image) { corners.meet(.removalOfAPinned) }
      super.remove(image, because: reason)
    }

    override func removeAll(because reason: RemovalReason) {
      if entries.count > 1 { corners.meet(.emptied) }
      super.removeAll(because: reason)
    }

    override func pin(_ image: ImageID) {
      if !contains(image) { corners.meet(.pinOfAnAbsent) }
      super.pin(image)
    }

    override func didEnterBackground(at time: SimTime) {
      if !entries.isEmpty { corners.meet(.background) }
    }
  }
}

extension Script {
  /// The costs of the images that are requested or offered.
  fileprivate var pricesAsked: [Int] {
    operations.flatMap { operation -> [Int] in
      switch operation {
      case .request(let image, let cost), .deliver(let image, let cost),
        .prefetch(let image, let cost):
        [cost ?? costs[image]]
      case .run(let from, let to): Array(costs[min(from, to)...max(from, to)])
      default: []
      }
    }
  }

  /// The pairs of consecutive scrolls.
  fileprivate var strokes:
    [(first: (from: Int, to: Int, frames: Int), second: (from: Int, to: Int, frames: Int))]
  {
    zip(operations, operations.dropFirst()).compactMap { first, second in
      guard case .scroll(let from, let to, let frames) = first,
        case .scroll(let nextFrom, let nextTo, let nextFrames) = second
      else { return nil }
      return ((from, to, frames), (nextFrom, nextTo, nextFrames))
    }
  }
}
