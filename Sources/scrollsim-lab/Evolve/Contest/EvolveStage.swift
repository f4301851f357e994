import ScrollSimCommands
import ScrollTraces

/// Where a search is.
package enum EvolveStage: Sendable {
  /// Looks for scenes with headroom.
  case survey
  case search(FormulaSearch.Progress)
  /// Holds the best formulas against each other on validation scenes.
  case validation
  /// Tunes the opponent.
  case tuning
  /// Opens the sealed scenes.
  case opening
  /// Looks for what the errors of the devices' figures leave of the gain.
  case draws
}

/// Why a search has no answer; the description is the sentence that the command prints.
package struct EvolveFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
