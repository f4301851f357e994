import Foundation
import ScrollSimulation
import ScrollSweeps
import Synchronization
import Testing

@Suite struct SweepRunnerTests {
  private let folder: URL
  private let plan: SweepPlan

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-sweeps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    plan = try Specs.plan(
      "  policy: [lru, fifo, arc]", "  budget: [16MiB, 32MiB]", "  device: [iphone-5, iphone-8]")
  }

  private func store(_ name: String) throws -> ResultStore {
    try ResultStore(path: folder.appendingPathComponent(name).path)
  }

  private func rows(_ store: ResultStore) throws -> [RunRow] {
    var rows: [RunRow] = []
    try store.rows(of: plan.key) { rows.append($0) }
    return rows
  }

  @Test func `a store contains the report of every run in the order of the plan`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store("all.sqlite")
    let job = SweepJob(plan, jobs: 2)
    let progress = try SweepRunner(job, store: store, jobs: 2).run()
    #expect(progress.made == 12 && progress.present == 0 && progress.isComplete)
    let rows = try rows(store)
    #expect(rows.map(\.position) == Array(0..<12))
    for (row, run) in zip(rows, plan.runs) {
      let report = job.report(run).report
      #expect(row.run.key == run.key)
      #expect(row.run.figure("stall_s") == .real(report.stalls.seconds))
      #expect(row.run.figure("hits") == .integer(report.requests.hits))
      #expect(row.run.figure("frames") == .integer(report.frames))
      #expect(row.run.modelVersion == ModelVersion.current)
      let late = report.stalls.late + report.stalls.neverShown
      let absences = row.run.parts.filter { $0.kind == "absence" }.reduce(0) { $0 + $1.value }
      #expect(absences == Double(late))
    }
  }

  @Test func `stored runs are not repeated, but belong to the sweep`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store("some.sqlite")
    let job = SweepJob(plan, jobs: 1)
    _ = try SweepRunner(job, store: store, positions: [2, 5, 7], jobs: 1).run()
    #expect(try store.memberCount(of: plan.key) == 3)
    let rest = try SweepRunner(job, store: store, jobs: 1).run()
    #expect(rest.made == 9 && rest.present == 3)
    #expect(try store.missingPositions(of: plan.key).isEmpty)
  }

  @Test func `progress increases after every run`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store("told.sqlite")
    let told = Mutex<[Int]>([])
    _ = try SweepRunner(SweepJob(plan, jobs: 1), store: store, jobs: 1)
      .run { progress in told.withLock { $0.append(progress.done) } }
    #expect(told.withLock { $0 } == Array(1...12))
  }

  @Test func `an interrupted runner keeps finished runs and starts no more`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store("stopped.sqlite")
    let runner = SweepRunner(SweepJob(plan, jobs: 1), store: store, jobs: 1)
    let progress = try runner.run { progress in
      if progress.made == 4 { _ = try? runner.interrupt() }
    }
    #expect(progress.made == 4)
    #expect(try store.memberCount(of: plan.key) == 4)
  }
}
