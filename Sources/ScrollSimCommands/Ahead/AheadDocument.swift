import ScrollCore
import ScrollPages

/// The shares of the gap that prefetchers close, as JSON and as a table.
struct AheadDocument {
  let rows: [Row]
  let traces: [String]

  /// A prefetcher, over all traces and on each.
  struct Row: Encodable {
    let prefetcher: String
    /// With every setting.
    let settings: String
    let stallSeconds: Double
    /// 1 for all of the gap; nil where there is hardly any.
    let closed: Double?
    let unseenBytes: Int, wastedBytes: Int
    let traces: [Cell]

    struct Cell: Encodable {
      let trace: String
      let stallSeconds: Double
      let closed: Double?
      let unseenBytes: Int, wastedBytes: Int
    }
  }

  /// - Parameters:
  ///   - traces: as typed.
  ///   - from: what the prefetcher that closes nothing does on each trace.
  ///   - to: the same of the one that closes everything.
  ///   - rows: the prefetchers to compare, best first.
  init(
    _ traces: [String], from: [AheadOutcome], to: [AheadOutcome],
    rows: [(prefetcher: NamedPrefetcher, outcomes: [AheadOutcome])]
  ) {
    self.traces = traces
    self.rows = rows.map { prefetcher, outcomes in
      let cells = traces.indices.map { index in
        Row.Cell(
          trace: traces[index], stallSeconds: outcomes[index].stall,
          closed: Self.share(from[index].stall, to[index].stall, outcomes[index].stall),
          unseenBytes: outcomes[index].unseenBytes, wastedBytes: outcomes[index].wastedBytes)
      }
      func sum(_ outcomes: [AheadOutcome]) -> Double { outcomes.reduce(0) { $0 + $1.stall } }
      return Row(
        prefetcher: prefetcher.name, settings: "\(prefetcher.prefetcher)",
        stallSeconds: sum(outcomes),
        closed: Self.share(sum(from), sum(to), sum(outcomes)),
        unseenBytes: outcomes.reduce(0) { $0 + $1.unseenBytes },
        wastedBytes: outcomes.reduce(0) { $0 + $1.wastedBytes }, traces: cells)
    }.sorted { ($0.stallSeconds, $0.unseenBytes) < ($1.stallSeconds, $1.unseenBytes) }
  }

  /// The least gap of which shares say anything, as a part of what its lower end leaves.
  private static let leastGap = 0.01

  /// The share of the gap between two ends; nil where there is hardly any.
  private static func share(_ from: Double, _ to: Double, _ stall: Double) -> Double? {
    from > to && from - to >= leastGap * from ? (from - stall) / (from - to) : nil
  }

  /// The prefetchers, least missing screen first; a column of shares for each of several traces.
  var table: Table {
    let isOne = traces.count == 1
    var table = Table(
      [.left("prefetcher").keeping(.key), .right("stall s"), .right("closed %")]
        + (isOne ? [] : traces.map { .right(Self.name($0)) })
        + [.right("unseen MiB"), .right("broken off MiB")])
    for row in rows {
      table.append(
        [row.prefetcher, NumberText.fixed(row.stallSeconds, decimals: 2), Self.percent(row.closed)]
          + (isOne ? [] : row.traces.map { Self.percent($0.closed) })
          + [row.unseenBytes, row.wastedBytes].map {
            NumberText.fixed(Double($0) / 1_048_576, decimals: 1)
          })
    }
    return table
  }

  private static func percent(_ share: Double?) -> String {
    share.map { NumberText.fixed(100 * $0, decimals: 0) } ?? "-"
  }

  /// A trace's file without folder and ending.
  private static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }
}
