import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of a custom policy that is edited and swept again into the same store.
@Suite struct EditedPolicyTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-edits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The rules of an edited policy, under one name.
  private enum Rule: CaseIterable {
    case lru, fifo, distance

    var descriptor: PolicyDescriptor {
      switch self {
      case .lru: PolicyDescriptor("mine", "Mine.") { LRUPolicy(imageCount: $0.imageCount) }
      case .fifo: PolicyDescriptor("mine", "Mine.") { FIFOPolicy(imageCount: $0.imageCount) }
      case .distance:
        PolicyDescriptor("mine", "Mine.") { setup in
          DistancePolicy(setup)
        }
      }
    }
  }

  private func plan(_ descriptor: PolicyDescriptor) throws -> SweepPlan {
    let spec = "axes: {trace: \(Specs.trace), policy: mine, budget: [16MiB, 32MiB]}"
    return try SweepPlan(
      SweepSpec.parse(spec, file: "\(Specs.root)/spec.yml"),
      catalogs: SweepCatalogs(policies: PolicyCatalog.builtIn.adding(descriptor)))
  }

  private func sweep(
    _ plan: SweepPlan, in store: ResultStore, anew: Bool = false
  ) throws -> (progress: SweepProgress, stalls: [StoredValue?]) {
    let progress = try SweepRunner(
      SweepJob(plan, jobs: 1), store: store, jobs: 1, anewBut: anew ? [] : nil
    ).run()
    var stalls: [StoredValue?] = []
    try store.rows(of: plan.key) { stalls.append($0.run.value(.stall)) }
    return (progress, stalls)
  }

  @Test func `an edited policy is run again only if its behavior changes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(path: folder.appendingPathComponent("edited.sqlite").path)
    var seen: [[StoredValue?]] = []
    for rule in Rule.allCases {
      let first = try sweep(plan(rule.descriptor), in: store)
      #expect(first.progress.made == 2 && first.progress.present == 0, "\(rule)")
      let second = try sweep(plan(rule.descriptor), in: store)
      #expect(second.progress.made == 0 && second.progress.present == 2, "\(rule)")
      seen.append(first.stalls)
    }
    #expect(Set(seen.map { "\($0)" }).count == 3)
  }

  @Test func `a new version is run again, whatever its behavior`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(path: folder.appendingPathComponent("versions.sqlite").path)
    for version in 1...3 {
      let descriptor = PolicyDescriptor(
        "mine", "Mine.", facts: PolicyDescriptor.Facts(version: version)
      ) { LRUPolicy(imageCount: $0.imageCount) }
      #expect(try sweep(plan(descriptor), in: store).progress.made == 2)
    }
  }

  @Test func `a requested repetition overwrites the stored run`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ResultStore(path: folder.appendingPathComponent("again.sqlite").path)
    let plan = try plan(Rule.lru.descriptor)
    let right = try sweep(plan, in: store).stalls
    var wrong = SweepJob(plan, jobs: 1).record(plan.runs[0])
    let place = try #require(
      FigureCatalog.stored.firstIndex { $0.name == Figure.stall.name })
    wrong.figures[place] = .real(77)
    try store.write(ResultStore.Batch(runs: [wrong]), replacing: true)
    let stale = try sweep(plan, in: store)
    #expect(stale.progress.made == 0)
    #expect(stale.stalls.first == .real(77))
    let anew = try sweep(plan, in: store, anew: true)
    #expect(anew.progress.made == 2 && anew.progress.present == 0)
    #expect(anew.stalls == right)
  }
}
