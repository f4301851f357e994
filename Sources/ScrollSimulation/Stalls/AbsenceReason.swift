/// Why an image was not there when an appearance asked for it: the latest thing that happened.
///
/// Counted for every appearance whose image came late or never, exactly one each. What counts
/// is its first request: neither a reloaded row nor the full picture after a low variant asks
/// again why. A download that fails while the appearance waits for it is a later event, and
/// then the reason.
public enum AbsenceReason: UInt8, Sendable, CaseIterable {
  /// It was asked for the first time.
  case neverAsked
  /// It was on its way, or came to its cell a frame after it was found.
  case askedLate
  case cancelled
  /// The cache did not take it.
  case refused
  /// It was there, and evicted before any item showed it.
  case evictedUnused
  /// It was there, seen, and evicted; or the loader keeps nothing.
  case evicted
  /// Memory was short, or the app in the background.
  case purged
  /// It was too old, or had changed since.
  case expired
  /// The network failed or was off.
  case failed
  /// The app had been started again.
  case killed
}

extension AbsenceReason {
  /// What tables and legends call it.
  package var shortName: String {
    switch self {
    case .neverAsked: "never requested"
    case .askedLate: "requested late"
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

  /// Why an image was not there, in few words.
  package var words: String {
    switch self {
    case .neverAsked: "never requested before"
    case .askedLate: "requested too late"
    case .cancelled: "its load was cancelled"
    case .refused: "the cache refused it"
    case .evictedUnused: "evicted before it was shown"
    case .evicted: "evicted after it was shown"
    case .purged: "purged from memory"
    case .expired: "out of date"
    case .failed: "the network failed"
    case .killed: "the app was restarted"
    }
  }
}
