import ScrollSimulation

/// Parts of figures in words, in the order of the simulation's kinds.
enum PartNames {
  /// Names in the store, and what people read.
  static let absences = AbsenceReason.allCases.map { ("\($0)", text($0)) }
  static let waits = WaitTimes.Kind.allCases.map { ("\($0)", text($0)) }
  static let bands = RunReport.Hitches.Band.allCases.map(\.rawValue)

  /// What is waited for, in a sentence.
  static let waitTexts = [
    "their turn", "flash", "the network", "another try", "decoding", "the main thread",
  ]

  static let absenceIndex = Dictionary(
    uniqueKeysWithValues: absences.enumerated().map { ($1.0, $0) })
  static let waitIndex = Dictionary(uniqueKeysWithValues: waits.enumerated().map { ($1.0, $0) })

  private static func text(_ reason: AbsenceReason) -> String {
    switch reason {
    case .neverAsked: "never asked for"
    case .askedLate: "asked late"
    case .cancelled: "cancelled"
    case .refused: "refused by the cache"
    case .evictedUnused: "evicted unseen"
    case .evicted: "evicted"
    case .purged: "purged"
    case .expired: "expired"
    case .failed: "failed"
    case .killed: "app restarted"
    }
  }

  private static func text(_ kind: WaitTimes.Kind) -> String {
    switch kind {
    case .queue: "queue"
    case .flash: "flash"
    case .network: "network"
    case .backOff: "back-off"
    case .decode: "decode"
    case .mainThread: "main thread"
    }
  }
}
