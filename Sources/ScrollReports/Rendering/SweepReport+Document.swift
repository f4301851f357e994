import ScrollResults

extension SweepReport {
  /// What the report says, for programs: figures unrounded.
  public struct Document: Encodable, Sendable {
    public let question: String
    public let answer: [String]
    public let asked: Int, made: Int
    /// Best first.
    public let ranking: [Policy]
    /// Each policy against the best, over everything and device by device.
    public let differences: [Comparison]
    /// The smallest budget of the best policy that does what memory can do.
    public let enough: [Budget]
  }

  public struct Policy: Encodable, Sendable {
    public let policy: String
    public let cells: Int, allCells: Int
    public let runs: Int, killed: Int
    public let stallSeconds: Double, hitchRatio: Double, hitRate: Double
    @OrNull public var regretMisses: Double?
    public let peakMemoryBytes: Double, lateImages: Double, evictedTooEarly: Double
  }

  public struct Comparison: Encodable, Sendable {
    public let policy: String, against: String
    @OrNull public var device: String?
    public let cells: Int, seeds: Int
    public let stallSeconds: Effect, hitchRatio: Effect, hitRate: Effect
  }

  /// The first less the second.
  public struct Effect: Encodable, Sendable {
    public let mean: Double
    @OrNull public var low: Double?
    @OrNull public var high: Double?
    public let verdict: String

    init(_ figure: Difference.Figure) {
      mean = figure.mean
      low = figure.interval?.lowerBound
      high = figure.interval?.upperBound
      verdict = figure.verdict.rawValue
    }
  }

  public struct Budget: Encodable, Sendable {
    public let device: String, policy: String
    public let budgetBytes: Int
    public let stallSeconds: Double
  }

  public var document: Document {
    Document(
      question: question, answer: answer, asked: sweep.runs, made: runCount,
      ranking: ranking().map { standing in
        Policy(
          policy: standing.name, cells: standing.cells, allCells: standing.allCells,
          runs: standing.runs, killed: standing.deaths, stallSeconds: standing.stalls,
          hitchRatio: standing.hitches, hitRate: standing.hitRate, regretMisses: standing.regret,
          peakMemoryBytes: standing.peakMemory, lateImages: standing.lateImages,
          evictedTooEarly: standing.tooEarly)
      },
      differences: comparisons().map { comparison($0, device: nil) }
        + (devices.count > 1 ? devices : []).flatMap { device in
          comparisons(over: device.scenes).map { comparison($0, device: device.name) }
        },
      enough: enoughByDevice.map {
        Budget(
          device: $0.device, policy: $0.policy, budgetBytes: budgets[$0.budget] ?? 0,
          stallSeconds: $0.stalls)
      })
  }

  private func comparison(_ difference: Difference, device: String?) -> Comparison {
    Comparison(
      policy: policies[difference.first], against: policies[difference.second], device: device,
      cells: difference.cells, seeds: difference.seeds, stallSeconds: Effect(difference.stalls),
      hitchRatio: Effect(difference.hitches), hitRate: Effect(difference.hitRate))
  }
}
