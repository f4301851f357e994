import ScrollCaching
import ScrollCore

/// The decisions of one run: those that are given, then the first option each time.
final class Decisions {
  private(set) var taken: [(choice: Int, options: Int)] = []
  private let given: [Int]

  init(_ given: [Int]) { self.given = given }

  func choose(of options: Int) -> Int {
    let choice = taken.count < given.count ? given[taken.count] : 0
    taken.append((choice, options))
    return choice
  }

  /// The decisions of the next run; nil after the last.
  var next: [Int]? {
    var choices = taken
    while let last = choices.popLast() {
      if last.choice + 1 < last.options { return choices.map(\.choice) + [last.choice + 1] }
    }
    return nil
  }
}

/// A cache of equal images that leaves everything to decisions: which image goes when there is no
/// room, the new one included, and whether a look-up finds what is there.
///
/// What is evicted earlier than it must be is seen at its next look-up only, so that these are all
/// decisions there are.
final class DecidedCache: CacheModel {
  private var residents: [ImageID] = []
  private var removals: [Removal] = []
  private var cost = 0
  private let room: Int
  private let decisions: Decisions

  init(room: Int, _ decisions: Decisions) {
    self.room = room
    self.decisions = decisions
  }

  var residentCount: Int { residents.count }
  var totalCost: Int { residents.count * cost }
  var needsTicks: Bool { false }

  func contains(_ image: ImageID) -> Bool { residents.contains(image) }

  func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else { return false }
    guard decisions.choose(of: 2) == 1 else { return true }
    remove(request.image, because: .cost)
    return false
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    cost = request.cost
    remove(request.image, because: .replaced)
    if residents.count == room {
      let choice = decisions.choose(of: room + 1)
      guard choice < room else { return .refused }
      remove(residents[choice], because: .cost)
    }
    residents.append(request.image)
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard let index = residents.firstIndex(of: image) else { return }
    residents.remove(at: index)
    removals.append(Removal(image: image, reason: reason, cost: cost))
  }

  func removeAll(because reason: RemovalReason) {
    for image in residents { remove(image, because: reason) }
  }

  func pin(_ image: ImageID) {}
  func unpin(_ image: ImageID) {}
  func setLimits(_ limits: CacheLimits) {}
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}

  func drainRemovals(_ body: (Removal) -> Void) {
    let drained = removals
    removals = []
    drained.forEach(body)
  }
}
