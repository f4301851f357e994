import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollReports

/// Nanoseconds per request of every policy, on a Zipf stream and on a scroll stream.
struct ReplayBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Nanoseconds per request of every policy.",
    discussion: "Example: scrollsim-bench replay --requests 1000000 --policy lru,sieve")

  @Option(help: "Requests per stream.") var requests = 10_000_000
  @Option(help: "Rounds; the median is printed.") var rounds = 3
  @Option(help: "Policies, comma-separated; all of them unless given.") var policy: String?

  func run() throws {
    let catalog = PolicyCatalog.builtIn
    let names = policy?.split(separator: ",").map(String.init) ?? catalog.entries.map(\.name)
    let choices = try names.map { try catalog.choose($0) }
    let streams = [
      ("zipf", Streams.zipf(requests: requests, images: 1_000_000, seed: 1)),
      ("scroll", Streams.scroll(requests: requests, images: 100_000, seed: 2)),
    ]
    var cells = [Cell]()
    for (name, stream) in streams {
      let nextUses = stream.nextUses()
      for percent in [1, 10] {
        let capacity = stream.imageCount * percent / 100
        for (index, choice) in choices.enumerated() {
          let setup = PolicySetup(
            imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
            settings: choice.settings, seed: 1,
            nextUses: choice.entry.facts.needsFuture ? nextUses : [])
          cells.append(
            Cell(column: "\(name) \(percent) %", row: index, stream: stream, setup: setup))
        }
      }
    }
    for _ in 0..<rounds {
      for index in cells.indices {
        let replay = choices[cells[index].row].entry.replay
        cells[index].times.append(
          CPUClock.measure { cells[index].tally = replay(cells[index].stream, cells[index].setup) })
      }
    }
    print(table(choices.map(\.text), cells))
  }

  private struct Cell {
    var column: String
    var row: Int
    var stream: RequestStream
    var setup: PolicySetup
    var times: [Double] = []
    var tally = Tally()
  }

  private func table(_ policies: [String], _ cells: [Cell]) -> String {
    var columns = [String]()
    for cell in cells where !columns.contains(cell.column) { columns.append(cell.column) }
    var lines = [
      "\(requests) requests a stream, count mode, CPU ns per request (median of \(rounds)), "
        + "miss ratio in brackets"
    ]
    let header = (["policy"] + columns).enumerated().map {
      pad($1, $0 == 0 ? 18 : 18, left: $0 == 0)
    }
    lines.append(header.joined())
    for (row, policy) in policies.enumerated() {
      var line = pad(policy, 18, left: true)
      for column in columns {
        guard let cell = cells.first(where: { $0.row == row && $0.column == column }) else {
          continue
        }
        let ratio = Double(cell.tally.misses) / Double(cell.tally.requests)
        line += pad(
          "\(fixed(cell.times.median / Double(requests), 1)) (\(fixed(ratio, 4)))", 18, left: false)
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    let text = "\(rounded)"
    let decimals = text.split(separator: ".").last.map(\.count) ?? 0
    return text + String(repeating: "0", count: max(0, digits - decimals))
  }

  private func pad(_ text: String, _ width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
  }
}
