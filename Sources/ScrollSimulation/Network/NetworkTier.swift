import BasicContainers
package import ScrollCore
package import ScrollDevice

/// The transfers in progress over one network, and the time at which each of them ends.
///
/// The type is a state machine without its own clock. The simulation starts transfers, calls
/// `advance(to:)` at `nextTime`, and removes transfers that have ended. There are
/// `profile.connections` slots; the caller keeps the queue of requests that wait for a slot.
///
///     let slot = network.start(bytes: 30_000, at: now)
///     network.advance(to: network.nextTime)
///     while let completion = network.popCompletion() { ... }
///
/// A request's first byte arrives after `latency` plus one round trip. The request is sent again,
/// with one more round trip, for every try that is lost. Each try is lost independently with
/// probability `loss`. If the first byte would arrive later than `timeOut` after the start, the
/// transfer fails at that time-out. With a loss of 1, every transfer does. Otherwise the server
/// refuses the request with probability `failures`, at the time of the first byte. The random
/// numbers are drawn when a transfer starts. First come the tries, until one arrives or the time is
/// out. If one arrived, the next number decides whether the request is refused.
///
/// The *n* transfers that are past their first byte share the bandwidth. Each gets `min(bandwidth /
/// n, greatestRate)` whole bytes per second, at least 1. Bytes arrive continuously: the model has
/// neither packets nor slow start. All transfers have the same `greatestRate`, so no other transfer
/// can use the bandwidth that it leaves free. Amounts are exact integers; a transfer ends at the
/// first nanosecond at which its last byte has arrived.
///
/// - Complexity: O(connections) per method; allocates nothing after `init`.
package struct NetworkTier: ~Copyable {
  private(set) var profile: NetworkProfile
  package private(set) var isOnline = true
  /// The time up to which the transfers have been simulated.
  private(set) var clock = SimTime.zero
  /// The time of the next change of a transfer; `clock` if a transfer has ended and was not removed
  /// yet, `never` if no transfer will change.
  ///
  /// The change may be the arrival of a first byte, so a transfer need not end at that time.
  package private(set) var nextTime = SimTime.never
  /// The active time of the radio: the time in which at least one transfer waited for its answer or
  /// received bytes.
  package private(set) var activeTime = SimTime.zero
  /// The bytes that arrived in transfers that have ended, whether finished, failed or cancelled.
  package private(set) var deliveredBytes = ByteCount.zero
  package private(set) var freeConnections: Int

  private var transfers: RigidArray<NetworkTransfer>
  private var random: SeededRandom
  private var greatestRate: Int64
  private var receiving = 0, ended = 0

  /// Returns a copy that shares no state.
  func copy() -> NetworkTier {
    NetworkTier(
      profile: profile, isOnline: isOnline, clock: clock, nextTime: nextTime,
      activeTime: activeTime, deliveredBytes: deliveredBytes, freeConnections: freeConnections,
      transfers: transfers.clone(), random: random, greatestRate: greatestRate,
      receiving: receiving, ended: ended)
  }
}

extension NetworkTier {
  /// Creates a network without transfers.
  /// - Parameters:
  ///   - profile: the network.
  ///   - random: the generator that decides lost tries and refused requests.
  package init(_ profile: NetworkProfile, random: SeededRandom) {
    self.profile = profile
    self.random = random
    freeConnections = profile.connections
    greatestRate = profile.greatestRate ?? .max
    transfers = RigidArray(repeating: NetworkTransfer(), count: profile.connections)
  }

  /// A Boolean value that indicates whether no transfer is in progress or waits to be removed.
  package var isIdle: Bool { freeConnections == transfers.count }

  /// Starts a transfer on the lowest free slot.
  ///
  /// A transfer of 0 bytes ends as soon as the answer arrives.
  /// - Precondition: the network is online, a connection is free, and `time` is not beyond
  ///   `nextTime`.
  /// - Returns: the slot, which is occupied until the transfer is removed or cancelled.
  package mutating func start(bytes: Int, at time: SimTime) -> Int {
    precondition(isOnline, "a transfer starts while offline")
    precondition(freeConnections > 0, "all \(transfers.count) connections are taken")
    precondition(bytes >= 0, "a transfer of \(bytes) bytes")
    advance(to: time)
    var slot = 0
    while transfers[slot].phase != .free { slot += 1 }
    var transfer = NetworkTransfer()
    transfer.phase = .waiting
    transfer.bytes = bytes
    transfer.remaining = Int128(bytes) * NetworkTransfer.unit
    (transfer.outcome, transfer.moment) = drawAnswer(at: time)
    transfers[slot] = transfer
    freeConnections -= 1
    settle()
    return slot
  }

