import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps

extension StudioStart {
  /// Creates a start that compares the requested settings with the advised ones.
  /// - Parameters:
  ///   - scene: The studio data with the requested settings.
  ///   - asked: The request for the run of the studio data.
  init(_ scene: StudioData, advising asked: RunRequest) {
    let (now, device) = (scene.setting, asked.scenario.device)
    let budget: BudgetList.Entry =
      switch now.budget {
      case .own: .own
      case .none: .none
      case .size(let size): .size(size)
      }
    let loader = asked.loader
    let question = AdviseQuestion(
      path: asked.path, trace: asked.trace, library: .library(of: loader.entry),
      now: AdvisedSetting(
        loader: loader, prefetcher: asked.prefetcher,
        policy: asked.scenario.loader.cache ? asked.policies[0] : nil, budget: budget),
      sessions: [
        AdvisedSession(
          device: device, deviceText: device.name, network: asked.scenario.network,
          networkText: asked.scenario.network.name, share: 1)
      ], catalogs: ScrollSim.catalogs)
    let answer = question.answered()
    let advised = answer.advised.setting
    var other = now
    other.loader = advised.loader.text
    if let policy = advised.policy { other.policy = policy.text }
    if answer.changes.contains(where: { $0.change.lever == .prefetch }) {
      other.prefetch = advised.prefetcher.text
    }
    if advised.budget != budget {
      other.budget = advised.budget(on: device).map { .size($0) } ?? .none
    }
    let changes = answer.changes.map(\.change.text).joined(separator: ", ")
    self.init(
      scene: scene, other: other,
      titles: ["What you have", "Advised", answer.keepsAll ? "keep what you have" : changes])
  }
}

extension AdvisedLibrary {
  /// Returns the library that a loader models.
  ///
  /// For a loader that models none, returns the entry for an app that loads images itself.
  fileprivate static func library(of loader: LoaderDescriptor) -> AdvisedLibrary {
    let libraries = Catalog<AdvisedLibrary>.advised.entries
    let target = Catalog<EmitTarget>.targets.entries.first {
      !$0.isAnyLoader && $0.loaders.contains(loader.name)
    }
    guard let name = target?.name, let library = libraries.first(where: { $0.name == name }) else {
      return AdvisedLibrary.swift(hasPolicies: loader.libraryPolicies == nil)
    }
    return library
  }
}

extension AdviseQuestion {
  /// Makes the runs of the search and returns the answer.
  func answered() -> AdviseAnswer {
    var search = AdviseSearch(self)
    while !search.next.isEmpty {
      search.hear(ParallelMap.run(search.next, progress: "run") { $0.reports() })
    }
    return search.answer
  }
}
