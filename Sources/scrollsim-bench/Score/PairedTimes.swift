import ScrollPages

/// Two ways to do one thing, timed in turn, so that what slows the machine down slows both.
struct PairedTimes {
  let name: String, other: String
  /// What the ratio is to be, in words; empty where nothing is said of it.
  let bar: String
  /// Nanoseconds, round by round.
  private var times: [(one: Double, other: Double)] = []

  init(_ name: String, _ other: String, bar: String = "") {
    (self.name, self.other, self.bar) = (name, other, bar)
  }

  /// One more round, which begins with the other every second time.
  mutating func measure(_ one: () throws -> Void, _ other: () throws -> Void) rethrows {
    if times.count.isMultiple(of: 2) {
      let first = try CPUClock.measure(one)
      times.append((first, try CPUClock.measure(other)))
    } else {
      let first = try CPUClock.measure(other)
      times.append((try CPUClock.measure(one), first))
    }
  }

  static let columns: [Table.Column] = [
    .left("score"), .left("against"), .right("CPU ms"), .right("against ms"), .right("ratio"),
    .right("least"), .right("most"), .left("bar"),
  ]

  /// The medians, and the ratio of each round.
  /// - Parameter ratio: of the two times of a round.
  /// - Returns: a row of the table.
  func row(_ ratio: (_ one: Double, _ other: Double) -> Double) -> [String] {
    let ratios = times.map { ratio($0.one, $0.other) }
    let figures = [ratios.median, ratios.min() ?? .nan, ratios.max() ?? .nan]
    return [
      name, other, NumberText.fixed(times.map { $0.one }.median / 1e6, decimals: 2),
      NumberText.fixed(times.map { $0.other }.median / 1e6, decimals: 2),
    ] + figures.map { NumberText.fixed($0, decimals: 2) } + [bar]
  }
}