  /// Simulates the transfers up to and including a moment.
  /// - Precondition: `time` is neither before `clock` nor beyond `nextTime`.
  package mutating func advance(to time: SimTime) {
    precondition(time >= clock, "\(time) is before \(clock)")
    precondition(time <= nextTime, "\(time) is beyond what happens at \(nextTime)")
    let elapsed = time - clock
    if elapsed > .zero, !isIdle {
      activeTime += elapsed
      if receiving > 0 {
        let amount = rate * Int128(elapsed.nanoseconds)
        for slot in 0..<transfers.count where transfers[slot].phase == .receiving {
          transfers[slot].remaining -= amount
        }
      }
    }
    clock = time
    if time == nextTime { settle() }
  }

  /// Removes and returns the transfer in the lowest slot that has ended; `nil` if none has ended.
  package mutating func popCompletion() -> TransferCompletion? {
    guard ended > 0 else { return nil }
    var slot = 0
    while transfers[slot].phase != .ended { slot += 1 }
    let completion = TransferCompletion(
      slot: slot, outcome: transfers[slot].outcome, bytes: transfers[slot].received)
    release(slot)
    return completion
  }

  /// Ends a transfer that is no longer wanted.
  /// - Precondition: the slot is occupied, and `time` is not beyond `nextTime`.
  /// - Returns: the whole bytes that have arrived.
  package mutating func cancel(_ slot: Int, at time: SimTime) -> Int {
    precondition(transfers[slot].phase != .free, "nothing is transferred in slot \(slot)")
    advance(to: time)
    let bytes = transfers[slot].received
    release(slot)
    return bytes
  }

  /// Returns the whole bytes of a transfer that have arrived up to `clock`.
  package func bytesSoFar(_ slot: Int) -> Int { transfers[slot].received }

  /// Takes the network offline: every transfer that has not ended fails now, and waits to be
  /// removed.
  ///
  /// - Precondition: `time` is not beyond `nextTime`.
  package mutating func goOffline(at time: SimTime) {
    advance(to: time)
    isOnline = false
    for slot in 0..<transfers.count {
      switch transfers[slot].phase {
      case .free, .ended: continue
      case .waiting, .receiving: end(slot, .offline)
      }
    }
    settle()
  }

  /// Replaces the network, except for the number of connections.
  ///
  /// The first bytes of requests under way arrive, or fail to arrive, at the times of the old
  /// network.
  /// - Precondition: `time` is not beyond `nextTime`.
  mutating func change(to profile: NetworkProfile, at time: SimTime) {
    advance(to: time)
    let connections = self.profile.connections
    self.profile = profile
    self.profile.connections = connections
    greatestRate = profile.greatestRate ?? .max
    findNext()
  }

  /// Brings the network back online.
  package mutating func goOnline() { isOnline = true }

  /// Returns the time that a caller waits for a transfer that has all the bandwidth, and the
  /// outcome of the transfer.
  ///
  /// If the transfer fails, it is the time until the failure.
  package mutating func waitAlone(forBytes bytes: Int) -> (SimTime, TransferOutcome) {
    let (outcome, moment) = drawAnswer(at: .zero)
    guard outcome == .finished else { return (moment, outcome) }
    let rate = Int128(max(1, min(profile.bandwidth, greatestRate)))
    let rest = (Int128(bytes) * NetworkTransfer.unit + rate - 1) / rate
    return (moment + SimTime(nanoseconds: Int64(clamping: rest)), outcome)
  }

  /// The bytes per second of each receiving transfer.
  private var rate: Int128 {
    Int128(max(1, min(profile.bandwidth / Int64(receiving), greatestRate)))
  }

  /// Draws the outcome of a request and the time at which the client knows it.
  private mutating func drawAnswer(at time: SimTime) -> (TransferOutcome, SimTime) {
    let timeOut = (TransferOutcome.timedOut, time + profile.timeOut)
    guard profile.loss < 1 else { return timeOut }
    var wait = profile.latency + profile.roundTrip
    while wait <= profile.timeOut, random.chance(profile.loss) { wait += profile.roundTrip }
    guard wait <= profile.timeOut else { return timeOut }
    return (random.chance(profile.failures) ? .refused : .finished, time + wait)
  }

