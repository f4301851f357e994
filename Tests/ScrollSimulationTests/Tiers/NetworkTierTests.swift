import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Transfers over one network, worked out on paper.
struct NetworkTierTests {
  /// Milliseconds and bytes per second.
  static func profile(
    latency: Double = 10, roundTrip: Double = 20, bandwidth: Int64 = 1_000_000, loss: Double = 0,
    connections: Int = 4, timeOut: Double = 15_000, failures: Double = 0
  ) -> NetworkProfile {
    NetworkProfile(
      name: "paper", summary: "", latency: SimTime(milliseconds: latency),
      roundTrip: SimTime(milliseconds: roundTrip), bandwidth: bandwidth, loss: loss,
      connections: connections, timeOut: SimTime(milliseconds: timeOut), failures: failures)
  }

  static func network(_ profile: NetworkProfile, seed: UInt64 = 1) -> NetworkTier {
    NetworkTier(profile, random: SeededRandom(seed: seed))
  }

  struct Ending: Equatable, CustomStringConvertible {
    var time: SimTime
    var completion: TransferCompletion

    init(_ milliseconds: Double, _ slot: Int, _ outcome: TransferOutcome, _ bytes: Int) {
      self.init(SimTime(milliseconds: milliseconds), slot, outcome, bytes)
    }

    init(_ time: SimTime, _ slot: Int, _ outcome: TransferOutcome, _ bytes: Int) {
      self.time = time
      completion = TransferCompletion(slot: slot, outcome: outcome, bytes: bytes)
    }

    var description: String {
      "\(completion.slot) \(completion.outcome) at \(time) with \(completion.bytes)"
    }
  }

  /// Lets everything that happens up to a time happen.
  static func play(_ network: inout NetworkTier, until time: SimTime = .never) -> [Ending] {
    var endings: [Ending] = []
    while network.nextTime <= time, network.nextTime < .never {
      let now = network.nextTime
      network.advance(to: now)
      while let completion = network.popCompletion() {
        endings.append(Ending(now, completion.slot, completion.outcome, completion.bytes))
      }
    }
    if time < .never { network.advance(to: time) }
    return endings
  }

  @Test(arguments: [(5000, 1_000_000, 35_000_000), (10, 3, 3_363_333_334), (0, 7, 30_000_000)])
  func `a transfer takes the latency, a round trip and the time for its bytes`(
    bytes: Int, bandwidth: Int64, end: Int64
  ) {
    var network = Self.network(Self.profile(bandwidth: bandwidth))
    _ = network.start(bytes: bytes, at: .zero)
    let endings = Self.play(&network)
    #expect(endings == [Ending(SimTime(nanoseconds: end), 0, .finished, bytes)])
    let active = network.activeTime
    #expect(active.nanoseconds == end)
  }

  @Test(arguments: 1...4)
  func `n equal transfers take n times as long`(count: Int) {
    // 6000 B at 1.2 MB/s are 5 ms.
    var network = Self.network(Self.profile(bandwidth: 1_200_000))
    for _ in 0..<count { _ = network.start(bytes: 6000, at: .zero) }
    let free = network.freeConnections
    #expect(free == 4 - count)
    let endings = Self.play(&network)
    let expected = (0..<count).map { Ending(30 + 5 * Double(count), $0, .finished, 6000) }
    #expect(endings == expected)
  }

  @Test func `transfers share the bandwidth while they overlap`() {
    // 1000 B/s. A: 3000 B from 0 on, B: 1000 B from 1 s on. At 1 s A has 2000 left; at 500 each
    // B is done at 3 s, when A has 1000 left: done at 4 s.
    var network = Self.network(Self.profile(latency: 0, roundTrip: 0, bandwidth: 1000))
    _ = network.start(bytes: 3000, at: .zero)
    #expect(Self.play(&network, until: .ms(1000)).isEmpty)
    let arrived = network.bytesSoFar(0)
    #expect(arrived == 1000)
    _ = network.start(bytes: 1000, at: .ms(1000))
    let endings = Self.play(&network)
    #expect(endings == [Ending(3000, 1, .finished, 1000), Ending(4000, 0, .finished, 3000)])
  }

  @Test func `a transfer that waits for its first byte uses no bandwidth`() {
    // B waits from 10 to 40 ms, when A has 1 ms to go alone: 2 ms shared.
    var network = Self.network(Self.profile())
    _ = network.start(bytes: 11_000, at: .zero)
    _ = Self.play(&network, until: .ms(10))
    _ = network.start(bytes: 3000, at: .ms(10))
    let endings = Self.play(&network)
    #expect(endings == [Ending(42, 0, .finished, 11_000), Ending(44, 1, .finished, 3000)])
  }

  @Test func `loss limits the rate of each transfer`() throws {
    // 1460 B / (0.1 s * sqrt(2 * 0.01 / 3)) = 178 812 B/s.
    let profile = Self.profile(roundTrip: 100, bandwidth: 1_000_000_000, loss: 0.01)
    let rate = try #require(profile.greatestRate)
    #expect(rate == 178_812)
    var network = Self.network(profile)
    _ = network.start(bytes: 100_000, at: .zero)
    _ = network.start(bytes: 100_000, at: .zero)
    for ending in Self.play(&network) {
      let transfer = 100_000 * 1_000_000_000 / Int64(rate) + 1
      let waited = (ending.time.nanoseconds - transfer - 10_000_000)
      #expect(waited > 0 && waited % 100_000_000 == 0, "\(ending)")
    }
  }

