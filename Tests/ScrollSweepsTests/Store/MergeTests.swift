import ScrollCore
import ScrollSweeps
import Testing

struct MergeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store(_ name: String, _ access: ResultStore.Access = .shared) throws -> ResultStore {
    try ResultStore(path: folder.file(name), access: access)
  }

  /// A store with some runs of a sweep of ten.
  private func shard(_ name: String, _ positions: Range<Int>) throws -> ResultStore {
    let store = try store(name)
    let sweep = Samples.sweep(runs: Array(0..<10))
    try store.write(sweep)
    try store.write(Samples.batch(Array(positions), of: sweep, from: positions.lowerBound))
    return store
  }

  @Test func `a merged store contains the runs of both stores`() throws {
    let ours = try shard("ours", 0..<6)
    let theirs = try shard("theirs", 4..<10)
    #expect(try ours.merge(theirs.path) == MergeReport(newRuns: 4, doubleRuns: 2))
    let whole = try shard("whole", 0..<10)
    #expect(try RawStore.dump(ours.path) == RawStore.dump(whole.path))
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `a merge does not change the other store`(access: ResultStore.Access) throws {
    let theirs = try shard("theirs", 4..<10)
    try theirs.close()
    let before = try folder.bytes(of: "theirs")
    let ours = try store("ours", access)
    #expect(try ours.merge(theirs.path) == MergeReport(newRuns: 6, doubleRuns: 0))
    #expect(try folder.bytes(of: "theirs") == before)
    #expect(try ours.merge(theirs.path) == MergeReport(newRuns: 0, doubleRuns: 6))
  }

  @Test func `a merge accepts a store with an open writer`() throws {
    let theirs = try store("theirs", .shared)
    try theirs.write(Samples.batch([1, 2]))
    let ours = try store("ours", .shared)
    #expect(try ours.merge(theirs.path) == MergeReport(newRuns: 2, doubleRuns: 0))
  }

  @Test func `a store merged with itself stays unchanged`() throws {
    let store = try shard("same", 0..<3)
    #expect(try store.merge(store.path) == MergeReport(newRuns: 0, doubleRuns: 3))
    #expect(try store.merge(folder.file("./same")) == MergeReport(newRuns: 0, doubleRuns: 3))
  }

  @Test func `a merge fills in a missing regret`() throws {
    let ours = try shard("ours", 0..<2)
    try ours.write(.init(runs: [Samples.run(0, regret: Samples.regret(0))]))
    let theirs = try shard("theirs", 0..<2)
    try theirs.write(.init(runs: [Samples.run(1, regret: Samples.regret(1))]))
    #expect(try ours.merge(theirs.path) == MergeReport(newRuns: 0, doubleRuns: 2))
    #expect(
      try ours.allRows(of: Samples.sweep(runs: Array(0..<10))).map(\.run.regret)
        == [Samples.regret(0), Samples.regret(1)])
  }

  @Test func `a merge fills in a missing least stall`() throws {
    let known = StallRegretRecord(proven: 1, reached: 2, reachedBy: "arc", lru: 3)
    let ours = try shard("ours", 0..<2)
    let theirs = try shard("theirs", 0..<2)
    var run = Samples.run(1)
    run.stallRegret = known
    try theirs.write(.init(runs: [run]))
    _ = try ours.merge(theirs.path)
    #expect(
      try ours.allRows(of: Samples.sweep(runs: Array(0..<10))).map(\.run.stallRegret)
        == [nil, known])
  }

  @Test(arguments: 0..<10)
  func `merged stores are equal in any order of merging`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let shards = try (0..<4).map { try drawn("shard \($0)", &random) }
    var dumps: [[String]] = []
    for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
      let merged = try store("merged \(order)")
      for number in order { _ = try merged.merge(shards[number].path) }
      dumps.append(try RawStore.dump(merged.path))
    }
    #expect(dumps[0] == dumps[1], "seed \(seed)")
    #expect(dumps[0] == dumps[2], "seed \(seed)")
    // And a store that others are merged into is no different from those.
    for number in [1, 2, 3] { _ = try shards[0].merge(shards[number].path) }
    #expect(try RawStore.dump(shards[0].path) == dumps[0], "seed \(seed)")
  }

  /// A store with some of all there is, under names of its own.
  private func drawn(_ name: String, _ random: inout SeededRandom) throws -> ResultStore {
    let store = try store(name)
    for sweep in 0..<3 where random.chance(0.7) {
      let numbers = Array(sweep * 3..<sweep * 3 + 6)
      var record = Samples.sweep("Title \(random.below(3))", runs: numbers)
      record.spec = "spec \(random.below(3))"
      try store.write(record)
      var batch = ResultStore.Batch()
      for (position, number) in numbers.enumerated() where random.chance(0.5) {
        let group = number % 3
        let trace = Samples.trace(group, path: "trace-\(random.below(5)).csv")
        var scenario = Samples.scenario(group, trace: trace)
        scenario.device.name = "name \(random.below(3))"
        scenario.device.summary = "summary \(random.below(3))"
        batch.scenarios.append(scenario)
        batch.runs.append(
          Samples.run(
            number, scenario: group, regret: random.chance(0.5) ? Samples.regret(number) : nil))
        batch.members.append(
          .init(sweep: record.key, position: position, run: Samples.runKey(number)))
      }
      try store.write(batch)
    }
    return store
  }
}
