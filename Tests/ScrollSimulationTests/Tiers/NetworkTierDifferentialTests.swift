import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of transfers against a network that is played one nanosecond at a time.
struct NetworkTierDifferentialTests {
  typealias Ending = NetworkTierTests.Ending

  /// A network that follows the rule literally.
  struct Slow {
    struct Transfer {
      var bytes: Int
      /// The time of the answer, and its kind: `finished` is the first byte.
      var answer: Int64, outcome: TransferOutcome
      /// The rest of the transfer in parts of a byte, 10^9 each.
      var left: Int64
    }

    let profile: NetworkProfile
    var random: SeededRandom
    var transfers: [Transfer?]
    var now: Int64 = 0, active: Int64 = 0, delivered = 0

    init(_ profile: NetworkProfile, seed: UInt64) {
      self.profile = profile
      random = SeededRandom(seed: seed)
      transfers = Array(repeating: nil, count: profile.connections)
    }

    mutating func start(_ bytes: Int) -> Int? {
      guard let slot = transfers.firstIndex(where: { $0 == nil }) else { return nil }
      var answer = profile.latency.nanoseconds + profile.roundTrip.nanoseconds
      let limit = profile.timeOut.nanoseconds
      var outcome = TransferOutcome.finished
      while answer <= limit, random.unit() < profile.loss {
        answer += profile.roundTrip.nanoseconds
      }
      if answer > limit {
        (answer, outcome) = (limit, .timedOut)
      } else if random.unit() < profile.failures {
        outcome = .refused
      }
      transfers[slot] = Transfer(
        bytes: bytes, answer: now + answer, outcome: outcome, left: Int64(bytes) * 1_000_000_000)
      return slot
    }

    mutating func end(_ slot: Int) -> Int {
      guard let transfer = transfers[slot] else { return 0 }
      let parts = Int64(transfer.bytes) * 1_000_000_000 - max(0, transfer.left)
      let bytes = Int(parts / 1_000_000_000)
      transfers[slot] = nil
      delivered += bytes
      return bytes
    }

    /// Removes and returns the transfers that end at this moment.
    mutating func endings() -> [Ending] {
      var endings: [Ending] = []
      for (slot, transfer) in transfers.enumerated() {
        guard let transfer, transfer.answer <= now else { continue }
        if transfer.outcome == .finished, transfer.left > 0 { continue }
        endings.append(
          Ending(SimTime(nanoseconds: now), slot, transfer.outcome, end(slot)))
      }
      return endings
    }

    /// Advances by one nanosecond.
    mutating func tick() {
      if transfers.contains(where: { $0 != nil }) { active += 1 }
      let receiving = transfers.indices.filter {
        transfers[$0].map { $0.answer <= now && $0.outcome == .finished } ?? false
      }
      if !receiving.isEmpty {
        let share = profile.bandwidth / Int64(receiving.count)
        let rate = max(1, min(share, profile.greatestRate ?? share))
        for slot in receiving { transfers[slot]?.left -= rate }
      }
      now += 1
    }
  }

  static func profile(_ dice: inout SeededRandom) -> NetworkProfile {
    NetworkProfile(
      name: "random", summary: "",
      latency: SimTime(nanoseconds: Int64(dice.below(20))),
      roundTrip: SimTime(nanoseconds: Int64(dice.below(3) == 0 ? 0 : dice.within(1...40))),
      // The bandwidth is whole bytes per nanosecond, or not.
      bandwidth: Int64(
        dice.chance(0.5)
          ? 1_000_000_000 * dice.within(1...3) : dice.within(1...3_000_000_000)),
      loss: [0, 0, 0.3, 0.9][dice.below(4)], connections: dice.within(1...5),
      timeOut: SimTime(nanoseconds: Int64(dice.within(20...150))),
      failures: [0, 0.3][dice.below(2)])
  }

  @Test(arguments: 1...150 as ClosedRange<UInt64>)
  func `every ending equals that of the slow network`(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let profile = Self.profile(&dice)
    var network = NetworkTier(profile, random: SeededRandom(seed: seed))
    var slow = Slow(profile, seed: seed)
    var started = 0, took = 0
    for step in 0..<1500 {
      let now = SimTime(nanoseconds: slow.now)
      let endings = NetworkTierTests.play(&network, until: now)
      let expected = slow.endings()
      guard endings == expected else {
        Issue.record("seed \(seed), step \(step): \(endings) instead of \(expected)")
        return
      }
      took += endings.reduce(0) { $0 + $1.completion.bytes }
      if dice.chance(0.06), let slot = slow.start(dice.below(60)) {
        started += 1
        let taken = network.start(bytes: slow.transfers[slot]?.bytes ?? 0, at: now)
        #expect(taken == slot, "seed \(seed), step \(step)")
        let endings = NetworkTierTests.play(&network, until: now)
        #expect(endings == slow.endings(), "seed \(seed), step \(step)")
      }
      if dice.chance(0.01), let slot = slow.transfers.firstIndex(where: { $0 != nil }) {
        let bytes = network.cancel(slot, at: now)
        took += bytes
        #expect(bytes == slow.end(slot), "seed \(seed), step \(step)")
      }
      if dice.chance(0.003) {
        network.goOffline(at: now)
        // Transfers that were due at this moment have ended before.
        let over = slow.endings()
        var cut = over
        for slot in slow.transfers.indices where slow.transfers[slot] != nil {
          cut.append(Ending(now, slot, .offline, slow.end(slot)))
        }
        cut.sort { $0.completion.slot < $1.completion.slot }
        let endings = NetworkTierTests.play(&network, until: now)
        #expect(endings == cut, "seed \(seed), step \(step)")
        took += endings.reduce(0) { $0 + $1.completion.bytes }
        network.goOnline()
      }
      slow.tick()
    }
    network.advance(to: min(network.nextTime, SimTime(nanoseconds: slow.now)))
    let (active, delivered) = (network.activeTime.nanoseconds, network.deliveredBytes.bytes)
    #expect(active == slow.active, "seed \(seed)")
    #expect(delivered == slow.delivered && delivered == took, "seed \(seed)")
    // The transfers carry no more than the line does, except for rounding within the last
    // nanosecond of each.
    let carried = Double(profile.bandwidth) * Double(active) / 1e9
    let slack = Double(profile.bandwidth) / 1e9 * Double(started) + Double(profile.connections)
    #expect(Double(delivered) <= carried + slack, "seed \(seed)")
  }
}
