import ScrollCaching
import ScrollCore

/// A policy that may name victims which are none, made harmless: nil takes their place.
///
/// The strict cache rightly traps on a victim that is not resident. Here such a victim, or a
/// pinned one, is a refused admission, which can be compared with what should have happened.
struct WatchedPolicy<Policy: EvictionPolicy>: EvictionPolicy {
  var policy: Policy
  var residents: Set<ImageID> = []

  init(_ policy: Policy) { self.policy = policy }

  static var isSpatial: Bool { Policy.isSpatial }

  mutating func didHit(_ request: Request) { policy.didHit(request) }
  mutating func didMiss(_ request: Request) { policy.didMiss(request) }
  mutating func willStore(_ request: Request) { policy.willStore(request) }
  mutating func admits(_ request: Request) -> Bool { policy.admits(request) }
  mutating func willInsert(_ request: Request) -> Bool { policy.willInsert(request) }
  mutating func viewportMoved(to viewport: Viewport) { policy.viewportMoved(to: viewport) }
  mutating func capacityChanged(to capacity: Int) { policy.capacityChanged(to: capacity) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = policy.nextVictim(sparing: pins), !pins.contains(victim) else {
      return nil
    }
    return residents.remove(victim)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
    policy.didInsert(request, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    policy.didRemove(image)
  }
}
