import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages

/// Nanoseconds per request of every policy, on a Zipf stream and on a scroll stream.
struct ReplayBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Nanoseconds per request of every policy.",
    discussion: "Example: scrollsim-bench replay --requests 1000000 --policy lru,sieve")

  @Option(help: "Requests per stream.") var requests = 10_000_000
  @Option(help: "Rounds; the median is printed.") var rounds = 3
  @Option(help: "Policies, comma-separated; all but the linear ones unless given.")
  var policy: String?

  /// Those that look at every resident to find a victim: ten million requests take hours.
  static let linear = ["aggregate-delay", "nscache-gnustep"]

  func validate() throws {
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
  }

  func run() throws {
    let catalog = PolicyCatalog.builtIn
    let names =
      policy?.split(separator: ",").map(String.init)
      ?? catalog.entries.map(\.name).filter { !Self.linear.contains($0) }
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
        let entry = choices[cells[index].row].entry
        cells[index].times.append(
          CPUClock.measure {
            cells[index].tally = entry.replay(cells[index].stream, cells[index].setup)
          })
      }
    }
    print("replay: \(requests) requests a stream, count mode, capacity in percent of the images")
    print("CPU ns per request (median of \(rounds) rounds), miss ratio in brackets")
    print(table(choices.map(\.text), cells).text(), terminator: "")
  }

  private struct Cell {
    var column: String
    var row: Int
    var stream: RequestStream
    var setup: PolicySetup
    var times: [Double] = []
    var tally = Tally()
  }

  /// One row per policy, one column per stream and capacity.
  private func table(_ policies: [String], _ cells: [Cell]) -> Table {
    var columns = [String]()
    for cell in cells where !columns.contains(cell.column) { columns.append(cell.column) }
    var table = Table([.left("policy")] + columns.map { .right($0) })
    for (row, policy) in policies.enumerated() {
      let figures = cells.filter { $0.row == row }.map { cell in
        let ratio = Double(cell.tally.misses) / Double(cell.tally.requests)
        return NumberText.fixed(cell.times.median / Double(requests), decimals: 1)
          + " (" + NumberText.fixed(ratio, decimals: 4) + ")"
      }
      table.append([policy] + figures)
    }
    return table
  }
}
