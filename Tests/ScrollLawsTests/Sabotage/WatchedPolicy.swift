import ScrollCaching
import ScrollCore

/// A policy that may name victims which are none, made harmless: nil takes their place.
///
/// The strict cache rightly traps on a victim that is not resident. Here such a victim, or a
/// pinned one, is a refused admission, which can be compared with what should have happened.
struct WatchedPolicy: EvictionPolicy {
  let policy: ErasedPolicy
  var residents: Set<ImageID> = []

  init(_ policy: ErasedPolicy) { self.policy = policy }

  mutating func didHit(_ request: Request) { policy.didHit(request) }
  mutating func mistakenHit(_ request: Request) -> Int? { policy.mistakenHit(request) }
  mutating func didMiss(_ request: Request) { policy.didMiss(request) }
  mutating func willStore(_ request: Request) { policy.willStore(request) }
  mutating func admits(_ request: Request) -> Bool { policy.admits(request) }
  mutating func willInsert(_ request: Request) -> Bool { policy.willInsert(request) }
  mutating func charge(for request: Request) -> Int { policy.charge(request) }
  mutating func viewportMoved(to viewport: Viewport) { policy.viewportMoved(viewport) }
  mutating func capacityChanged(to capacity: Int) { policy.capacityChanged(capacity) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = policy.nextVictim(pins), !pins.contains(victim) else { return nil }
    return residents.remove(victim)
  }

  mutating func stray(sparing pins: borrowing PinSet) -> ImageID? {
    guard let stray = policy.stray(pins), !pins.contains(stray) else { return nil }
    return residents.remove(stray)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
    policy.didInsert(request, admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    policy.didRemove(image)
  }
}

extension PolicyDescriptor {
  /// A model that survives whatever the policy in it names.
  func makeWatchedModel(_ setup: PolicySetup) -> any CacheModel {
    guard let makePolicy else { return makeModel(setup) }
    return StrictCache(WatchedPolicy(makePolicy(setup)), setup)
  }
}
