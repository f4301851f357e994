import ScrollCaching
import ScrollCore
import ScrollLaws

/// A mistake in a cache that reuses ids.
enum ReuseMistake {
  /// The policy conceals the images that it remembers, so that their ids are reused.
  case hidesMemory
  /// The policy is not notified when an id gets another image.
  case keepsDigests
}

extension DrivenCache {
  /// Creates a cache whose few ids are reused for ever new images, with a mistake if one is given.
  convenience init(reusing policy: String, room: Int, _ mistake: ReuseMistake? = nil) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    guard let make = choice.entry.makePolicy else { preconditionFailure("\(policy) is a model") }
    let setup = PolicySetup(
      imageCount: 400, limits: CacheLimits(count: room), settings: choice.settings)
    self.init(
      ReusingCache(setup) { StrictCache(MistakenPolicy(policy: make($0), mistake: mistake), $0) })
  }
}

/// A policy with a mistake, if one is given.
private struct MistakenPolicy: EvictionPolicy {
  let policy: AnyPolicy
  let mistake: ReuseMistake?

  func didHit(_ request: Request) { policy.didHit(request) }
  func didMiss(_ request: Request) { policy.didMiss(request) }
  func willStore(_ request: Request) { policy.willStore(request) }
  func shouldStore(_ request: Request) -> Bool { policy.shouldStore(request) }
  func nextVictim(sparing pins: borrowing PinSet) -> ImageID? { policy.nextVictim(sparing: pins) }
  func shouldInsert(_ request: Request) -> Bool { policy.shouldInsert(request) }
  func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
  func didRemove(_ image: ImageID) { policy.didRemove(image) }
  func popOverflow(sparing pins: borrowing PinSet) -> ImageID? { policy.popOverflow(sparing: pins) }
  func grow(toImageCount count: Int) { policy.grow(toImageCount: count) }

  func remembers(_ image: ImageID) -> Bool {
    mistake == .hidesMemory ? false : policy.remembers(image)
  }

  func reassign(_ image: ImageID, digest: UInt64) {
    if mistake != .keepsDigests { policy.reassign(image, digest: digest) }
  }
}
