import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension ScoreRewriting {
  /// A function of arguments that need it not; nil where they do.
  static func called(_ function: ScoreFunction, _ arguments: [ScoreTree]) -> ScoreTree? {
    let first = arguments[0]
    switch function {
    case .abs: return magnitude(first)
    case .min: return extreme(of: first, arguments[1]) { $0.upper <= $1.lower }
    case .max: return extreme(of: first, arguments[1]) { $0.lower >= $1.upper }
    case .pow: return power(first, arguments[1])
    case .exp:
      if case .call(.log, let inner) = first, ScoreRange(of: inner[0]).isPlus { return inner[0] }
    case .log: if case .call(.exp, let inner) = first { return inner[0] }
    case .sqrt: break
    }
    return nil
  }

  private static func magnitude(_ part: ScoreTree) -> ScoreTree? {
    if part == .variable(.signedDistance) { return .variable(.distance) }
    if case .negate(let inner) = part { return .call(.abs, [inner]) }
    return switch ScoreRange(of: part).sign {
    case 1?: part
    case .some: -part
    case nil: nil
    }
  }

  /// The argument that always is the one; the first also where it is no number, as it is then
  /// that which counts.
  private static func extreme(
    of first: ScoreTree, _ second: ScoreTree, where wins: (ScoreRange, ScoreRange) -> Bool
  ) -> ScoreTree? {
    if first == second { return first }
    let (one, other) = (ScoreRange(of: first), ScoreRange(of: second))
    if wins(one, other) { return first }
    let areNumbers = !one.mayBeNaN && !other.mayBeNaN
    return areNumbers && wins(other, one) ? second : nil
  }

  private static func power(_ base: ScoreTree, _ exponent: ScoreTree) -> ScoreTree? {
    switch exponent {
    case .number(0): .number(1)
    case .number(1): base
    case .number(0.5) where ScoreRange(of: base).isPlus: .call(.sqrt, [base])
    default: nil
    }
  }
}
