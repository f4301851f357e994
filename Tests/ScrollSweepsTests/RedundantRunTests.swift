import ScrollDevice
import ScrollSweeps
import Testing

@Suite struct RedundantRunTests {
  @Test func `networks without downloads share one run, that of the first`() throws {
    let plan = try Specs.plan("  loader: image-named", "  network: [lte, wifi, edge]")
    let first = try Specs.plan("  loader: image-named", "  network: lte")
    #expect(plan.runs.map(\.key) == first.runs.map(\.key))
    #expect(plan.madeOnce.networks == ["lte", "wifi", "edge"])
  }

  @Test func `a loader with downloads keeps all networks`() throws {
    let plan = try Specs.plan("  loader: [image-named, nuke]", "  network: [lte, wifi]")
    #expect(plan.runs.count == 4)
    #expect(plan.madeOnce.networks.isEmpty)
  }

  @Test func `an exclude rule removes an unused network, not the run`() throws {
    let plan = try Specs.plan(
      "  loader: image-named", "  network: [lte, wifi]", "exclude:", "  - {network: lte}")
    #expect(plan.runs.map { plan.scenario(of: $0).network.name } == ["wifi"])
  }

  @Test func `the plan names values that mean the same`() throws {
    let plan = try Specs.plan(
      "  policy: [lru, sieve, lru]", "  device: [iphone-8, iphone-13-pro]",
      "  budget: [15%<=100MiB, 20%<=100MiB]", "  seed: [0, 0]")
    #expect(
      plan.madeOnce.merged.map(\.clause) == [
        "policy lru is there 2 times",
        "budget 15%<=100MiB and 20%<=100MiB are the same on iphone-8",
        "budget 15%<=100MiB and 20%<=100MiB are the same on iphone-13-pro",
        "seed 0 is there 2 times",
      ])
    #expect(plan.runs.count == 4)
  }

  @Test func `the plan names a layout that equals the trace's layout`() throws {
    let own = try Specs.plan()
    let layout = own.scenarios[0].record.layout
    let plan = try Specs.plan("  layout: [own, '\(layout)']")
    #expect(plan.madeOnce.merged.map(\.names) == [["own", layout]])
  }

  @Test func `the plan does not name different values`() throws {
    let plan = try Specs.plan("  policy: [lru, sieve]", "  budget: [16MiB, 32MiB]")
    #expect(plan.madeOnce.merged.isEmpty && plan.madeOnce.networks.isEmpty)
  }
}
