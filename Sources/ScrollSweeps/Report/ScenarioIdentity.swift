/// The identity of a scenario: everything about a run except its cache and its session.
struct ScenarioIdentity: Hashable, Sendable {
  private let key: ContentKey
  private let texts: [String]

  init(_ scenario: ScenarioRecord) {
    guard scenario.trace.session != nil else {
      // Scenarios that differ in anything differ in their keys.
      (key, texts) = (scenario.key, [])
      return
    }
    key = scenario.device.digest
    texts = [
      scenario.trace.source, scenario.layout, "\(scenario.network.digest)", scenario.loader,
      scenario.loaderSettings, scenario.prefetcher, scenario.start,
    ]
  }
}

extension ScenarioRecord {
  /// The scenario with the source of its session in place of the session.
  var ofSource: ScenarioRecord {
    guard trace.session != nil else { return self }
    var scene = self
    scene.trace.path = trace.source
    scene.trace.digest = trace.source
    return scene
  }
}
