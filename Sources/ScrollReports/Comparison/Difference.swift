/// The difference of two policies over the scenarios and budgets that both have, seed by seed.
struct Difference: Sendable {
  enum Verdict: String, Sendable, Encodable {
    /// The interval lies on one side of 0.
    case less, more
    /// The interval spans 0.
    case notResolvable = "not resolvable"
    /// There are too few seeds for an interval.
    case tooFewSeeds = "too few seeds"
  }

  /// One figure, in its unit: the first policy's less the second's.
  struct Figure: Sendable {
    let mean: Double
    let interval: ClosedRange<Double>?

    init(_ differences: [Double]) {
      mean = differences.reduce(0, +) / Double(max(1, differences.count))
      interval = PairedBootstrap.interval(differences)
    }

    var verdict: Verdict {
      guard let interval else { return .tooFewSeeds }
      if interval.upperBound < 0 { return .less }
      return interval.lowerBound > 0 ? .more : .notResolvable
    }
  }

  let first: Int, second: Int
  /// How many scenarios and budgets both have with every seed, and how many seeds.
  let cells: Int, seeds: Int
  /// Seconds of missing screen, milliseconds of hitches per second, hits per request.
  let stalls: Figure, hitches: Figure, hitRate: Figure

  /// Whether seeds give different differences.
  var varies: Bool {
    [stalls, hitches, hitRate].contains { figure in
      figure.interval.map { $0.lowerBound < $0.upperBound } ?? true
    }
  }
}

extension SweepReport {
  /// The difference of two policies over some scenarios; nil if they have no cell in common.
  ///
  /// For each seed the differences of all cells are averaged: a seed is one draw, which moves all
  /// of them. Cells that lack a seed of one of the two are left out.
  func difference(_ first: Int, _ second: Int, over scenes: [Int]? = nil) -> Difference? {
    var pairs: [(ReportCell, ReportCell)] = []
    for (place, cell) in places(in: scenes) where place.policy == first {
      let twin = Place(scene: place.scene, policy: second, budget: place.budget)
      // What was cut short did not stall less.
      if let other = cells[twin], cell.deaths + other.deaths == 0 { pairs.append((cell, other)) }
    }
    let most =
      pairs.map { Set($0.0.draws.map(\.seed)).intersection($0.1.draws.map(\.seed)) }
      .max { $0.count < $1.count } ?? []
    let seeds = most.sorted()
    let paired = pairs.compactMap { Self.paired($0.0, $0.1, seeds) }
    guard !seeds.isEmpty, !paired.isEmpty else { return nil }
    func figure(_ value: (ReportCell.Draw) -> Double) -> Difference.Figure {
      Difference.Figure(
        seeds.indices.map { seed in
          paired.reduce(0) { $0 + value($1[seed].0) - value($1[seed].1) } / Double(paired.count)
        })
    }
    return Difference(
      first: first, second: second, cells: paired.count, seeds: seeds.count,
      stalls: figure(\.stalls), hitches: figure(\.hitches), hitRate: figure(\.hitRate))
  }

  /// The draws of two cells by seed; nil if one of them lacks one.
  private static func paired(
    _ first: ReportCell, _ second: ReportCell, _ seeds: [Int]
  ) -> [(ReportCell.Draw, ReportCell.Draw)]? {
    func bySeed(_ cell: ReportCell) -> [Int: ReportCell.Draw] {
      Dictionary(cell.draws.map { ($0.seed, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (left, right) = (bySeed(first), bySeed(second))
    var pairs: [(ReportCell.Draw, ReportCell.Draw)] = []
    for seed in seeds {
      guard let a = left[seed], let b = right[seed] else { return nil }
      pairs.append((a, b))
    }
    return pairs
  }
}
