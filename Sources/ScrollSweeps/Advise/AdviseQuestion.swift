import ScrollCaching
import ScrollCore
package import ScrollDevice
package import ScrollSimulation
package import ScrollTraces

/// A device and a network on which users scroll, with their share of all sessions.
package struct AdvisedSession: Sendable {
  package let device: DeviceProfile
  package let network: NetworkProfile
  /// The names of the device and the network as typed; a name may be the path of a file.
  package let deviceText: String, networkText: String
  /// The share of all sessions, from 0 to 1.
  package var share: Double

  package init(
    device: DeviceProfile, deviceText: String, network: NetworkProfile, networkText: String,
    share: Double
  ) {
    self.device = device
    self.deviceText = deviceText
    self.network = network
    self.networkText = networkText
    self.share = share
  }
}

/// The question of which settings of a library suit a scroll.
package struct AdviseQuestion: Sendable {
  /// The path of the trace, for commands.
  package let path: String
  let trace: ScrollTrace
  package let library: AdvisedLibrary
  /// The present settings.
  let now: AdvisedSetting
  package let sessions: [AdvisedSession]
  /// The limits that were typed; each replaces the default limit of its figure.
  let limits: [Limit]
  package let rule: ChoiceRule
  let catalogs: SweepCatalogs

  package init(
    path: String, trace: ScrollTrace, library: AdvisedLibrary, now: AdvisedSetting,
    sessions: [AdvisedSession], limits: [Limit] = [], rule: ChoiceRule = ChoiceRule(),
    catalogs: SweepCatalogs
  ) {
    precondition(!sessions.isEmpty, "advice needs a session")
    self.path = path
    self.trace = trace
    self.library = library
    self.now = now
    self.sessions = sessions
    self.limits = limits
    self.rule = rule
    self.catalogs = catalogs
  }

  /// Returns the judge of the runs in a session.
  package func judge(of session: AdvisedSession) -> RunJudge {
    RunJudge(limits, on: session.device, by: rule)
  }

  /// Returns a Boolean value that indicates whether a limit was typed, rather than a default.
  package func isTyped(_ limit: Limit) -> Bool {
    limits.contains { $0.figure.name == limit.figure.name }
  }

  /// The reason why the scroll says nothing about settings; `nil` if it says something.
  package var emptiness: String? { EmptyScrolls.reason(trace) }
}

extension AdviseQuestion {
  /// Returns the index of the chosen setting.
  ///
  /// If every setting breaks limits, the rule chooses among those that are nearest to the limits
  /// that were typed.
  /// - Precondition: there is a setting.
  func choice(among tried: [AdvisedRuns]) -> Int {
    let candidates = tried.map(\.candidate)
    let choice = rule.choice(among: candidates)
    let best = candidates[choice]
    guard best.broken > 0, best.killed == 0 else { return choice }
    let sound = tried.indices.filter { candidates[$0].faults == best.faults }
    let least = sound.map { tried[$0].excess }.min() ?? 0
    let near = sound.filter {
      1 + tried[$0].excess <= (1 + ChoiceRule.leastMemoryShare) * (1 + least)
    }
    return near[rule.choice(among: near.map { candidates[$0] })]
  }

  /// Returns a Boolean value that indicates whether one setting is chosen rather than another.
  package func prefers(_ one: AdvisedRuns, to other: AdvisedRuns) -> Bool {
    choice(among: [other, one]) == 1
  }
}

extension AdviseQuestion {
  /// Returns the scenario of a session with some settings.
  func scenario(of session: Int, _ setting: AdvisedSetting) -> Scenario {
    Scenario(
      trace, device: sessions[session].device, network: sessions[session].network,
      loader: setting.loading,
      prefetcher: setting.prefetcher.entry.prefetcher(setting.prefetcher.settings))
  }

  /// Returns the case of a session with some settings, with its command line.
  package func run(_ session: Int, _ setting: AdvisedSetting) -> RunCase {
    let place = sessions[session]
    return RunCase(
      path: path, trace: trace, layout: nil, renditions: nil, device: place.device,
      deviceText: place.deviceText, network: place.network, networkText: place.networkText,
      loader: setting.loader, prefetcher: setting.prefetcher, policy: setting.policy,
      budget: setting.budget(on: place.device), seed: 0)
  }
}
