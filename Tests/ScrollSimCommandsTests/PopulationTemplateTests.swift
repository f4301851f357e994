import ScrollSimCommands
import ScrollSweeps
import TestSupport
import Testing

struct PopulationTemplateTests {
  @Test func `a template is a population of the sweep with equal shares`() throws {
    let spec = try SweepSpec.parse(
      """
      axes:
        trace: "sessions:count=2:seed=1:duration=2"
        device: [iphone-5, iphone-8, iphone-13-pro]
        network: [wifi, lte]
        policy: lru
        budget: 16MiB
        loader: nuke
      """, file: "spec.yml")
    let text = try PopulationTemplate(SweepPlan(spec)).text
    let population = try Population.parse(text, file: "users.yml")
    #expect(population.isIndependent && population.groups.count == 6)
    #expect(abs(population.groups.reduce(0) { $0 + $1.share } - 1) < 1e-9, "\(text)")
    #expect(Set(population.groups.map { $0.session?.name }) == ["sessions:seed=1:duration=2"])
  }
}
