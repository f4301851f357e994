package import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// The figures of one resident at one moment.
package struct FormulaState: Sendable {
  private var values: [Double]

  /// All figures are 0.
  init() { values = Array(repeating: 0, count: ScoreVariable.allCases.count) }

  package subscript(variable: ScoreVariable) -> Double {
    get { values[variable.place] }
    set { values[variable.place] = newValue }
  }

  /// What its score is worth: no number is the lowest.
  package func worth(_ formula: Formula) -> Double {
    let value = formula.score.value(formula.constants) { self[$0] }
    return value.isNaN ? -.infinity : value
  }

  /// Whether it would be stored.
  package func isAdmitted(by formula: Formula) -> Bool {
    guard let admit = formula.admit else { return true }
    let value = admit.value(formula.constants) { self[$0] }
    return value.isNaN || value > 0
  }

  /// The same image when it is offered: it was neither stored nor found yet.
  var offered: FormulaState {
    var state = self
    state[.age] = 0
    state[.idle] = 0
    state[.hits] = 0
    state[.viewed] = 1 - self[.prefetched]
    return state
  }
}

extension ScoreVariable {
  /// Its place among all, found faster than in the list of them.
  fileprivate var place: Int {
    switch self {
    case .distance: 0
    case .signedDistance: 1
    case .gap: 2
    case .visible: 3
    case .velocity: 4
    case .timeToVisible: 5
    case .age: 6
    case .idle: 7
    case .hits: 8
    case .viewed: 9
    case .prefetched: 10
    case .bytes: 11
    case .cost: 12
    case .decodeMs: 13
    case .reloadMs: 14
    case .uses: 15
    case .pressure: 16
    }
  }
}
