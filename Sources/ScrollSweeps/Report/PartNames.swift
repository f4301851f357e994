import ScrollSimulation

/// The parts of figures in words, in the order of the simulation's kinds.
enum PartNames {
  /// Names in the store, and for people.
  static let absences = AbsenceReason.allCases.map { ("\($0)", $0.shortName) }
  static let waits = WaitTimes.Kind.allCases.map { ("\($0)", $0.shortName) }
  static let bands = Band.allCases.map(\.rawValue)

  /// The resource that is waited for, in a sentence.
  static let waitTexts = WaitTimes.Kind.allCases.map { $0 == .queue ? "their turn" : $0.words }

  static let absenceIndex = Dictionary(
    uniqueKeysWithValues: absences.enumerated().map { ($1.0, $0) })
  static let waitIndex = Dictionary(uniqueKeysWithValues: waits.enumerated().map { ($1.0, $0) })
}
