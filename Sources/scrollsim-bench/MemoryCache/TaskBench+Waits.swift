import ScrollPages
import Synchronization

extension TaskBench {
  /// How long single calls take by the clock while eight tasks do nothing else: most of what the
  /// longest take is waiting, for the lock or for a processor.
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

/// Times that several tasks bring.
private final class CallTimes: Sendable {
  private let times = Mutex<[Double]>([])

  var all: [Double] { times.withLock { $0 } }

  func add(_ more: [Double]) { times.withLock { $0 += more } }
}
