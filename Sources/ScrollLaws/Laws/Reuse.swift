import ScrollCaching
import ScrollCore

extension Law {
  /// The law that a policy evicts the same images if ids are reused.
  ///
  /// An app that always gets new keys needs this.
  static let reuse = Law(
    "reuse", "With reused ids it evicts the same images as with an id for every image.",
    of: "policies that claim it", where: { $0.reusesIDs }
  ) { trial in
    guard trial.recording.fault == nil, let makePolicy = trial.descriptor.makePolicy else {
      return .idle
    }
    let setup = trial.recording.setup
    let cache = ReusingCache(setup) { AuditedCache(makePolicy($0), $0) }
    let its = trial.recording.replayed(on: cache, setup)
    return Verdict(
      trial.recording.difference(from: its, "an id for every image", "ids that are reused"),
      exercised: cache.reuses > 0)
  }
}
