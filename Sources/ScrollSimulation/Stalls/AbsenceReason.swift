/// The reason why an image was absent when an appearance requested it: the latest relevant event.
///
/// Every appearance whose image came late or never counts exactly one reason. The first request
/// determines it: a reloaded row, or the full picture after a low variant, does not change it. A
/// download that fails while the appearance waits for it is a later event, and then the reason.
public enum AbsenceReason: UInt8, Sendable, CaseIterable {
  /// The first request for the image.
  case neverAsked
  /// A load still on its way, or a hit that reached its cell a frame later.
  case askedLate
  case cancelled
  /// The cache refused the image.
  case refused
  /// The cache evicted the image before any item showed it.
  case evictedUnused
  /// The cache evicted the image after an item showed it, or the loader keeps nothing.
  case evicted
  /// The image was purged because memory was short, or the app in the background.
  case purged
  /// The image was too old, or had changed since.
  case expired
  /// The network failed or was off.
  case failed
  /// The app had been relaunched.
  case killed
}

extension AbsenceReason {
  /// The name in tables and legends.
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

  /// A short explanation of the absence.
  package var words: String {
    switch self {
    case .neverAsked: "not requested before it appeared"
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
