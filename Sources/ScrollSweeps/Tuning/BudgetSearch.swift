package import ScrollCore

/// A search for the smallest budget that keeps some limits.
///
/// The search lists the budgets to try in `next`, and receives a verdict on each with `hear(_:)`.
///
/// A larger cache need not stall less: it keeps other images, and the device may kill an app that
/// holds too much (L. A. Belady, R. A. Nelson, G. S. Shedler, "An anomaly in space-time
/// characteristics of certain programs running in a paging machine", Communications of the ACM
/// 12(6), 1969, doi:10.1145/363011.363155). So the search infers nothing about one budget from
/// another. It tries every candidate, then halves the gap below the smallest one that keeps the
/// limits, until the gap is no wider than the precision. Every budget that was tried below the
/// answer breaks a limit.
///
///     var search = BudgetSearch([ByteCount(10), ByteCount(20)], precision: ByteCount(1))
///     while !search.next.isEmpty { search.hear(search.next.map(keepsLimits)) }
///     search.answer?.smallest
package struct BudgetSearch: Sendable {
  /// A budget that was tried.
  package struct Trial: Equatable, Sendable {
    package let budget: ByteCount
    package let keeps: Bool
    /// The round of the search: 0 for the candidates, then one more with every halving.
    package let step: Int
  }

  /// The result of the trials.
  package struct Answer: Equatable, Sendable {
    /// The smallest budget that was tried and keeps the limits; `nil` if none does.
    package let smallest: ByteCount?
    /// The next smaller budget that was tried, which breaks the limits; `nil` if none was tried.
    package let below: ByteCount?
    /// The larger budgets that break the limits again, in ascending order.
    package let brokenAgain: [ByteCount]

    package init(smallest: ByteCount?, below: ByteCount?, brokenAgain: [ByteCount]) {
      self.smallest = smallest
      self.below = below
      self.brokenAgain = brokenAgain
    }
  }

  /// The trials, ascending by budget.
  package private(set) var trials: [Trial] = []
  /// The budgets to try next, in ascending order; empty once the answer is known.
  package private(set) var next: [ByteCount]
  /// The number of completed rounds.
  package private(set) var step = 0
  private let precision: Int

  /// Creates a search.
  /// - Precondition: there is a candidate, and the precision is positive.
  package init(_ candidates: [ByteCount], precision: ByteCount) {
    precondition(!candidates.isEmpty, "there is no candidate")
    precondition(precision > .zero, "precision \(precision) is not positive")
    next = Set(candidates).sorted()
    self.precision = precision.bytes
  }

  /// Records the verdicts on the budgets in `next`.
  /// - Parameter verdicts: for each budget, whether it keeps the limits.
  /// - Precondition: there are as many verdicts as there are budgets.
  package mutating func hear(_ verdicts: [Bool]) {
    precondition(
      verdicts.count == next.count, "\(verdicts.count) verdicts for \(next.count) budgets")
    trials += zip(next, verdicts).map { Trial(budget: $0, keeps: $1, step: step) }
    trials.sort { $0.budget < $1.budget }
    step += 1
    next = middle.map { [$0] } ?? []
  }

  /// The result; `nil` while there are budgets to try.
  package var answer: Answer? {
    guard next.isEmpty else { return nil }
    guard let place = trials.firstIndex(where: \.keeps) else {
      return Answer(smallest: nil, below: nil, brokenAgain: [])
    }
    return Answer(
      smallest: trials[place].budget, below: place > 0 ? trials[place - 1].budget : nil,
      brokenAgain: trials[place...].filter { !$0.keeps }.map(\.budget))
  }

  /// A multiple of the precision about halfway into the gap; `nil` if the gap is narrow enough.
  private var middle: ByteCount? {
    guard let place = trials.firstIndex(where: \.keeps), place > 0 else { return nil }
    let (low, high) = (trials[place - 1].budget.bytes, trials[place].budget.bytes)
    guard high - low > precision else { return nil }
    let first = (low / precision + 1) * precision
    let middle = (low + (high - low) / 2) / precision * precision
    return ByteCount(max(first, middle))
  }
}
