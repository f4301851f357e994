public import ScrollCore

/// The promise of a cache about its limits; images that only pins keep in the cache may exceed
/// them.
///
/// Real caches often call a limit "not a strict limit": the excess is then a figure of a run, not a
/// fault.
public enum LimitPromise: Sendable, Equatable {
  /// The residents fit after every operation.
  case always
  /// The residents that are not pinned fit after every operation; images held by views count
  /// against no limit.
  case apartFromPinned
  /// The residents fit after every store; a lowered limit waits for the next store.
  case afterStores
  /// The residents fit when a timer fires, once per interval, and may exceed the limits in between.
  ///
  /// A setting, in seconds, may change the interval.
  case atTicks(SimTime, setting: String? = nil)
  /// No promise; the excess is measured.
  case measured
  /// No limits.
  case ignored

  /// A Boolean value that indicates whether there is a promise.
  public var isPromise: Bool { self != .measured && self != .ignored }
}

extension LimitPromise: CustomStringConvertible {
  /// The promise as a clause for the catalog.
  public var description: String {
    switch self {
    case .always: "keeps its budget after every operation"
    case .apartFromPinned: "keeps its budget after every operation, pinned images not counted"
    case .afterStores: "keeps its budget after every store; a lowered limit waits for the next one"
    case .atTicks(let interval, _):
      "keeps its budget every \(Int(interval.seconds)) s, when a timer fires"
    case .measured: "may exceed its budget"
    case .ignored: "has no budget"
    }
  }
}
