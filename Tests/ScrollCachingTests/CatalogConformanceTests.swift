import ScrollCaching
import ScrollCore
import Testing

/// What every policy and model of the catalogue owes its caller, whatever it decides.
@Suite struct CatalogConformanceTests {
  static let policies = PolicyCatalog.builtIn.entries.filter { !$0.facts.needsFuture }
    .map(\.name)
  static let images = 12

  @Test(arguments: policies)
  func `residents, costs and removals add up on random operations`(policy: String) throws {
    for seed in UInt64(0)..<300 {
      var ledger = try Ledger(policy, seed: seed)
      for step in 0..<80 {
        let problem = ledger.step()
        #expect(problem == nil, "\(policy), seed \(seed), step \(step): \(problem ?? "")")
        if problem != nil { return }
      }
    }
  }

  @Test(arguments: policies)
  func `the same seed gives the same removals`(policy: String) throws {
    for seed in UInt64(0)..<30 {
      var (first, second) = (try Ledger(policy, seed: seed), try Ledger(policy, seed: seed))
      for _ in 0..<200 { _ = (first.step(), second.step()) }
      #expect(first.history == second.history, "seed \(seed)")
    }
  }

  /// A model, what it was told, and what must follow.
  struct Ledger {
    let model: any CacheModel
    let isStrict: Bool
    var random: SeededRandom
    var limits: CacheLimits
    var resident = [Int?](repeating: nil, count: CatalogConformanceTests.images)
    var pinned = [Bool](repeating: false, count: CatalogConformanceTests.images)
    var history = [Removal]()
    var time: Int64 = 0

    init(_ policy: String, seed: UInt64) throws {
      let choice = try PolicyCatalog.builtIn.choose(policy)
      random = SeededRandom(seed: seed)
      limits = CacheLimits(cost: 20 + random.below(60))
      model = choice.entry.makeModel(
        PolicySetup(
          imageCount: CatalogConformanceTests.images, limits: limits,
          settings: choice.settings, seed: seed))
      isStrict = choice.entry.makePolicy != nil
    }

    /// One random operation; what is wrong after it, if anything is.
    mutating func step() -> String? {
      time += 1
      let image = ImageID(random.below(CatalogConformanceTests.images))
      let place = Int(image.index)
      let request = Request(
        image: image, cost: random.chance(0.1) ? 0 : 1 + random.below(12),
        time: SimTime(nanoseconds: time))
      var stored = false
      switch random.below(20) {
      case 0:
        pinned[place].toggle()
        if pinned[place] { model.pin(image) } else { model.unpin(image) }
      case 1:
        model.remove(image, because: .removed)
      case 2:
        limits = CacheLimits(
          cost: 20 + random.below(60), count: random.chance(0.3) ? 3 + random.below(6) : nil)
        model.setLimits(limits)
      case 3 where random.chance(0.2):
        model.removeAll(because: .removed)
      case 4 where random.chance(0.3):
        model.pressureChanged(to: .warning, at: request.time)
      case 5...11:
        let hit = model.lookup(request)
        if hit != (resident[place] != nil) { return "\(image): look-up says \(hit)" }
      default:
        model.viewportMoved(
          to: Viewport(lower: Double(place), upper: Double(place) + 1, time: request.time))
        let admission: Admission = random.chance(0.3) ? .prefetched : .viewed
        stored = model.store(request, as: admission) == .stored
      }
      return settle(stored ? request : nil) ?? check()
    }

    /// Follows the log of removals, and the newcomer.
    private mutating func settle(_ newcomer: Request?) -> String? {
      var problem: String?
      var newcomerIsIn = false
      model.drainRemovals { removal in
        history.append(removal)
        let place = Int(removal.image.index)
        if let newcomer, newcomer.image == removal.image, resident[place] == nil {
          resident[place] = newcomer.cost
          newcomerIsIn = true
        }
        if resident[place] != removal.cost {
          problem = "\(removal) left, but the ledger has \(String(describing: resident[place]))"
        }
        // What is taken out or replaced by the caller is not evicted.
        let isEviction = removal.reason != .removed && removal.reason != .replaced
        if pinned[place], isEviction { problem = "\(removal) was pinned" }
        resident[place] = nil
      }
      if let newcomer, !newcomerIsIn { resident[Int(newcomer.image.index)] = newcomer.cost }
      return problem
    }

    private func check() -> String? {
      let charged = resident.reduce(0) { $0 + ($1 ?? 0) }
      let count = resident.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
      guard model.totalCost == charged, model.residentCount == count else {
        return "\(model.residentCount) residents cost \(model.totalCost), "
          + "but the ledger has \(count) that cost \(charged)"
      }
      for place in resident.indices
      where model.contains(ImageID(place)) != (resident[place] != nil) {
        return "image \(place): contains says \(model.contains(ImageID(place)))"
      }
      guard isStrict, !pinned.contains(true) else { return nil }
      let fits = charged <= limits.cost ?? .max && count <= limits.count ?? .max
      return fits ? nil : "\(count) residents that cost \(charged) do not fit \(limits)"
    }
  }
}
