package import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Random contents of a cache at some moments, as they occur in sessions.
///
/// Speed and pressure are the same for all residents of a moment. The gap and the waiting time of a
/// visible image are 0. An image that was not viewed was prefetched. No image had a hit before it
/// was stored. Figures are often equal, and whole multiples of powers of two, so that sums of them
/// are exact. Occasionally an image has no item.
package struct FormulaStates: Sendable {
  /// The residents of each moment.
  package let moments: [[FormulaState]]

  package init(moments: Int, residents: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.moments = (0..<moments).map { _ in Self.moment(residents, &random) }
  }

  /// The states that distinguish formulas.
  static let standard = FormulaStates(moments: 48, residents: 8, seed: 22)

  /// Returns the median absolute value of a formula, without values that are 0 or infinite.
  ///
  /// It returns 1 if there are no others.
  func magnitude(of tree: ScoreTree) -> Double {
    let values = moments.joined().map { state in
      abs(tree.value(ScoreConstants()) { state[$0] })
    }
    let ranked = Ranked(values.filter { $0 > 0 && $0 < .infinity })
    return ranked.percentile(50) ?? 1
  }

  private static func moment(_ residents: Int, _ random: inout SeededRandom) -> [FormulaState] {
    let velocity = random.chance(0.4) ? 0 : Double(random.below(6000))
    let pressure = random.chance(0.7) ? 0 : Double(random.below(3))
    // In every other moment figures are coarse, so that some are equal.
    let grain = random.chance(0.5) ? 64.0 : 1
    return (0..<residents).map { _ in
      var state = FormulaState()
      state[.velocity] = velocity
      state[.pressure] = pressure
      place(&state, grain, &random)
      live(&state, grain, &random)
      weigh(&state, grain, &random)
      return state
    }
  }

  /// Draws the place of an image.
  private static func place(
    _ state: inout FormulaState, _ grain: Double, _ random: inout SeededRandom
  ) {
    let reach = [400, 2000, 20_000][random.below(3)]
    let offset = (Double(random.within(-reach...reach)) / grain).rounded() * grain
    state[.signedDistance] = offset
    state[.distance] = abs(offset)
    state[.gap] = max(0, abs(offset) - 512)
    state[.visible] = state[.gap] == 0 ? 1 : 0
    if state[.gap] > 0 {
      state[.timeToVisible] = 1 + state[.gap] / (offset > 0 ? 1024 : 256)
    }
    guard random.chance(0.03) else { return }
    state[.signedDistance] = -.infinity
    for variable in [ScoreVariable.distance, .gap, .timeToVisible] { state[variable] = .infinity }
    state[.visible] = 0
  }

  /// Draws the history of an image.
  private static func live(
    _ state: inout FormulaState, _ grain: Double, _ random: inout SeededRandom
  ) {
    let age = [4, 64, 600][random.below(3)] * 64
    state[.age] = (Double(random.below(age)) / grain).rounded(.up) * grain / 64
    let isPrefetched = random.chance(0.5)
    state[.prefetched] = isPrefetched ? 1 : 0
    state[.viewed] = isPrefetched && random.chance(0.5) ? 0 : 1
    if state[.viewed] == 1, isPrefetched || random.chance(0.5) {
      state[.hits] = Double(1 + random.below(random.chance(0.8) ? 3 : 40))
    }
    let isFound = state[.hits] > 0
    state[.idle] = isFound ? (state[.age] * random.unit() * 64).rounded(.down) / 64 : state[.age]
    state[.uses] = state[.hits] + (isPrefetched ? 0 : 1) + Double(random.below(3))
  }

  /// Draws the size of an image, and the cost of loading it again.
  private static func weigh(
    _ state: inout FormulaState, _ grain: Double, _ random: inout SeededRandom
  ) {
    let isCoarse = grain > 1
    let unit = isCoarse ? 1_048_576.0 : 4096
    state[.bytes] = Double(random.within(1...(isCoarse ? 4 : 4096))) * unit
    state[.cost] = random.chance(0.8) ? state[.bytes] : state[.bytes] / 4
    state[.decodeMs] = Double(random.within(1...(isCoarse ? 4 : 256))) / 4
    state[.reloadMs] = state[.decodeMs] + Double(random.below(isCoarse ? 2 : 800)) * 2
  }
}

/// The figures of one resident at one moment.
package struct FormulaState: Sendable {
  private var values: [Double]

  /// Creates a state in which all figures are 0.
  init() { values = Array(repeating: 0, count: ScoreVariable.allCases.count) }

  package subscript(variable: ScoreVariable) -> Double {
    get { values[variable.place] }
    set { values[variable.place] = newValue }
  }

  /// Returns the score; NaN counts as the lowest.
  package func worth(_ formula: Formula) -> Double {
    let value = formula.score.value(formula.constants) { self[$0] }
    return value.isNaN ? -.infinity : value
  }

  /// Returns whether the image would be stored.
  func isAdmitted(by formula: Formula) -> Bool {
    guard let admit = formula.admit else { return true }
    let value = admit.value(formula.constants) { self[$0] }
    return value.isNaN || value > 0
  }

  /// The state of the image when it is offered: it has been neither stored nor found.
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
  /// The index of the variable, which is faster than a search in the list of all.
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
