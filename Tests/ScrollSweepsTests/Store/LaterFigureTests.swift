import ScrollSimulation
import ScrollSweeps
import TestSupport
import Testing

/// What profiles of older stores lack: the display's rate and the memory.
struct LaterFigureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func scenario(rate: Int?, memory: Int?, name: String = "device-1") -> ScenarioRecord {
    var scenario = Samples.scenario()
    scenario.device.name = name
    scenario.device.refreshRate = rate
    scenario.device.memoryBytes = memory
    return scenario
  }

  private func store(_ name: String, _ scenarios: [ScenarioRecord]) throws -> ResultStore {
    let store = try ResultStore(path: folder.file(name), access: .alone)
    let sweep = Samples.sweep(runs: [1])
    try store.write(sweep)
    for scenario in scenarios {
      var batch = Samples.batch([1], of: sweep)
      batch.scenarios = [scenario]
      try store.write(batch)
    }
    return store
  }

  private func device(_ store: ResultStore) throws -> ProfileRecord? {
    try store.allRows(of: Samples.sweep(runs: [1])).first?.scenario.device
  }

  @Test(
    arguments: [
      [(60, 6 << 30), (nil, nil)], [(nil, nil), (60, 6 << 30)], [(60, nil), (nil, 6 << 30)],
    ] as [[(Int?, Int?)]])
  func `a device has the figures that any writer knew`(_ writers: [(Int?, Int?)]) throws {
    let store = try store(
      "some.sqlite", writers.map { scenario(rate: $0.0, memory: $0.1) })
    let device = try device(store)
    #expect(device?.refreshRate == 60)
    #expect(device?.memoryBytes == 6 << 30)
  }

  @Test func `stores with and without them are the same whichever is merged first`() throws {
    let known = scenario(rate: 120, memory: 6 << 30, name: "zoe")
    let old = scenario(rate: nil, memory: nil, name: "adam")
    let first = try store("first.sqlite", [known])
    let second = try store("second.sqlite", [old])
    _ = try first.merge(second.path)
    _ = try second.merge(folder.file("first.sqlite"))
    let device = try device(first)
    #expect(device == (try self.device(second)))
    #expect(device?.name == "adam")
    #expect(device?.refreshRate == 120)
  }

  @Test func `a device of the first release lacks them until it is written anew`() throws {
    let path = folder.file("version1.sqlite")
    try RawStore.execute(StoreOfVersion1.sql, on: path)
    let store = try ResultStore(path: path, access: .alone)
    let sweep = Samples.sweep(runs: [1, 2])
    #expect(try store.allRows(of: sweep).allSatisfy { $0.scenario.device.memoryBytes == nil })
    try store.write(.init(scenarios: [scenario(rate: 60, memory: 4 << 30)]))
    #expect(
      try store.allRows(of: sweep).map(\.scenario.device.memoryBytes) == [4 << 30, 4 << 30])
  }

  private func run(_ lacking: Set<String>) -> RunRecord {
    var run = Samples.run(1)
    run.figures = Samples.figures(1)
    for (index, column) in ResultStore.figureColumns.enumerated() where lacking.contains(column) {
      run.figures[index] = .null
    }
    return run
  }

  @Test(arguments: [[true, false], [false, true]])
  func `a run that lacks a later figure is given it, whoever is merged`(_ lacks: [Bool]) throws {
    let stores = try lacks.enumerated().map { index, lacks in
      let store = try store("store \(index).sqlite", [Samples.scenario()])
      var batch = ResultStore.Batch(scenarios: [Samples.scenario(7)])
      var run = run(lacks ? ["prefetched_unseen_bytes"] : [])
      run.key = Samples.runKey(7)
      run.scenario = Samples.scenario(7).key
      batch.runs = [run]
      try store.write(batch)
      return store
    }
    _ = try stores[0].merge(stores[1].path)
    let merged = try RawStore.dump(stores[0].path).joined()
    _ = try stores[1].merge(stores[0].path)
    #expect(try RawStore.dump(stores[1].path).joined() == merged)
  }
}
