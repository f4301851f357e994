extension AbsenceReason {
  /// What tables and legends call it.
  package var shortName: String {
    switch self {
    case .neverAsked: "never asked for"
    case .askedLate: "asked late"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .evictedUnused: "evicted unseen"
    case .evicted: "evicted"
    case .purged: "purged"
    case .expired: "expired"
    case .failed: "failed"
    case .killed: "app restarted"
    }
  }
}

extension WaitTimes.Kind {
  /// What tables and legends call it.
  package var shortName: String {
    switch self {
    case .queue: "queue"
    case .flash: "flash"
    case .network: "network"
    case .backOff: "back-off"
    case .decode: "decode"
    case .mainThread: "main thread"
    }
  }
}
