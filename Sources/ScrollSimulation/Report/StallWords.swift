extension AbsenceReason {
  /// Why an image was not there, in few words.
  package var words: String {
    switch self {
    case .neverAsked: "never asked for before"
    case .askedLate: "asked for too late"
    case .cancelled: "its load was cancelled"
    case .refused: "the cache refused it"
    case .evictedUnused: "evicted before it was seen"
    case .evicted: "evicted after it was seen"
    case .purged: "dropped for want of memory"
    case .expired: "out of date"
    case .failed: "the network failed"
    case .killed: "the app was started again"
    }
  }
}

extension WaitTimes.Kind {
  /// What an image waited for, in few words.
  package var words: String {
    switch self {
    case .queue: "its turn"
    case .flash: "flash"
    case .network: "the network"
    case .backOff: "another try"
    case .decode: "decoding"
    case .mainThread: "the main thread"
    }
  }
}
