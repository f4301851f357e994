import BasicContainers
package import ScrollCore

/// The `lirs` policy as libCacheSim 0.3.5 counts it, faults included, for replays that match miss
/// for miss.
///
/// A hit may evict the image that is hit. Its id stays on the stack, so the next request for it
/// counts as a hit although the image is gone, and stores it again. After such an eviction,
/// libCacheSim makes room among the hot images for the first demoted image instead of the image
/// that was hit. A returning image is charged its weight on the stack, which is its former cost. So
/// the charges stay within the capacity, while the costs of the residents may add up to more or
/// less.
package struct LibCacheSimLIRS: ~Copyable {
  private var cache: Cache<LIRSPolicy>

  /// Creates an empty cache.
  /// - Parameter setup: the set-up of a replay, with the settings of `lirs`.
  package init(_ setup: PolicySetup) {
    cache = Cache(
      LIRSPolicy(
        imageCount: setup.imageCount, capacity: setup.limits.capacity,
        hirShare: setup.settings.number("hirShare"), pushesOutHits: true,
        prefetchedCountsAs: PrefetchedImageRule(setup.settings)), setup)
  }

  package func contains(_ image: ImageID) -> Bool { cache.contains(image) }
  package var totalCost: Int { cache.totalCost }

  mutating func replay(_ stream: RequestStream) -> Tally {
    for (index, image) in stream.images.enumerated() {
      let time = SimTime(nanoseconds: Int64(index))
      request(Request(image: image, cost: stream.sizes?[index] ?? 1, time: time))
    }
    cache.checkInvariants()
    return cache.tally
  }

  /// Looks an image up, and stores it on a miss or if the policy only mistakes it for a resident.
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
  /// Returns the weight of an image that was evicted by its own hit and is still on the stack.
  fileprivate func mistakenWeight(of image: ImageID) -> Int? {
    let index = Int(image.index)
    return states[index].kind == .mistaken ? weights[index] : nil
  }
}

extension Cache<LIRSPolicy> {
  /// Counts a hit on an image that is not resident.
  fileprivate mutating func countHit(_ request: Request) {
    counts.requests += 1
    counts.costRequested += Int64(request.cost)
  }

  /// Charges a resident its weight in the policy.
  fileprivate mutating func chargeWeight(of image: ImageID) {
    let index = Int(image.index)
    charged += policy.weights[index] - charges[index]
    charges[index] = policy.weights[index]
  }
}
