import ScrollPages
import ScrollResults

/// One policy with one budget in one scenario: its runs with every seed, put together.
struct ReportCell: Sendable {
  /// What a seed gave.
  struct Draw: Sendable {
    var seed: Int
    var stalls: Double, hitches: Double, hitRate: Double
  }

  private(set) var draws: [Draw] = []
  private(set) var deaths = 0
  private(set) var stalls = Spread(), hitRate = Spread(), hitches = Spread()
  private(set) var softness = Spread()
  private(set) var regret = Spread()
  /// The share of the time in which the cache held more than its budget.
  private(set) var overLimit = Spread()
  private(set) var peakMemory = Spread(), peakCache = Spread(), tooEarly = Spread()
  private(set) var late = Spread(), neverShown = Spread()
  /// Sums over the runs, in the order of `PartNames`.
  private(set) var absences = Array(repeating: 0.0, count: PartNames.absences.count)
  private(set) var waits = Array(repeating: 0.0, count: PartNames.waits.count)
  private(set) var bands = Array(repeating: 0, count: PartNames.bands.count)
  /// Sums of `FigureColumn.waits`; not finite if one never came.
  private var times = Array(repeating: 0.0, count: FigureColumn.waits.count)

  var runs: Int { draws.count }

  mutating func add(_ row: ResultRow) {
    let draw = Draw(
      seed: row.run.seed, stalls: row.number(.stalls), hitches: row.number(.hitches),
      hitRate: row.number(.hitRate))
    draws.append(draw)
    if row.run.killed != nil { deaths += 1 }
    stalls.add(draw.stalls)
    hitRate.add(draw.hitRate)
    hitches.add(draw.hitches)
    softness.add(row.number(.softness))
    if let misses = row.run.regret?.misses { regret.add(Double(misses)) }
    overLimit.add(row.number(.overLimit) / max(row.number(.duration), .leastNormalMagnitude))
    peakMemory.add(row.number(.peakMemory))
    peakCache.add(row.number(.peakCache))
    tooEarly.add(row.number(.tooEarly))
    late.add(row.number(.late))
    neverShown.add(row.number(.neverShown))
    for (index, column) in FigureColumn.waits.enumerated() { times[index] += row.number(column) }
    for part in row.run.parts {
      switch part.kind {
      case "absence": PartNames.absenceIndex[part.name].map { absences[$0] += part.value }
      case "wait": PartNames.waitIndex[part.name].map { waits[$0] += part.value }
      default: break
      }
    }
    if case .text(let band)? = row.run.figure("hitch_band"),
      let index = PartNames.bands.firstIndex(of: band)
    {
      bands[index] += 1
    }
  }

  /// Means of `FigureColumn.waits` over the runs, in milliseconds; infinite if one never came.
  var timesToImage: [Double] { times.map { $0 / Double(runs) } }
}