  @Test func `a transfer with only lost attempts ends at the time-out`() {
    var network = Self.network(Self.profile(loss: 1, timeOut: 777))
    _ = Self.play(&network, until: .ms(5))
    _ = network.start(bytes: 1, at: .ms(5))
    let endings = Self.play(&network)
    #expect(endings == [Ending(782, 0, .timedOut, 0)])
  }

  @Test func `a network without a round trip loses every attempt, too`() {
    var network = Self.network(Self.profile(roundTrip: 0, loss: 1, timeOut: 777))
    _ = network.start(bytes: 1, at: .zero)
    #expect(Self.play(&network) == [Ending(777, 0, .timedOut, 0)])
  }

  @Test(arguments: [(30.0, TransferOutcome.finished), (29.999, .timedOut)])
  func `the first byte may arrive at the time-out but not later`(
    timeOut: Double, outcome: TransferOutcome
  ) {
    var network = Self.network(Self.profile(timeOut: timeOut))
    _ = network.start(bytes: 0, at: .zero)
    #expect(Self.play(&network) == [Ending(timeOut, 0, outcome, 0)])
  }

  @Test func `an error arrives as fast as a first byte`() {
    var network = Self.network(Self.profile(failures: 1))
    _ = network.start(bytes: 1000, at: .zero)
    #expect(Self.play(&network) == [Ending(30, 0, .refused, 0)])
  }

  @Test(arguments: [0.1, 0.25, 0.6])
  func `the number of lost attempts follows the geometric distribution`(loss: Double) {
    var network = Self.network(
      Self.profile(latency: 0, loss: loss, connections: 1, timeOut: 1e6), seed: 42)
    let count = 20_000
    var tries = 0.0
    var now = SimTime.zero
    for _ in 0..<count {
      _ = network.start(bytes: 0, at: now)
      let end = Self.play(&network).last?.time ?? now
      tries += (end - now).milliseconds / 20 - 1
      now = end
    }
    let deviation = loss.squareRoot() / (1 - loss) / Double(count).squareRoot()
    let error = tries / Double(count) - loss / (1 - loss)
    #expect(abs(error) < 4.5 * deviation, "off by \(error), seed 42")
  }

  @Test(arguments: [0.0, 0.05, 0.5])
  func `the share of refused requests equals the profile`(failures: Double) {
    var network = Self.network(Self.profile(connections: 1, failures: failures), seed: 7)
    let count = 20_000
    var refused = 0
    var now = SimTime.zero
    for _ in 0..<count {
      _ = network.start(bytes: 0, at: now)
      for ending in Self.play(&network) {
        now = ending.time
        if ending.completion.outcome == .refused { refused += 1 }
      }
    }
    let deviation = (failures * (1 - failures) * Double(count)).squareRoot()
    #expect(abs(Double(refused) - failures * Double(count)) <= 4.5 * deviation, "seed 7")
  }

  @Test func `a cancellation reports the received whole bytes and frees the bandwidth`() {
    var network = Self.network(Self.profile(latency: 0, roundTrip: 0, bandwidth: 1000))
    _ = network.start(bytes: 1000, at: .zero)
    _ = network.start(bytes: 1000, at: .zero)
    _ = Self.play(&network, until: .ms(7))
    let bytes = network.cancel(0, at: .ms(7))
    #expect(bytes == 3)  // 3.5
    let delivered = network.deliveredBytes.bytes
    #expect(delivered == 3)
    // 996.5 bytes are left, at 1000 B/s now.
    #expect(Self.play(&network) == [Ending(1003.5, 1, .finished, 1000)])
  }

  @Test func `a transfer takes the lowest free slot`() {
    var network = Self.network(Self.profile())
    var slots = (0..<3).map { _ in network.start(bytes: 100, at: .zero) }
    _ = network.cancel(1, at: .zero)
    slots.append(network.start(bytes: 100, at: .zero))
    slots.append(network.start(bytes: 100, at: .zero))
    #expect(slots == [0, 1, 2, 1, 3])
    let free = network.freeConnections
    #expect(free == 0)
  }

  @Test func `an offline network ends all transfers with the received bytes`() {
    var network = Self.network(Self.profile(latency: 0, roundTrip: 0, bandwidth: 1000))
    _ = network.start(bytes: 1000, at: .zero)
    _ = Self.play(&network, until: .ms(500))
    _ = network.start(bytes: 0, at: .ms(500))  // over at once
    _ = network.start(bytes: 10, at: .ms(500))
    network.goOffline(at: .ms(500))
    var isOnline = network.isOnline
    #expect(!isOnline)
    #expect(
      Self.play(&network) == [
        Ending(500, 0, .offline, 500), Ending(500, 1, .finished, 0), Ending(500, 2, .offline, 0),
      ])
    let isIdle = network.isIdle
    #expect(isIdle)
    network.goOnline()
    isOnline = network.isOnline
    #expect(isOnline)
    _ = Self.play(&network, until: .ms(2000))
    _ = network.start(bytes: 1, at: .ms(2000))
    #expect(Self.play(&network) == [Ending(2001, 0, .finished, 1)])
    let active = network.activeTime
    #expect(active == .ms(501))
  }
}
