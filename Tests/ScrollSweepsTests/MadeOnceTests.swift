import ScrollDevice
import ScrollSweeps
import Testing

@Suite struct MadeOnceTests {
  @Test func `networks over which nothing is downloaded are one run, that of the first`() throws {
    let plan = try Specs.plan("  loader: image-named", "  network: [lte, wifi, edge]")
    let first = try Specs.plan("  loader: image-named", "  network: lte")
    #expect(plan.runs.map(\.key) == first.runs.map(\.key))
    #expect(plan.madeOnce.networks == ["lte", "wifi", "edge"])
  }

  @Test func `where a loader downloads every other has all networks, too`() throws {
    let plan = try Specs.plan("  loader: [image-named, nuke]", "  network: [lte, wifi]")
    #expect(plan.runs.count == 4)
    #expect(plan.madeOnce.networks.isEmpty)
  }

  @Test func `a rule takes a network from what it changes nothing for, not the run`() throws {
    let plan = try Specs.plan(
      "  loader: image-named", "  network: [lte, wifi]", "exclude:", "  - {network: lte}")
    #expect(plan.runs.map { plan.scenario(of: $0).network.name } == ["wifi"])
  }

  @Test func `values that mean the same are named`() throws {
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

  @Test func `a layout that is the trace's own is named`() throws {
    let own = try Specs.plan()
    let layout = own.scenarios[0].record.layout
    let plan = try Specs.plan("  layout: [own, '\(layout)']")
    #expect(plan.madeOnce.merged.map(\.names) == [["own", layout]])
  }

  @Test func `what differs is not named`() throws {
    let plan = try Specs.plan("  policy: [lru, sieve]", "  budget: [16MiB, 32MiB]")
    #expect(plan.madeOnce.merged.isEmpty && plan.madeOnce.networks.isEmpty)
  }
}
