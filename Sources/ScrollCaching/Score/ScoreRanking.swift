/// The method that finds the resident with the highest score, chosen by the variables of the
/// formula.
///
/// Every method finds the same victim as `plain`.
enum ScoreRanking: Equatable {
  /// The resident that was stored first, for a formula that gives all residents the same score or
  /// rises with `age`.
  case firstStored
  /// A list in the order of storing, from its newer end, for a formula that falls with `age`.
  case lastStored
  /// A list in the order of use, from its older end, for a formula that rises with `idle`.
  case firstUsed
  /// A list in the order of use, from its newer end, for a formula that falls with `idle`.
  case lastUsed
  /// A heap, for a score of an image that changes only when the image is stored or found.
  case touched
  /// The positions of the items, for the formula `distance`.
  case distant
  /// Columns with the figures of all residents, where the formula is evaluated for all at once.
  case columns
  /// The evaluation of the formula for one resident after the other.
  case plain

  /// Chooses the fastest method for a formula.
  init(_ score: ScoreExpression) {
    let figures = score.variables.filter { !$0.isShared }
    if figures.isEmpty {
      self = .firstStored
    } else if figures.allSatisfy({ $0.changesByTouch }), !score.variables.contains(.velocity) {
      self = .touched
    } else if figures == [.age], let trend = ScoreTrend(score, by: .age) {
      self = trend.isRising == false ? .lastStored : .firstStored
    } else if figures == [.idle], let trend = ScoreTrend(score, by: .idle) {
      switch trend.isRising {
      case true?: self = .firstUsed
      case false?: self = .lastUsed
      case nil: self = .firstStored
      }
    } else if score.program == [.load(.distance)] {
      self = .distant
    } else {
      self = .columns
    }
  }
}

/// The choice of the ranking method.
enum ScoreEvaluation: Sendable {
  /// The fastest method for the formula.
  case fast
  /// The evaluation of the formula for every resident at every eviction, which the other methods
  /// equal.
  case plain
}

/// The direction in which a formula changes with the only figure of an image that it contains.
///
/// `idle` and `age` rise with the time since an image was used or stored, which is the order of a
/// list. If no operation of a formula changes the order of two rounded numbers, except by inverting
/// it for all, the scores are in the order of the list or in the inverse order. Two different times
/// may then give the same score, but their order does not change. The trend includes bounds,
/// because infinite numbers may result in a value that is not a number, which has no place in an
/// order.
struct ScoreTrend {
  private enum Way { case flat, rising, falling }

  private var way: Way
  /// The bounds of the value, both finite.
  private var low: Double, high: Double

  /// Creates the trend of a formula that contains no figure of an image but this time; `nil` if it
  /// is unknown.
  init?(_ score: ScoreExpression, by time: ScoreVariable) {
    var stack: [ScoreTrend] = []
    for instruction in score.program {
      let operands = stack.suffix(instruction.operandCount)
      guard let trend = Self.trend(of: instruction, Array(operands), score.constants, by: time),
        trend.low.isFinite, trend.high.isFinite
      else { return nil }
      stack.removeLast(operands.count)
      stack.append(trend)
    }
    self = stack[0]
  }

  /// A Boolean value that indicates whether the formula rises; `nil` if it is the same for all.
  var isRising: Bool? { way == .flat ? nil : way == .rising }

  private init(_ way: Way, _ low: Double, _ high: Double) {
    (self.way, self.low, self.high) = (way, low, high)
  }

  private var opposite: ScoreTrend {
    ScoreTrend(way == .flat ? .flat : way == .rising ? .falling : .rising, -high, -low)
  }

  private static func trend(
    of instruction: ScoreExpression.Instruction, _ operands: [ScoreTrend],
    _ constants: ScoreConstants, by time: ScoreVariable
  ) -> ScoreTrend? {
    switch instruction {
    case .push(let number): ScoreTrend(.flat, number, number)
    case .constant(let constant): ScoreTrend(.flat, constants[constant], constants[constant])
    case .load(time): ScoreTrend(.rising, 0, Double(Int64.max))
    case .load(.pressure): ScoreTrend(.flat, 0, 2)
    case .load: nil
    case .negate: operands[0].opposite
    case .combine(.add): sum(operands[0], operands[1])
    case .combine(.subtract): sum(operands[0], operands[1].opposite)
    case .combine(.multiply):
      product(operands[0], operands[1]) { $0 * $1 }
        ?? product(operands[1], operands[0]) { $0 * $1 }
    case .combine(.divide):
      operands[1].low > 0 || operands[1].high < 0
        ? product(operands[0], operands[1]) { $0 / $1 } : nil
    case .call(let function): call(function, operands)
    }
  }

  private static func way(_ left: Way, _ right: Way) -> Way? {
    if left == .flat { return right }
    return right == .flat || left == right ? left : nil
  }

  private static func sum(_ left: ScoreTrend, _ right: ScoreTrend) -> ScoreTrend? {
    way(left.way, right.way).map {
      ScoreTrend($0, left.low + right.low, left.high + right.high)
    }
  }

  /// Returns the trend of a product or quotient with a factor that is the same for all and whose
  /// sign is known.
  private static func product(
    _ left: ScoreTrend, _ factor: ScoreTrend, _ operation: (Double, Double) -> Double
  ) -> ScoreTrend? {
    guard factor.way == .flat, factor.low >= 0 || factor.high <= 0 else { return nil }
    let bounds = [
      operation(left.low, factor.low), operation(left.low, factor.high),
      operation(left.high, factor.low), operation(left.high, factor.high),
    ]
    let isTurned = factor.low < 0
    let way = isTurned ? left.opposite.way : left.way
    guard bounds.allSatisfy({ $0.isFinite }) else { return nil }
    return ScoreTrend(
      way, bounds.reduce(Double.infinity) { min($0, $1) },
      bounds.reduce(-Double.infinity) { max($0, $1) })
  }

  private static func call(_ function: ScoreFunction, _ operands: [ScoreTrend]) -> ScoreTrend? {
    if operands.allSatisfy({ $0.low == $0.high }) {
      let value = function(operands[0].low, operands.count > 1 ? operands[1].low : 0)
      return ScoreTrend(.flat, value, value)
    }
    switch function {
    case .min, .max:
      return way(operands[0].way, operands[1].way).map {
        ScoreTrend(
          $0, function(operands[0].low, operands[1].low),
          function(operands[0].high, operands[1].high))
      }
    case .abs where operands[0].low >= 0: return operands[0]
    case .abs where operands[0].high <= 0: return operands[0].opposite
    case .sqrt where operands[0].low >= 0:
      return ScoreTrend(
        operands[0].way, operands[0].low.squareRoot(), operands[0].high.squareRoot())
    // The functions of libm round to the last bit or to the one before, without a guaranteed order.
    case .abs, .sqrt, .log, .exp, .pow: return nil
    }
  }
}

extension ScoreExpression.Instruction {
  /// The number of values that the instruction takes from the stack.
  fileprivate var operandCount: Int { 1 - growth }
}