  /// Applies the changes that are due and finds the next one.
  private mutating func settle() {
    for slot in 0..<transfers.count {
      switch transfers[slot].phase {
      case .waiting where transfers[slot].moment <= clock:
        if transfers[slot].outcome != .finished {
          end(slot, transfers[slot].outcome)
        } else if transfers[slot].bytes == 0 {
          end(slot, .finished)
        } else {
          transfers[slot].phase = .receiving
          receiving += 1
        }
      case .receiving where transfers[slot].remaining <= 0: end(slot, .finished)
      default: break
      }
    }
    findNext()
  }

  private mutating func findNext() {
    guard ended == 0 else {
      nextTime = clock
      return
    }
    nextTime = .never
    let rate = receiving > 0 ? rate : 1
    for slot in 0..<transfers.count {
      switch transfers[slot].phase {
      case .waiting: nextTime = min(nextTime, transfers[slot].moment)
      case .receiving:
        nextTime = min(nextTime, transfers[slot].end(from: clock, rate: rate))
      case .free, .ended: break
      }
    }
  }

  private mutating func end(_ slot: Int, _ outcome: TransferOutcome) {
    if transfers[slot].phase == .receiving { receiving -= 1 }
    transfers[slot].phase = .ended
    transfers[slot].outcome = outcome
    ended += 1
  }

  /// Frees a slot and counts the bytes that it transferred.
  private mutating func release(_ slot: Int) {
    switch transfers[slot].phase {
    case .ended: ended -= 1
    case .receiving: receiving -= 1
    case .free, .waiting: break
    }
    deliveredBytes += ByteCount(transfers[slot].received)
    transfers[slot] = NetworkTransfer()
    freeConnections += 1
    if ended == 0 { findNext() }
  }
}

/// The way in which a transfer ended.
package enum TransferOutcome: UInt8, Sendable {
  /// Every byte arrived.
  case finished
  /// No first byte arrived within the profile's time-out.
  case timedOut
  /// The server answered with an error.
  case refused
  /// The network went offline during the transfer.
  case offline
}

/// A transfer that was not cancelled and has ended; its slot is free again.
package struct TransferCompletion: Equatable, Sendable {
  package var slot: Int
  package var outcome: TransferOutcome
  /// The whole bytes that have arrived.
  package var bytes: Int

  package init(slot: Int, outcome: TransferOutcome, bytes: Int) {
    self.slot = slot
    self.outcome = outcome
    self.bytes = bytes
  }
}

/// The state of one connection: its transfer, or none.
struct NetworkTransfer {
  enum Phase: UInt8 {
    case free
    /// Sent, but unanswered; the answer is due at `moment`.
    case waiting
    /// Past its first byte.
    case receiving
    /// Ended, but not yet removed.
    case ended
  }

  /// The number of units of `remaining` in a byte.
  static let unit: Int128 = 1_000_000_000

  var phase = Phase.free
  /// The outcome of the transfer.
  ///
  /// Before `moment` it is the outcome of the request, where `finished` means that the first byte
  /// arrives. Later it is the way in which the transfer ended.
  var outcome = TransferOutcome.finished
  /// The time at which the first byte, the error or the time-out is due.
  var moment = SimTime.never
  var bytes = 0
  /// The amount that has not arrived, in bytes times nanoseconds per second.
  ///
  /// In this unit, every rate of whole bytes per second transfers a whole number in each
  /// nanosecond. When the last byte arrives, the value may be negative, by less than the amount of
  /// one nanosecond.
  var remaining: Int128 = 0

  /// The whole bytes that have arrived.
  var received: Int {
    let rest = max(0, remaining)
    return bytes - Int((rest + Self.unit - 1) / Self.unit)
  }

  /// Returns the time at which the last byte arrives at a constant rate in bytes per second.
  func end(from clock: SimTime, rate: Int128) -> SimTime {
    let left = (max(0, remaining) + rate - 1) / rate
    let end = Int128(clock.nanoseconds) + left
    return SimTime(nanoseconds: Int64(clamping: end))
  }
}
