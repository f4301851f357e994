import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import TestSupport
import Testing
import scrollsim_lab

/// A second account of runs, and faults of a simulator that it notices.
@Suite struct RunAuditTests {
  /// The first run of the sealed scenarios of a tiny contest.
  private struct Run {
    let scenario: Scenario
    let budget: ByteCount?
    let policy: Choice<PolicyDescriptor>

    init(policy: String) throws {
      let contest = try Contest(TinyContest.spec(TinyContest.text), SweepCatalogs())
      let set = try #require(contest.sets[.sealed])
      let run = try #require(set.plan.runs.first)
      scenario = set.plan.scenario(of: run).scenario
      budget = run.budget
      self.policy = try PolicyCatalog.builtIn.choose(policy)
    }

    /// Audits a run of a scenario, perhaps another one, in a cache with something around it.
    func findings(
      of other: Scenario? = nil, doctoring doctor: (RunLog.Entry) -> RunLog.Entry? = { $0 },
      outside: (any CacheModel) -> any CacheModel = { $0 },
      inside: (any CacheModel) -> any CacheModel = { $0 }
    ) -> [String] {
      let (log, witness) = (RunLog(), CallLog())
      _ = PreparedScenario(other ?? scenario).run(policy, budget: budget, log: log) {
        outside(AuditedModel(inside($0), witness, limit: budget))
      }
      return RunAudit(scenario, log.entries.compactMap(doctor), witness).findings
    }
  }

  @Test(arguments: ["lru", "distance-lead", "score: distance"])
  func `the audit confirms a run of the simulator`(policy: String) throws {
    let run = try Run(policy: policy)
    let prepared = PreparedScenario(run.scenario)
    let stall = prepared.run(run.policy, budget: run.budget).stalls.seconds
    let audit = RunAudit(prepared, run.policy, budget: run.budget, seed: 0, stall: stall)
    #expect(audit.findings.isEmpty, "\(audit.findings)")
    let other = RunAudit(prepared, run.policy, budget: run.budget, seed: 0, stall: stall + 1)
    #expect(other.findings.count == 1 && other.findings.allSatisfy { $0.contains("certificate") })
  }

  @Test func `the audit finds missing bytes of an evicted image`() throws {
    let findings = try Run(policy: "lru").findings(inside: { LeakyModel($0) })
    #expect(findings.count == 1)
    #expect(findings.first?.contains("the stored and not removed images have") == true)
  }

  @Test func `the audit finds a cache that exceeds its budget`() throws {
    let run = try Run(policy: "lru")
    let findings = run.findings(inside: { model in
      model.setLimits(CacheLimits(cost: run.budget.map { $0.bytes * 2 }))
      return model
    })
    #expect(findings.contains { $0.contains("; its limit is ") }, "\(findings)")
  }

  @Test func `the audit finds a free decode`() throws {
    let run = try Run(policy: "lru")
    var free = run.scenario
    for codec in free.device.decode.keys {
      free.device.decode[codec] = .linear(fixed: 0, perMegapixel: 0, perMegabyte: 0)
    }
    let findings = run.findings(of: free)
    #expect(findings.count == 1)
    #expect(
      findings.first?.contains(" ns; the device takes ") == true, "\(findings)")
  }

  @Test func `the audit finds a free prefetch`() throws {
    let run = try Run(policy: "lru")
    var prefetches: Set<Int32> = []
    let findings = run.findings(doctoring: { entry in
      switch entry.event {
      case .started(let load, _, _, _, isPrefetch: true):
        prefetches.insert(load)
        return entry
      case .stage(let load, .reading, _, _), .done(let load, .reading, _):
        return prefetches.contains(load) ? nil : entry
      default: return entry
      }
    })
    #expect(!prefetches.isEmpty)
    #expect(findings.count == 1)
    #expect(findings.first?.contains(" s a prefetch of ") == true, "\(findings)")
  }

  @Test func `the audit finds a stale viewport`() throws {
    let findings = try Run(policy: "distance").findings(outside: { StaleModel($0) })
    #expect(findings.count == 1)
    #expect(findings.first?.contains(" s the cache sees the viewport at ") == true, "\(findings)")
  }
}

/// Counts the bytes of evicted images for ever.
private final class LeakyModel: PassingModel {
  private var leaked = 0

  override var totalCost: Int { model.totalCost + leaked }

  override func drainRemovals(_ body: (Removal) -> Void) {
    model.drainRemovals { removal in
      if removal.reason == .cost { leaked += removal.cost }
      body(removal)
    }
  }
}

/// Tells of each viewport one frame late.
private final class StaleModel: PassingModel {
  private var last: Viewport?

  override func viewportMoved(to viewport: Viewport) {
    var stale = last ?? viewport
    stale.time = viewport.time
    last = viewport
    super.viewportMoved(to: stale)
  }
}
