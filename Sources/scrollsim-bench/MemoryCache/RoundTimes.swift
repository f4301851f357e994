/// Several ways to do one thing, timed in turn, so that what slows the machine down slows all.
struct RoundTimes {
  /// For each round the figure of each way.
  private var rounds: [[Double]] = []

  /// One more round, which begins with another way than the last.
  mutating func measure(_ ways: [() -> Double]) {
    var figures = [Double](repeating: 0, count: ways.count)
    for step in ways.indices {
      let index = (step + rounds.count) % ways.count
      figures[index] = ways[index]()
    }
    rounds.append(figures)
  }

  /// The median of one way's figures.
  func median(of index: Int) -> Double { rounds.map { $0[index] }.median }

  /// How many times as much as another: the median of the rounds' ratios.
  func ratio(of index: Int, to other: Int) -> Double {
    rounds.map { $0[index] / $0[other] }.median
  }
}
