import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// What a studio is asked to begin with.
struct StudioRequest {
  let scene: StudioScene
  /// The policy beside that of the scene; nil is the usual one.
  let other: String?

  /// Finds and reads everything that was named, as `run` does.
  /// - Parameters:
  ///   - options: of the scenario.
  ///   - trace: its path; nil for the demonstration.
  ///   - policies: one or two; none is the loader's own.
  ///   - budget: nil is the loader's own.
  /// - Throws: `CommandError` for what does not exist or does not fit, and what no page has.
  init(
    _ options: ScenarioOptions, trace: String?, policies: [String], budget: String?
  ) throws(CommandError) {
    let budgets = budget.map { [$0] } ?? []
    let asked =
      if let trace {
        try options.load(trace: trace, policies: policies, budgets: budgets)
      } else {
        try options.load(at: "the demonstration", policies: policies, budgets: budgets) {
          () throws(CommandError) in try Self.demonstration(options.layout)
        }
      }
    try Self.requireBuiltIn(asked)
    guard asked.policies.count <= 2, asked.budgets.count == 1 else {
      throw .usage(
        "a studio begins with one or two policies and one budget, and these are "
          + "\(asked.policies.count) and \(asked.budgets.count); the others can be chosen in it")
    }
    var setting = StudioSetting(
      device: asked.scenario.device.name, network: asked.scenario.network.name,
      loader: asked.loader.text, prefetch: options.app.prefetch.map { _ in asked.prefetcher.text },
      renditions: asked.renditions ?? Renditions(), seed: options.seed)
    try StudioLimits.require(asked, seed: options.seed)
    setting.policy = asked.policies[0].text
    setting.budget = asked.budgets[0].map { .size($0) } ?? .none
    other = asked.policies.count > 1 ? asked.policies[1].text : nil
    // Another layout makes another trace, which is no file yet.
    scene = StudioScene(
      asked.source, path: options.layout == nil ? trace ?? "" : "",
      device: asked.scenario.device, network: asked.scenario.network, setting)
  }

  private static func demonstration(_ layout: String?) throws(CommandError) -> ScrollTrace {
    let name = "the demonstration"
    let other = try TraceInput.layout(layout)
    let trace: ScrollTrace
    do { trace = try TraceFile.parse(Array(StudioPage.demonstration.utf8), file: name) } catch {
      throw CommandError(error)
    }
    return try TraceInput.laidOut(trace, as: other, name)
  }

  /// Complains about what the page does not have: it knows what was built in when it was made.
  private static func requireBuiltIn(_ asked: RunRequest) throws(CommandError) {
    let others =
      asked.policies.map(\.entry).filter { !StudioParts.has($0) }.map { ("policy", $0.name) }
      + [asked.loader.entry].filter { !StudioParts.has($0) }.map { ("loader", $0.name) }
      + [asked.prefetcher.entry].filter { !StudioParts.has($0) }.map { ("prefetcher", $0.name) }
    guard let (kind, name) = others.first else { return }
    throw .usage("\(kind) '\(name)' is not built in, and a page has no other; expected another")
  }
}
