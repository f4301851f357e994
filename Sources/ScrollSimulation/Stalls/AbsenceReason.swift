/// The reason why an image was not in memory when an item requested it: the last event that
/// explains its absence.
///
/// An item appears each time it enters the screen. Every appearance whose image came late or never
/// has exactly one reason, and its first request determines this reason. Later requests, for a
/// reloaded row or for the full picture after a low variant, do not change the reason. If a
/// download fails while the appearance waits for it, this failure becomes the reason.
public enum AbsenceReason: UInt8, Sendable, CaseIterable {
  /// The image had never been requested before.
  case neverAsked
  /// An earlier request's load was still under way, or the image was in memory but reached its cell
  /// one frame later.
  case askedLate
  case cancelled
  /// The cache refused the image.
  case refused
  /// The cache evicted the image before any item showed it.
  case evictedUnused
  /// The cache evicted the image after an item showed it, or the loader keeps nothing.
  case evicted
  /// The image was purged because memory was short or because the app was in the background.
  case purged
  /// The cached image was too old, or its content had changed.
  case expired
  /// The download failed, or the device was offline.
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
