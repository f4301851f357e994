import ScrollCaching
import ScrollCore
import ScrollReferences
import Synchronization

/// LRU as an array.
struct SabotagedLRU: EvictionPolicy {
  let bug: LRUBug?
  /// Oldest first.
  var order: [ImageID] = []
  /// The time of each image's last use, in the unit that the bug uses.
  var stamps: [ImageID: Int] = [:]
  var uses = 0

  /// The counter of an unseeded generator, which no run resets.
  static let draws = Atomic<Int>(0)

  mutating func didHit(_ request: Request) {
    stamp(request)
    guard let place = order.firstIndex(of: request.image) else { return }
    switch bug {
    case .skipsShortMoves where place >= order.count - 2: break
    case .movesOnePlace: order.swapAt(place, min(place + 1, order.count - 1))
    default: order.append(order.remove(at: place))
    }
  }

  mutating func didMiss(_ request: Request) {
    guard bug == .promotesOnMiss else { return }
    order.makeNewest(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    stamp(request)
    if bug == .promotesOnMiss { order.takeOut(request.image) }
    if bug == .prefetchedOldest, admission == .prefetched {
      order.insert(request.image, at: 0)
    } else {
      order.append(request.image)
    }
  }

  mutating func didRemove(_ image: ImageID) {
    if bug != .forgetsToForget { forget(image) }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var unpinned: [ImageID] = []
    for image in order where !pins.contains(image) { unpinned.append(image) }
    guard let victim = choose(from: unpinned) else { return nil }
    if bug != .keepsItsVictim { forget(victim) }
    return victim
  }

  private func choose(from unpinned: [ImageID]) -> ImageID? {
    let isOldestPinned = unpinned.first != order.first
    func stamp(_ image: ImageID) -> Int { stamps[image] ?? 0 }
    switch bug {
    case .nilWhenOldestPinned where isOldestPinned: return nil
    case .newestAmongPins where isOldestPinned: return unpinned.last
    case .evictsPinned: return order.first
    case .fourBitStamps: return unpinned.min { stamp($0) < stamp($1) }
    case .tiesOfTimeByIndex:
      return unpinned.min { (stamp($0), $0.index) < (stamp($1), $1.index) }
    case .hashOrderTies:
      let oldest = unpinned.map(stamp).min()
      return stamps.first { $0.value == oldest && unpinned.contains($0.key) }?.key
    case .unseededDraw:
      let draw = Self.draws.wrappingAdd(1, ordering: .relaxed).newValue
      return draw % 4 == 0 && unpinned.count > 1 ? unpinned[1] : unpinned.first
    default: return unpinned.first
    }
  }

  private mutating func forget(_ image: ImageID) {
    order.takeOut(image)
    stamps[image] = nil
  }

  private mutating func stamp(_ request: Request) {
    uses += 1
    switch bug {
    case .fourBitStamps: stamps[request.image] = uses % 16
    case .tiesOfTimeByIndex: stamps[request.image] = Int(request.time.nanoseconds)
    case .hashOrderTies: stamps[request.image] = uses / 4
    default: break
    }
  }
}

enum LRUBug: PlantedBug {
  case forgetsToForget, keepsItsVictim, nilWhenOldestPinned, evictsPinned
  case skipsShortMoves, movesOnePlace, promotesOnMiss, fourBitStamps
  case tiesOfTimeByIndex, hashOrderTies, unseededDraw, newestAmongPins, prefetchedOldest

  var descriptor: PolicyDescriptor {
    .reference(of: "lru") { _ in SabotagedLRU(bug: self) }
  }
}
