import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension ScoreRewriting {
  /// A tree in which a number meets the result of another number, with one in place of both.
  static func joined(_ tree: ScoreTree) -> ScoreTree? {
    if let outer = Shift(tree), let inner = Shift(outer.part) {
      return Shift(
        part: inner.part, isNegative: inner.isNegative != outer.isNegative,
        offset: outer.offset + (outer.isNegative ? -inner.offset : inner.offset)
      ).tree
    }
    if let outer = Scaling(tree), let inner = Scaling(outer.part) { return outer.of(inner)?.tree }
    return nil
  }
}

/// A number and something that is added to it or taken from it.
private struct Shift {
  let part: ScoreTree
  let isNegative: Bool
  let offset: Double

  init(part: ScoreTree, isNegative: Bool, offset: Double) {
    self.part = part
    self.isNegative = isNegative
    self.offset = offset
  }

  init?(_ tree: ScoreTree) {
    switch tree {
    case .binary(.add, let part, .number(let offset)),
      .binary(.add, .number(let offset), let part):
      self.init(part: part, isNegative: false, offset: offset)
    case .binary(.subtract, let part, .number(let offset)):
      self.init(part: part, isNegative: false, offset: -offset)
    case .binary(.subtract, .number(let offset), let part):
      self.init(part: part, isNegative: true, offset: offset)
    default: return nil
    }
  }

  /// Nil where the number is none.
  var tree: ScoreTree? {
    guard offset.isFinite else { return nil }
    if isNegative { return offset == 0 ? -part : .number(offset) - part }
    if offset == 0 { return part }
    return offset < 0 ? part - .number(-offset) : part + .number(offset)
  }
}

/// Something times a number, or a number divided by it.
private struct Scaling {
  let part: ScoreTree
  let isDivisor: Bool
  /// The number is the quotient of these; the denominator is 1 unless something is divided by it.
  let numerator: Double, denominator: Double

  init(part: ScoreTree, isDivisor: Bool, numerator: Double, denominator: Double) {
    self.part = part
    self.isDivisor = isDivisor
    self.numerator = numerator
    self.denominator = denominator
  }

  init?(_ tree: ScoreTree) {
    switch tree {
    case .binary(.multiply, let part, .number(let number)),
      .binary(.multiply, .number(let number), let part):
      self.init(part: part, isDivisor: false, numerator: number, denominator: 1)
    case .binary(.divide, let part, .number(let number)):
      self.init(part: part, isDivisor: false, numerator: 1, denominator: number)
    case .binary(.divide, .number(let number), let part):
      self.init(part: part, isDivisor: true, numerator: number, denominator: 1)
    default: return nil
    }
  }

  /// This of the other; nil where a number is 0.
  func of(_ inner: Scaling) -> Scaling? {
    guard numerator != 0, denominator != 0, inner.numerator != 0, inner.denominator != 0 else {
      return nil
    }
    guard isDivisor else {
      return Scaling(
        part: inner.part, isDivisor: inner.isDivisor, numerator: numerator * inner.numerator,
        denominator: denominator * inner.denominator)
    }
    return Scaling(
      part: inner.part, isDivisor: !inner.isDivisor, numerator: numerator * inner.denominator,
      denominator: denominator * inner.numerator)
  }

  /// Nil where the number is none.
  var tree: ScoreTree? {
    let number = numerator / denominator
    guard number.isFinite, number != 0 else { return nil }
    if isDivisor { return .number(number) / part }
    if number == 1 { return part }
    return numerator == 1 ? part / .number(denominator) : part * .number(number)
  }
}
