import ArgumentParser
import Dispatch
import ScrollCaching
import ScrollCore
import ScrollPages
import Synchronization

/// A benchmark of several tasks on one cache: readers alone, and Nuke's mixed benchmark.
///
/// The mixed benchmark is `cacheConcurrentMixed` of Nuke's ImageCachePerformanceTests: 2000
/// entries, seven tasks that read drawn keys and one that writes some.
struct TaskBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "Operations a second of 8 tasks on one cache.",
    discussion: "Example: scrollsim-bench memory-cache tasks --rounds 3")

  @Option(help: "Rounds; medians are printed.") var rounds = 9
  @Option(help: "Operations of each task in a round.") var operations = 100_000

  func validate() throws {
    try MemoryCacheBench.checkPositive(rounds, "--rounds")
    try MemoryCacheBench.checkPositive(operations, "--operations")
  }

  static let tasks = 8
  static let entries = 2000

  func run() throws {
    print("\(Self.tasks) tasks, \(Self.entries) entries, each task \(operations) operations")
    print("million operations a second by the clock, CPU ns of an operation in brackets,")
    print("medians of \(rounds) rounds; ratios are of CPU time and of operations a second\n")
    try mixed("Int", keys: Array(0..<Self.entries))
    try mixed("String", keys: (0..<Self.entries).map { "https://test.com/\($0)" })
    try readers()
    try waits()
  }

  /// Measures seven readers and a writer.
  private func mixed<Key: ObjectKey>(_ kind: String, keys: [Key]) throws {
    let field = try Field<Key>(entries: 2 * Self.entries)
    for entrant in field.entrants { entrant.write(keys) }
    let draws = (0..<Self.tasks).map { task in
      KeyDraws.uniform.draw(operations, among: keys.count, seed: UInt64(task)).map { keys[$0] }
    }
    var (clock, processor) = (RoundTimes(), RoundTimes())
    for _ in 0..<rounds {
      var spent = [Double](repeating: 0, count: field.entrants.count)
      clock.measure(
        field.entrants.indices.map { index in
          {
            let entrant = field.entrants[index]
            let start = CPUClock.processNanoseconds()
            let taken = Tasks.run(
              draws.enumerated().map { task, keys in
                { if task == 0 { entrant.write(keys) } else { blackHole(entrant.read(keys)) } }
              })
            spent[index] = CPUClock.processNanoseconds() - start
            return taken
          }
        })
      processor.measure(spent.map { figure in { figure } })
    }
    print("7 readers, 1 writer, \(kind) keys; expected of lru: at least twice the others'")
    var table = Table([
      .left("cache"), .right("Mop/s"), .right("CPU ns"), .right("lru's Mop/s / its"),
      .right("its CPU / lru's"),
    ])
    for (index, name) in Runner.names.enumerated() {
      table.append([
        name, rate(clock.median(of: index)), per(processor.median(of: index)),
        NumberText.fixed(clock.ratio(of: index, to: Runner.lru), decimals: 2),
        NumberText.fixed(processor.ratio(of: index, to: Runner.lru), decimals: 2),
      ])
    }
    print(table.text())
  }

  /// Measures eight readers, and for comparison one reader that reads as much as the eight
  /// together.
  private func readers() throws {
    let field = try Field<Int>(entries: 2 * Self.entries)
    for entrant in field.entrants { entrant.write(Array(0..<Self.entries)) }
    let draws = (0..<Self.tasks).map { task in
      KeyDraws.uniform.draw(operations, among: Self.entries, seed: UInt64(task))
    }
    print("8 readers; expected of lru: at least half the operations a second of one reader")
    var table = Table([
      .left("cache"), .right("1 reader Mop/s"), .right("8 readers Mop/s"), .right("8 / 1"),
    ])
    for (index, name) in Runner.names.enumerated() {
      let entrant = field.entrants[index]
      var times = RoundTimes()
      for _ in 0..<rounds {
        times.measure([
          {
            Tasks.run([{ for keys in draws { blackHole(entrant.read(keys)) } }])
          },
          {
            Tasks.run(draws.map { keys in { blackHole(entrant.read(keys)) } })
          },
        ])
      }
      table.append([
        name, rate(times.median(of: 0)), rate(times.median(of: 1)),
        NumberText.fixed(times.ratio(of: 0, to: 1), decimals: 2),
      ])
    }
    print(table.text())
  }

  private var all: Double { Double(Self.tasks * operations) }

  private func rate(_ nanoseconds: Double) -> String {
    NumberText.fixed(all / nanoseconds * 1000, decimals: 1)
  }

  private func per(_ nanoseconds: Double) -> String {
    NumberText.fixed(nanoseconds / all, decimals: 0)
  }
}

extension TaskBench {
  /// Measures the wall-clock time of single calls while eight tasks do nothing else.
  ///
  /// Most of the time of the longest calls is waiting, for the lock or for a processor.
  func waits() throws {
    let field = try Field<Int>(entries: 2 * Self.entries)
    for entrant in field.entrants { entrant.write(Array(0..<Self.entries)) }
    let draws = (0..<Self.tasks).map { task in
      KeyDraws.uniform.draw(operations, among: Self.entries, seed: UInt64(task))
    }
    print("8 readers; microseconds of a call, of all calls of all rounds")
    var table = Table([
      .left("cache"), .right("median"), .right("99 %"), .right("99.9 %"), .right("99.99 %"),
    ])
    var calls = [[Double]](repeating: [], count: field.entrants.count)
    for _ in 0..<rounds {
      for (index, entrant) in field.entrants.enumerated() {
        let times = CallTimes()
        _ = Tasks.run(draws.map { keys in { times.add(entrant.timeReads(keys)) } })
        calls[index] += times.all
      }
    }
    for (index, name) in Runner.names.enumerated() {
      calls[index].sort()
      table.append(
        [name]
          + [0.5, 0.99, 0.999, 0.9999].map { share in
            let place = Int(Double(calls[index].count - 1) * share)
            return NumberText.fixed(calls[index][place] / 1000, decimals: 2)
          })
    }
    print(table.text(), terminator: "")
  }
}

/// The times that several tasks measure.
private final class CallTimes: Sendable {
  private let times = Mutex<[Double]>([])

  var all: [Double] { times.withLock { $0 } }

  func add(_ more: [Double]) { times.withLock { $0 += more } }
}

/// A group of concurrent tasks that is awaited as a whole.
enum Tasks {
  /// Runs each closure in a separate task.
  /// - Parameter works: The closures, none of which may wait for another.
  /// - Returns: The nanoseconds from the first start to the last end.
  static func run(_ works: [@Sendable () -> Void]) -> Double {
    let group = DispatchGroup()
    let clock = ContinuousClock()
    let duration = clock.measure {
      for work in works {
        group.enter()
        Task.detached {
          work()
          group.leave()
        }
      }
      group.wait()
    }
    return duration / .nanoseconds(1)
  }
}

/// The distributions of requested keys, drawn here and repeatable.
enum KeyDraws: String, CaseIterable {
  case uniform
  case zipf = "zipf 1"

  /// Draws a number of keys among `0..<keys`.
  func draw(_ count: Int, among keys: Int, seed: UInt64) -> [Int] {
    switch self {
    case .uniform:
      var random = SeededRandom(seed: seed)
      return (0..<count).map { _ in random.below(keys) }
    case .zipf:
      return Streams.zipf(requests: count, images: keys, seed: seed).images.map { Int($0.index) }
    }
  }
}
