import ScrollSimCommands
import ScrollTraces

/// What a formula does on some states: the order of scores at every moment, ties among it, and
/// what would be stored.
///
/// Two formulas with the same fingerprint evict alike in these states, and so most likely in
/// others: a search tries one of them.
package struct FormulaFingerprint: Hashable, Sendable {
  /// For each resident how many others of its moment have a lower score.
  private let ranks: [UInt8]
  /// Whether each would be stored; empty where everything is.
  private let admissions: [Bool]

  package init(_ formula: Formula, on states: FormulaStates = .standard) {
    ranks = states.moments.flatMap { residents in
      let worths = residents.map { $0.worth(formula) }
      return worths.map { worth in UInt8(clamping: worths.count { $0 < worth }) }
    }
    guard formula.admit != nil else {
      admissions = []
      return
    }
    let admissions = states.moments.joined().map { $0.offered.isAdmitted(by: formula) }
    self.admissions = admissions.allSatisfy { $0 } ? [] : admissions
  }
}
