import ScrollCore
import ScrollDevice
import ScrollSweeps

extension RunCase {
  /// A run of a plan.
  /// - Parameters:
  ///   - plan: of the sweep.
  ///   - run: one of the plan's.
  ///   - sweep: whose words for devices and networks are kept.
  init(_ plan: SweepPlan, _ run: PlannedRun, asked sweep: SweepRecord) {
    let scenario = plan.scenario(of: run)
    let grids = (try? SweepSpec.parse(sweep.spec, file: "question")).map { [$0.base] + $0.include }
    let axes = (grids ?? []).map(\.axes)
    let layouts = axes.flatMap { $0[.layout] ?? [] }
    self.init(
      path: scenario.record.trace.path, trace: scenario.trace,
      layout: layouts.contains { $0.text != SweepAxis.own } ? scenario.record.layout : nil,
      renditions: nil, device: scenario.device,
      deviceText: Self.text(of: scenario.device, in: axes.flatMap { $0[.device] ?? [] }) {
        try? DeviceInput.find($0)
      },
      network: scenario.network,
      networkText: Self.text(of: scenario.network, in: axes.flatMap { $0[.network] ?? [] }) {
        try? NetworkInput.find($0)
      },
      loader: scenario.loader, prefetcher: scenario.prefetcher, policy: plan.policy(of: run),
      budget: run.budget, seed: UInt64(run.seed))
  }

  /// How the question names a profile: the text that leads to it, else its name.
  private static func text<Profile: CatalogEntry & Equatable>(
    of profile: Profile, in values: [SweepValue], find: (String) -> Profile?
  ) -> String {
    let texts = values.flatMap { ChoiceList.texts(in: $0.text) }
    return texts.first { find($0) == profile } ?? profile.name
  }
}
