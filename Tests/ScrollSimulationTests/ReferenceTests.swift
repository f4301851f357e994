import ScrollSimulation
import TestSupport
import Testing

/// The simulation against the slow one that was written from its description.
struct ReferenceTests {
  /// 1 000 scenarios, at night 20 000, in two halves, which may be run at the same time.
  private static let halves: [Range<UInt64>] =
    isNightly ? [0..<10_000, 10_000..<20_000] : [0..<500, 500..<1_000]

  @Test(arguments: halves)
  func `the simulation agrees with a slow and obvious one`(seeds: Range<UInt64>) throws {
    try expectAgreement(seeds.lazy.map { RandomScenario(seed: $0) })
  }

  @Test(arguments: [Loader.Serving.exact, .atLeast, .any])
  func `both simulations agree on images with several sizes`(serves: Loader.Serving) throws {
    let seeds: Range<UInt64> = isNightly ? 30_000..<32_000 : 30_000..<30_300
    try expectAgreement(seeds.lazy.map { RandomScenario(seed: $0, serves: serves) })
  }

  private func expectAgreement(_ scenarios: some Sequence<RandomScenario>) throws {
    var differing: [String] = []
    for drawn in scenarios where differing.count < 3 {
      let (model, other) = (try drawn.model(), try drawn.model())
      let report = PreparedScenario(drawn.scenario).run(model, isSpatial: drawn.isSpatial)
      let reference = ReferenceSimulation(
        drawn.scenario, model: other, isSpatial: drawn.isSpatial)
      let differences =
        Figures(report).differences(from: reference.run()) + model.differences(from: other)
        + report.brokenLaws
      if !differences.isEmpty {
        differing.append("\(differences.joined(separator: "\n  "))\n\(drawn)")
      }
    }
    try #require(
      differing.isEmpty,
      "simulation and reference:\n  \(differing.joined(separator: "\nand\n  "))")
  }
}
