import BasicContainers
package import ScrollCore

/// `lirs` as libCacheSim 0.3.5 counts it, its faults included: for replays, miss for miss.
///
/// A hit may push out the image that is hit. Its name stays on the stack: the next request for it
/// is a hit, though it was gone, and it comes back. From then on it is room for the first image
/// demoted that is made among the hot ones. An image that comes back is charged what it weighs,
/// which is what it once cost: the charges keep to the capacity, while what is resident may cost
/// more or less.
package struct LibCacheSimLIRS: ~Copyable {
  private var cache: Cache<LIRSPolicy>

  /// An empty cache.
  /// - Parameter setup: of a replay, with the settings of `lirs`.
  package init(_ setup: PolicySetup) {
    cache = Cache(
      LIRSPolicy(
        imageCount: setup.imageCount, capacity: setup.limits.capacity,
        hirShare: setup.settings.number("hirShare"), pushesOutHits: true,
        prefetchedCountsAs: PrefetchStanding(setup.settings)), setup)
  }

  package func contains(_ image: ImageID) -> Bool { cache.contains(image) }
  package var totalCost: Int { cache.totalCost }

  package mutating func replay(_ stream: RequestStream) -> Tally {
    for (index, image) in stream.images.enumerated() {
      let time = SimTime(nanoseconds: Int64(index))
      request(Request(image: image, cost: stream.sizes?[index] ?? 1, time: time))
    }
    cache.checkInvariants()
    return cache.tally
  }

  /// Looks an image up and stores it on a miss, and where it is only mistaken for a resident.
  package mutating func request(_ request: Request) {
    if let weight = cache.policy.mistakenWeight(of: request.image) {
      cache.countHit(request)
      store(Request(image: request.image, cost: weight, time: request.time))
    } else if !cache.lookup(request) {
      store(request)
    }
  }

  private mutating func store(_ request: Request) {
    _ = cache.store(request, as: .viewed)
    if cache.contains(request.image) { cache.chargeWeight(of: request.image) }
  }
}

extension LIRSPolicy {
  /// What an image weighs that was pushed out by its own hit and is still on the stack.
  fileprivate func mistakenWeight(of image: ImageID) -> Int? {
    let index = Int(image.index)
    return states[index].kind == .mistaken ? weights[index] : nil
  }
}

extension Cache<LIRSPolicy> {
  /// Counts a request that finds what is not resident.
  fileprivate mutating func countHit(_ request: Request) {
    counts.requests += 1
    counts.costRequested += Int64(request.cost)
  }

  /// Charges a resident what it weighs in its policy.
  fileprivate mutating func chargeWeight(of image: ImageID) {
    let index = Int(image.index)
    charged += policy.weights[index] - charges[index]
    charges[index] = policy.weights[index]
  }
}
