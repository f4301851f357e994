import ArgumentParser
import ScrollCaching
import ScrollPages

/// Look-ups of what is there, and misses with a store that evicts, on one thread.
struct OneThreadBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thread",
    abstract: "CPU ns of a hit, and of a miss with the store that follows it.",
    discussion: "Example: scrollsim-bench memory-cache thread --rounds 3")

  @Option(help: "Rounds; medians are printed.") var rounds = 7
  @Option(help: "Operations of each cache in a round.") var operations = 500_000

  func validate() throws {
    try MemoryCacheBench.checkPositive(rounds, "--rounds")
    try MemoryCacheBench.checkPositive(operations, "--operations")
  }

  static let entries = [1000, 10_000, 100_000]

  func run() throws {
    print("hits: CPU ns, Int keys, objects for values, medians of \(rounds) rounds")
    print("ratio: lru as a static type to the bare dictionary, expected at most 2;")
    print("NSCache to lru, expected at least 3\n")
    var hits = Table(Self.columns(["keys", "entries"], Runner.names))
    for draws in KeyDraws.allCases {
      for count in Self.entries {
        let field = try Field<Int>(entries: count)
        for entrant in field.entrants { entrant.write(Array(0..<count)) }
        let keys = draws.draw(operations, among: count, seed: 1)
        let times = measure(field.entrants.map { entrant in { entrant.read(keys) } })
        hits.append([draws.rawValue, "\(count)"] + row(times))
      }
    }
    print(hits.text())
    print("misses: CPU ns of a look-up in vain and the store that evicts, by room for so many")
    print("ratio: NSCache to lru, expected at least 3; lru at 10000 entries at most 350 ns\n")
    var misses = Table(Self.columns(["entries"], Array(Runner.names.dropFirst())))
    for count in Self.entries {
      let field = try Field<Int>(entries: count)
      var next = 0
      for entrant in field.entrants { _ = entrant.request(Array(-count..<0)) }
      var times = RoundTimes()
      for _ in 0..<rounds {
        let keys = Array(next..<next + operations)
        next += operations
        times.measure(field.entrants.dropFirst().map { entrant in { Self.time(entrant, keys) } })
      }
      let figures = field.entrants.indices.dropFirst().map { per(times.median(of: $0 - 1)) }
      let ratio = times.ratio(of: Runner.foundation - 1, to: Runner.lru - 1)
      misses.append(["\(count)"] + figures + ["-", NumberText.fixed(ratio, decimals: 2)])
    }
    print(misses.text(), terminator: "")
  }

  private static func columns(_ first: [String], _ names: [String]) -> [Table.Column] {
    first.map { .left($0) } + names.map { .right($0) }
      + [.right("lru / bare"), .right("NSCache / lru")]
  }

  /// The CPU time of misses alone: no key was asked for before.
  private static func time(_ entrant: Entrant<Int>, _ keys: [Int]) -> Double {
    CPUClock.measure {
      let hits = entrant.request(keys)
      precondition(hits == 0, "\(entrant.name) has \(hits) keys that were never stored")
    }
  }

  private func measure(_ ways: [() -> Int]) -> RoundTimes {
    var times = RoundTimes()
    for _ in 0..<rounds {
      times.measure(ways.map { way in { CPUClock.measure { blackHole(way()) } } })
    }
    return times
  }

  private func row(_ times: RoundTimes) -> [String] {
    Runner.names.indices.map { per(times.median(of: $0)) }
      + [
        NumberText.fixed(times.ratio(of: Runner.lru, to: Runner.bare), decimals: 2),
        NumberText.fixed(times.ratio(of: Runner.foundation, to: Runner.lru), decimals: 2),
      ]
  }

  private func per(_ nanoseconds: Double) -> String {
    NumberText.fixed(nanoseconds / Double(operations), decimals: 0)
  }
}
