import ScrollCaching
import ScrollCore

/// Broken cache models, each the honest one but for one verb.
extension Broken {
  static func model(
    _ facts: PolicyDescriptor.Facts = PolicyDescriptor.Facts(),
    _ make: @escaping @Sendable (PolicySetup) -> HonestCache
  ) -> PolicyDescriptor {
    PolicyDescriptor("broken", "Breaks a law.", facts: facts, model: make)
  }

  static let models: [Broken] = [
    Broken(
      "victims", "says twice that an image left", alsoBreaks: ["removal"],
      model { ReportsTwice($0) }),
    Broken(
      "all-pinned", "evicts a pinned one when all are pinned", alsoBreaks: ["pins"],
      model { EvictsWhenAllPinned($0) }),
    Broken("residents", "hits what was taken out", model { RemembersTheRemoved($0) }),
    Broken("bytes", "forgets the cost of what was replaced", model { CountsReplacedTwice($0) }),
    Broken(
      // Where the new one then finds no room, nobody is told that the old one is gone.
      "replacement", "does not say that it replaced", alsoBreaks: ["residents", "bytes"],
      model { ReplacesSilently($0) }),
    Broken(
      "reasons", "says that what the app takes out was discarded", model { ReportsDiscarded($0) }),
    Broken("removal", "keeps what is taken out, if it was used last", model { KeepsTheNewest($0) }),
    Broken("purge", "keeps the pinned when it is emptied", model { PurgesUnpinned($0) }),
    Broken(
      "limit", "lets a lowered limit wait for the next store", model { WaitsWithTheLimit($0) }),
    Broken(
      "limit", "is full one image too late",
      alsoBreaks: ["not-below-belady", "not-below-min-bypass"], model { FullTooLate($0) }),
    Broken(
      "refusal", "refuses what just fits", model { RefusesWhatJustFits($0) }),
    Broken(
      "refusal-is-no-eviction", "makes room for what it refuses", model { MakesRoomFirst($0) }),
    Broken(
      "newcomers", "evicts the newcomer where the oldest is pinned",
      model { EvictsTheNewcomer($0) }),
    Broken(
      "not-below-min-bypass", "claims hits that it has not",
      alsoBreaks: ["residents", "not-below-belady"],
      model { ClaimsHits($0) }),
    Broken(
      "limit", "a timer that comes too late",
      model(PolicyDescriptor.Facts(limits: .atTicks(SimTime(milliseconds: 50)))) {
        TimerCache($0, interval: SimTime(milliseconds: 400))
      }),
    Broken(
      "limit", "takes a limit of 0 for none, and does not say so", alsoBreaks: ["refusal"],
      model { ZeroIsNoLimit($0) }),
  ]
}

private final class ReportsTwice: HonestCache {
  override func remove(_ image: ImageID, because reason: RemovalReason) {
    let count = log.count
    super.remove(image, because: reason)
    log += log[count...]
  }
}

private final class EvictsWhenAllPinned: HonestCache {
  override func victim() -> ImageID? { super.victim() ?? entries.first?.image }
}

private final class RemembersTheRemoved: HonestCache {
  var removed: Set<ImageID> = []

  override func drop(_ image: ImageID, because reason: RemovalReason) {
    if reason == .pressure { removed.insert(image) }
    super.drop(image, because: reason)
  }

  override func lookup(_ request: Request) -> Bool {
    super.lookup(request) || removed.contains(request.image)
  }
}

private final class CountsReplacedTwice: HonestCache {
  var tooMuch = 0

  override var totalCost: Int { super.totalCost + tooMuch }

  override func excess(_ cost: Int, _ count: Int) -> RemovalReason? {
    super.excess(cost - tooMuch, count)
  }

  override func drop(_ image: ImageID, because reason: RemovalReason) {
    if reason == .replaced { tooMuch += entries.first { $0.image == image }?.cost ?? 0 }
    super.drop(image, because: reason)
  }

  override func removeAll(because reason: RemovalReason) {
    super.removeAll(because: reason)
    tooMuch = 0
  }
}

private final class ReplacesSilently: HonestCache {
  override func drop(_ image: ImageID, because reason: RemovalReason) {
    super.drop(image, because: reason)
    log.removeAll { $0.reason == .replaced }
  }
}

private final class ReportsDiscarded: HonestCache {
  override func remove(_ image: ImageID, because reason: RemovalReason) {
    drop(image, because: .discarded)
  }
}

private final class KeepsTheNewest: HonestCache {
  override func remove(_ image: ImageID, because reason: RemovalReason) {
    if entries.last?.image != image { super.remove(image, because: reason) }
  }
}

private final class PurgesUnpinned: HonestCache {
  override func removeAll(because reason: RemovalReason) {
    for image in entries.map(\.image).sorted() where !pinned.contains(image) {
      drop(image, because: reason)
    }
  }
}

private final class WaitsWithTheLimit: HonestCache {
  override func setLimits(_ limits: CacheLimits) { self.limits = limits }
}

private final class FullTooLate: HonestCache {
  override func excess(_ cost: Int, _ count: Int) -> RemovalReason? {
    super.excess(cost, count - 1)
  }
}

private final class RefusesWhatJustFits: HonestCache {
  override func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    request.cost > 1 && request.cost == limits.cost
      ? .refused : super.store(request, as: admission)
  }
}

private final class MakesRoomFirst: HonestCache {
  override func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    if let limit = limits.cost, request.cost > limit, let victim = victim(),
      victim != request.image
    {
      drop(victim, because: .cost)
    }
    return super.store(request, as: admission)
  }
}

private final class EvictsTheNewcomer: HonestCache {
  override func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let isOldestPinned = entries.first.map { pinned.contains($0.image) } ?? false
    let outcome = super.store(request, as: admission)
    if outcome == .stored, isOldestPinned, !pinned.contains(request.image) {
      drop(request.image, because: .count)
    }
    return outcome
  }
}

private final class ClaimsHits: HonestCache {
  var requests = 0

  override func lookup(_ request: Request) -> Bool {
    requests += 1
    return super.lookup(request) || requests > 3
  }
}

private final class ZeroIsNoLimit: HonestCache {
  init(_ setup: PolicySetup, _: Void = ()) {
    super.init(setup)
    limits = Self.normalised(limits)
  }

  static func normalised(_ limits: CacheLimits) -> CacheLimits {
    CacheLimits(
      cost: limits.cost == 0 ? nil : limits.cost, count: limits.count == 0 ? nil : limits.count)
  }

  override func setLimits(_ limits: CacheLimits) { super.setLimits(Self.normalised(limits)) }
}

extension Broken {
  /// The same cache, with the fact that makes it right.
  static let trustsZero = model(PolicyDescriptor.Facts(zeroIsNoLimit: true)) { ZeroIsNoLimit($0) }
}

/// Holds whatever comes, until a timer fires: at multiples of its interval.
final class TimerCache: HonestCache {
  let interval: SimTime
  var fired: Int64 = 0

  init(_ setup: PolicySetup, interval: SimTime) {
    self.interval = interval
    super.init(setup)
  }

  override func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    guard request.cost <= limits.cost ?? .max, limits.count != 0 else { return .refused }
    drop(request.image, because: .replaced)
    entries.append(Entry(image: request.image, cost: request.cost))
    return .stored
  }

  override func setLimits(_ limits: CacheLimits) { self.limits = limits }

  override func timePassed(to time: SimTime) {
    let due = time.nanoseconds / interval.nanoseconds
    if due > fired { trim() }
    fired = due
  }
}
