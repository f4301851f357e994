/// The times of several alternatives, measured in turn, so that a slow machine slows all of them.
struct RoundTimes {
  /// The figure of each alternative, for each round.
  private var rounds: [[Double]] = []

  /// Measures another round, which begins with a different alternative than the last.
  mutating func measure(_ ways: [() -> Double]) {
    var figures = [Double](repeating: 0, count: ways.count)
    for step in ways.indices {
      let index = (step + rounds.count) % ways.count
      figures[index] = ways[index]()
    }
    rounds.append(figures)
  }

  /// Returns the median of the figures of an alternative.
  func median(of index: Int) -> Double { rounds.map { $0[index] }.median }

  /// Returns the ratio of an alternative to another: the median of the rounds' ratios.
  func ratio(of index: Int, to other: Int) -> Double {
    rounds.map { $0[index] / $0[other] }.median
  }
}
