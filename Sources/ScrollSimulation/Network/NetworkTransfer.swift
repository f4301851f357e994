import ScrollCore

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
