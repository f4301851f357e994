public import ScrollCore

/// What a cache promises about its limits, pinned images apart.
///
/// Real caches often call a limit "not a strict limit": how far they go over it is then a
/// figure of a run, not a fault.
public enum LimitPromise: Sendable, Equatable {
  /// After every operation what is resident fits.
  case always
  /// After every operation what is resident and not pinned fits: what views hold counts against
  /// no limit.
  case apartFromPinned
  /// After every store it fits; a lowered limit waits for the next one.
  case afterStores
  /// When a timer fires, once per interval, it fits; in between it may not. A setting, in
  /// seconds, may change the interval.
  case atTicks(SimTime, setting: String? = nil)
  /// Nothing is promised; the excess is measured.
  case measured
  /// There are no limits.
  case ignored

  /// Whether anything is promised.
  public var isPromise: Bool { self != .measured && self != .ignored }
}

extension LimitPromise: CustomStringConvertible {
  /// A clause for the catalog.
  public var description: String {
    switch self {
    case .always: "the budget holds after every operation"
    case .apartFromPinned: "the budget holds after every operation, pinned images not counted"
    case .afterStores: "the budget holds after every store, a lowered limit waits for the next"
    case .atTicks(let interval, _):
      "the budget holds every \(Int(interval.seconds)) s, when a timer fires"
    case .measured: "the budget is not promised to hold"
    case .ignored: "there is no budget"
    }
  }
}
