import ScrollCaching
import ScrollCore

extension LIRSReference {
  /// A replay counted as libCacheSim does: what is mistaken for a resident is found, and stored
  /// at its old weight; one from NH is charged its old weight, though room was made for its cost.
  static func replayAsLibCacheSim(_ stream: RequestStream, _ setup: PolicySetup) -> Tally {
    var policy = LIRSReference(setup, countsAsLibCacheSim: true)
    let pins = PinSet(count: stream.imageCount)
    var charges: [ImageID: Int] = [:]
    var tally = Tally()

    func evict(_ victim: ImageID) {
      charges[victim] = nil
      tally.removals += 1
    }
    func fits(_ cost: Int) -> Bool {
      charges.values.reduce(cost, +) <= setup.limits.cost ?? .max
        && charges.count < setup.limits.count ?? .max
    }
    func store(_ request: Request) {
      policy.willStore(request)
      guard request.cost <= setup.limits.cost ?? .max, setup.limits.count != 0,
        policy.shouldStore(request)
      else { return tally.refusals += 1 }
      while !fits(request.cost) {
        guard let victim = policy.nextVictim(sparing: pins) else { return tally.refusals += 1 }
        evict(victim)
      }
      // Of an image that comes back the weight is the old one.
      policy.didInsert(request, as: .viewed)
      charges[request.image] = policy.weight[request.image]
      while let victim = policy.popOverflow(sparing: pins) { evict(victim) }
    }

    for (index, image) in stream.images.enumerated() {
      let request = Request(
        image: image, cost: stream.sizes?[index] ?? 1, time: SimTime(nanoseconds: Int64(index)))
      tally.requests += 1
      tally.costRequested += Int64(request.cost)
      if charges[image] != nil {
        policy.didHit(request)
        while let victim = policy.popOverflow(sparing: pins) { evict(victim) }
      } else if policy.isMistaken(image) {
        store(Request(image: image, cost: policy.weight[image, default: 0], time: request.time))
      } else {
        tally.misses += 1
        tally.costMissed += Int64(request.cost)
        store(request)
      }
    }
    return tally
  }
}
