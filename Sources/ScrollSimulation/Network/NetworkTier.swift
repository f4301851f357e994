import BasicContainers
package import ScrollCore
package import ScrollDevice

/// The transfers that go on over one network, and when each of them ends.
///
/// A state machine without a clock of its own: the simulation starts transfers, comes back at
/// `nextTime`, and takes out what has ended. It has `profile.connections` slots; what waits for
/// one is the caller's business.
///
///     let slot = network.start(bytes: 30_000, at: now)
///     network.advance(to: network.nextTime)
///     while let completion = network.popCompletion() { ... }
///
/// A request's first byte comes `latency` and one round trip after its start, one round trip
/// more for every try that is lost, each independently with probability `loss`. If that is later
/// than `timeOut` after the start, the transfer fails at just that moment (at a loss of 1
/// always). Otherwise it is refused with probability `failures`, at its first byte. The numbers
/// are drawn when a transfer starts: its tries until one arrives or the time is out, then, if one
/// arrived, whether it is refused.
///
/// All transfers that are past their first byte share the bandwidth: each has
/// `min(bandwidth / n, greatestRate)` whole bytes per second, at least 1. That is fluid: no
/// packets, no slow start, and what one does not use because of its greatest rate is lost, since
/// all have the same. Amounts are exact integers; a transfer is over at the first nanosecond at
/// which its last byte has arrived.
///
/// - Complexity: O(connections) per verb; allocates nothing after `init`.
package struct NetworkTier: ~Copyable {
  package let profile: NetworkProfile
  package private(set) var isOnline = true
  /// Up to when everything has been accounted for.
  package private(set) var clock = SimTime.zero
  /// When something happens next, `clock` if something has and was not taken out, else `never`.
  ///
  /// That something may be a first byte: then nothing has ended when the time has come.
  package private(set) var nextTime = SimTime.never
  /// Time with at least one transfer under way, waiting or receiving: the radio's.
  package private(set) var activeTime = SimTime.zero
  /// Whole bytes of the transfers that are over, however they ended.
  package private(set) var deliveredBytes = ByteCount.zero
  package private(set) var freeConnections: Int

  private var transfers: RigidArray<NetworkTransfer>
  private var random: SeededRandom
  private let greatestRate: Int64
  private var receiving = 0, ended = 0

  /// A network with nothing under way.
  /// - Parameters:
  ///   - profile: the network.
  ///   - random: where tries and errors are drawn from.
  package init(_ profile: NetworkProfile, random: SeededRandom) {
    self.profile = profile
    self.random = random
    freeConnections = profile.connections
    greatestRate = profile.greatestRate ?? .max
    transfers = RigidArray(repeating: NetworkTransfer(), count: profile.connections)
  }

  /// Whether anything is under way or not yet taken out.
  package var isIdle: Bool { freeConnections == transfers.count }

  /// Starts a transfer on the lowest free slot.
  ///
  /// Of no bytes only the answer is awaited: it is over at its first byte.
  /// - Precondition: the network is online, a connection is free, and `time` is not beyond
  ///   `nextTime`.
  /// - Returns: the slot, taken until the transfer is taken out or cancelled.
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

  /// Accounts for everything up to and including a moment.
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

  /// Takes out a transfer that has ended by now, the one in the lowest slot; nil if there is
  /// none.
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
  /// - Precondition: the slot is taken, `time` is not beyond `nextTime`.
  /// - Returns: the whole bytes that have arrived.
  package mutating func cancel(_ slot: Int, at time: SimTime) -> Int {
    precondition(transfers[slot].phase != .free, "nothing is transferred in slot \(slot)")
    advance(to: time)
    let bytes = transfers[slot].received
    release(slot)
    return bytes
  }

  /// The whole bytes of a transfer that have arrived up to `clock`.
  package func bytesSoFar(_ slot: Int) -> Int { transfers[slot].received }

  /// Takes the network away: whatever has not ended yet fails now, and waits to be taken out.
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

  /// Gives the network back.
  package mutating func goOnline() { isOnline = true }

  /// How long a caller waits who does nothing else, all bandwidth being its own, and what it
  /// gets; a transfer that fails takes as long as that takes.
  package mutating func waitAlone(forBytes bytes: Int) -> (SimTime, TransferOutcome) {
    let (outcome, moment) = drawAnswer(at: .zero)
    guard outcome == .finished else { return (moment, outcome) }
    let rate = Int128(max(1, min(profile.bandwidth, greatestRate)))
    let rest = (Int128(bytes) * NetworkTransfer.unit + rate - 1) / rate
    return (moment + SimTime(nanoseconds: Int64(clamping: rest)), outcome)
  }

  /// Each receiving transfer's bytes per second.
  private var rate: Int128 {
    Int128(max(1, min(profile.bandwidth / Int64(receiving), greatestRate)))
  }

  /// What comes of a request, and when.
  private mutating func drawAnswer(at time: SimTime) -> (TransferOutcome, SimTime) {
    let timeOut = (TransferOutcome.timedOut, time + profile.timeOut)
    guard profile.loss < 1 else { return timeOut }
    var wait = profile.latency + profile.roundTrip
    while wait <= profile.timeOut, random.chance(profile.loss) { wait += profile.roundTrip }
    guard wait <= profile.timeOut else { return timeOut }
    return (random.chance(profile.failures) ? .refused : .finished, time + wait)
  }

  /// Lets happen what is due by now, and finds out what is next.
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

  /// Frees a slot and counts what came through it.
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

/// How a transfer ended.
package enum TransferOutcome: UInt8, Sendable {
  /// Every byte arrived.
  case finished
  /// No first byte within the profile's time-out.
  case timedOut
  /// The server answered with an error.
  case refused
  /// The network went away under it.
  case offline
}

/// A transfer that ended by itself; its slot is free again.
package struct TransferCompletion: Equatable, Sendable {
  package var slot: Int
  package var outcome: TransferOutcome
  /// What has arrived of it, whole bytes.
  package var bytes: Int

  package init(slot: Int, outcome: TransferOutcome, bytes: Int) {
    self.slot = slot
    self.outcome = outcome
    self.bytes = bytes
  }
}

/// One connection's transfer, or none.
struct NetworkTransfer {
  enum Phase: UInt8 {
    case free
    /// Sent, nothing has come back; at `moment` something happens.
    case waiting
    /// Past its first byte.
    case receiving
    /// Over, and not yet told.
    case ended
  }

  /// Bytes in the unit of `remaining`.
  static let unit: Int128 = 1_000_000_000

  var phase = Phase.free
  /// What happens at `moment`, `finished` being the first byte; later how it ended.
  var outcome = TransferOutcome.finished
  /// When the first byte, the error or the time-out is due.
  var moment = SimTime.never
  var bytes = 0
  /// What has not arrived: bytes times nanoseconds per second, so that any whole rate takes a
  /// whole number of it in a nanosecond; below zero by less than a nanosecond's worth at the end.
  var remaining: Int128 = 0

  /// Whole bytes that have arrived.
  var received: Int {
    let rest = max(0, remaining)
    return bytes - Int((rest + Self.unit - 1) / Self.unit)
  }

  /// When the last byte arrives at a rate in bytes per second that stays.
  func end(from clock: SimTime, rate: Int128) -> SimTime {
    let left = (max(0, remaining) + rate - 1) / rate
    let end = Int128(clock.nanoseconds) + left
    return SimTime(nanoseconds: Int64(clamping: end))
  }
}
