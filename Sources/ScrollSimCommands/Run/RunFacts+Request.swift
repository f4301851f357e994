import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollReports
import ScrollRunStories
import ScrollSimulation
import ScrollTraces

extension RunFacts {
  /// The exact configuration of a run, and what of it is made up or estimated.
  init(_ asked: RunRequest, _ row: RunRow) {
    let (trace, scenario) = (asked.trace, asked.scenario)
    var facts = [
      Fact("trace", asked.path),
      Fact("title", trace.header.title),
      Fact("kind", trace.header.kind.rawValue),
      Fact("provenance", trace.header.provenance),
      Fact("digest", trace.digest),
      Fact("duration", "\(NumberText.fixed(trace.duration.seconds, decimals: 1)) s"),
      Fact(
        "items",
        "\(NumberText.count(trace.placement.count)), showing "
          + "\(NumberText.count(trace.catalogue.images.count)) images"),
      Fact("layout", "\(trace.header.layout)"),
      Fact("device", Self.origin(scenario.device.name, scenario.device.figures)),
      Fact(
        "network",
        Self.origin(scenario.network.name, scenario.network.figures)
          + (scenario.downloads ? "" : "; nothing is downloaded")),
      Fact("loader", asked.loader.text),
      Fact("prefetcher", "\(scenario.prefetcher)"),
    ]
    if let policy = row.policy {
      facts.append(Fact("policy", policy.text))
      facts += policy.settings.pairs.map { Fact("policy \($0.name)", $0.value) }
    } else {
      facts.append(Fact("policy", "none: this loader keeps nothing"))
    }
    if let budget = row.budget { facts.append(Fact("budget", "\(budget)")) }
    facts += asked.loader.settings.pairs.map { Fact("loader \($0.name)", $0.value) }
    facts += [
      Fact("seed", "\(row.seed)"),
      Fact("scrollsim", "\(ScrollSim.version), model \(ModelVersion.current)"),
    ]
    let policy = row.policy.map { ", \($0.text)" } ?? ""
    let budget = row.budget.map { " at \($0)" } ?? ""
    self.init(title: "\(trace.header.title): \(asked.loader.text)\(policy)\(budget)", facts: facts)
  }

  /// A profile's name, and how much of it is estimated.
  private static func origin(_ name: String, _ figures: [DeviceProfile.Figure]) -> String {
    let estimates = figures.filter(\.isEstimate).count
    return "\(name) (estimate: \(estimates) of its \(figures.count) figures)"
  }
}
