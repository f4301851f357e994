import ScrollCore
import ScrollPages

/// The result of a comparison: a table of cells, means, and the aims that were missed.
struct Comparison {
  /// The replays of one policy on one file with one capacity.
  struct Cell {
    let competitor: Competitor
    let column: String
    let trace: String
    let capacity: Int
    var ours: [Replayed] = []
    var theirs: [Replayed] = []
    /// The reason why the other simulator could not run.
    var failure: String?

    /// The time of the other simulator divided by ours; not a number if it did not run.
    var ratio: Double { theirs.nanoseconds / ours.nanoseconds }
    var missesDiffer: Bool {
      !theirs.isEmpty && Set(ours.map(\.misses)) != Set(theirs.map(\.misses))
    }
  }

  /// The aims: ratios for each cell, for the mean of each policy, and for the mean of all.
  static let aims = (cell: 2.0, policy: 2.0, overall: 4.0)

  let cells: [Cell]
  let requests: Int
  let rounds: Int

  /// Returns the whole report.
  func text() -> String {
    """
    compare: \(NumberText.count(requests)) requests a stream, reading included, one thread, \
    median of \(rounds) rounds, libcachesim \(Wheel.version)

    \(cellTable().text())
    \(meanTable().text())
    \(verdicts().joined(separator: "\n"))

    """
  }

  private func cellTable() -> Table {
    var table = Table([
      .left("policy"), .left("stream"), .right("ns"), .right("other ns"), .right("ratio"),
      .right("peak MiB"), .right("other MiB"), .right("miss ratio"), .left("misses"),
    ])
    for cell in cells {
      let missed = cell.ours.first?.misses ?? 0
      let others = (cell.theirs.first?.misses ?? 0) - missed
      table.append([
        cell.competitor.name, cell.column, perRequest(cell.ours), perRequest(cell.theirs),
        NumberText.fixed(cell.ratio, decimals: 2), mebibytes(cell.ours), mebibytes(cell.theirs),
        NumberText.fixed(Double(missed) / Double(requests), decimals: 6),
        cell.theirs.isEmpty
          ? "-" : others == 0 ? "the same" : "other \(others > 0 ? "+" : "")\(others)",
      ])
    }
    return table
  }

  /// Returns a table of the geometric means of the ratios.
  private func meanTable() -> Table {
    var table = Table([.left("policy"), .right("mean ratio"), .right("least")])
    for (name, cells) in policies + [("all", cells)] {
      table.append([
        name, NumberText.fixed(mean(of: cells), decimals: 2),
        NumberText.fixed(cells.map(\.ratio).filter(\.isFinite).min() ?? .nan, decimals: 2),
      ])
    }
    return table
  }

  /// Returns a sentence for every aim that was missed and for every count that should agree.
  func verdicts() -> [String] {
    var verdicts = [String]()
    for cell in cells where cell.ratio < Self.aims.cell {
      verdicts.append(
        short("\(cell.competitor.name) on \(cell.column)", cell.ratio, Self.aims.cell))
    }
    for (name, cells) in policies where mean(of: cells) < Self.aims.policy {
      verdicts.append(short("the mean of \(name)", mean(of: cells), Self.aims.policy))
    }
    if mean(of: cells) < Self.aims.overall {
      verdicts.append(short("the mean of all", mean(of: cells), Self.aims.overall))
    }
    for cell in cells where cell.missesDiffer && cell.competitor.agreement == .exact {
      verdicts.append("\(cell.competitor.name) on \(cell.column) should miss as often as the other")
    }
    let near = cells.contains { $0.missesDiffer && $0.competitor.agreement == .near }
    for cell in cells {
      if let failure = cell.failure {
        verdicts.append("\(cell.competitor.name) on \(cell.column): \(failure)")
      }
    }
    if near { verdicts.append("gdsf breaks ties in another way, w-tinylfu hashes in another way") }
    return verdicts.isEmpty ? ["every aim is reached, and all misses agree"] : verdicts
  }

  private func short(_ what: String, _ ratio: Double, _ aim: Double) -> String {
    "\(what): \(NumberText.fixed(ratio, decimals: 2)) times as fast, "
      + "\(NumberText.percent(1 - ratio / aim)) short of \(aim)"
  }

  private var policies: [(String, [Cell])] {
    var names = [String]()
    for cell in cells where !names.contains(cell.competitor.name) {
      names.append(cell.competitor.name)
    }
    return names.map { name in (name, cells.filter { $0.competitor.name == name }) }
  }

  private func mean(of cells: [Cell]) -> Double {
    let ratios = cells.map(\.ratio).filter(\.isFinite)
    return exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
  }

  private func perRequest(_ replays: [Replayed]) -> String {
    NumberText.fixed(replays.nanoseconds / Double(requests), decimals: 1)
  }

  private func mebibytes(_ replays: [Replayed]) -> String {
    NumberText.fixed(Double(replays.map(\.peakBytes).max() ?? 0) / 1_048_576, decimals: 0)
  }
}

extension [Replayed] {
  /// The median of the times.
  var nanoseconds: Double { isEmpty ? .nan : map(\.nanoseconds).median }
}

/// A policy that both simulators have.
struct Competitor {
  enum Agreement: String {
    /// Exactly the same misses.
    case exact
    /// The same rule, but the misses may differ because of ties, roundings or hashes.
    case near
  }

  /// The policy as our command line takes it.
  let name: String
  /// The class of the policy in the other simulator.
  let other: String
  let agreement: Agreement

  init(_ name: String, _ other: String, _ agreement: Agreement = .exact) {
    self.name = name
    self.other = other
    self.agreement = agreement
  }

  static let all = [
    Competitor("lru", "LRU"),
    Competitor("fifo", "FIFO"),
    Competitor("clock", "Clock"),
    Competitor("sieve", "Sieve"),
    // Newer versions admit images to the main queue as soon as the small one is full.
    Competitor("s3fifo:coldStart=main", "S3FIFO"),
    Competitor("arc", "ARC"),
    Competitor("lfu", "LFU"),
    // libCacheSim orders equal priorities differently.
    Competitor("gdsf", "GDSF", .near),
    Competitor("slru", "SLRU"),
    Competitor("2q", "TwoQ"),
    Competitor("lirs", "LIRS"),
    // libCacheSim uses another hash for the sketch.
    Competitor("w-tinylfu", "WTinyLFU", .near),
    Competitor("belady", "Belady"),
  ]

  /// The name without settings.
  var policy: String { String(name.prefix { $0 != ":" }) }
}
