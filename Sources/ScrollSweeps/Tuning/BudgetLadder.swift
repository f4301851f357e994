package import ScrollCore

/// The budgets that are tried by default.
package enum BudgetLadder {
  /// Multiples of a unit, each about a quarter above the one before, up to one that is enough.
  /// - Parameters:
  ///   - enough: what everything takes that a cache may be asked for, or more if its policy needs
  ///     room for more images than there are.
  ///   - unit: the smallest.
  /// - Returns: ascending; the last is the first multiple that is not below `enough`.
  /// - Precondition: the unit is positive.
  package static func budgets(upTo enough: ByteCount, unit: ByteCount) -> [ByteCount] {
    precondition(unit > .zero, "unit \(unit) is not positive")
    let last = max(unit, enough.rounded(upTo: unit))
    var budgets: [ByteCount] = []
    var next = unit
    while next < last {
      budgets.append(next)
      next = max(next + unit, (next + ByteCount(next.bytes / 4)).rounded(upTo: unit))
    }
    return budgets + [last]
  }
}
