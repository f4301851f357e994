import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The options for the app and the device of a hunted session: those of `run`, without a trace.
struct HuntSetting: ParsableArguments {
  @OptionGroup var app: AppOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "One limit of the memory cache, as for `scrollsim run` (default: the loader's; if it "
        + "has none, the search chooses one).", valueName: "budget"))
  var budget: String?

  /// Returns the setup of a hunt for sessions.
  /// - Throws: `CommandError` for names that do not exist and for settings that do not fit.
  func setup(
    _ question: HuntQuestion, _ search: HuntSearchOptions
  ) throws(CommandError) -> HuntSetup {
    var overrides = try SettingOverrides(parsing: [])
    let loader = try overrides.choose(
      app.loader, from: ScrollSim.catalogs.loaders, option: "--loader")
    let loading = loader.entry.loader(loader.settings)
    guard loading.cache else {
      throw .usage(
        "--loader \(loader.text) has no cache, so policies have no effect; expected a loader "
          + "with a cache")
    }
    guard loading.variants == .none, loading.serves == .oneSize else {
      throw .usage(
        "--loader \(loader.text) shows two pictures of an image, which a hunt does not "
          + "support; expected one without variants and with serves=one-size")
    }
    let prefetcher = try overrides.choose(
      app.prefetch ?? "\(loading.prefetcher)", from: ScrollSim.catalogs.prefetchers,
      option: "--prefetch", isTyped: app.prefetch != nil)
    let policy = try question.chosenPolicy(own: loader.entry.ownPolicy)
    let device = try DeviceInput.find(app.device)
    let room = try room(for: policy, loader.entry, on: device)
    let setup = HuntSetup(
      policy: policy, against: try question.opponent(),
      metric: question.metric == .misses ? .misses : .stall, device: device,
      network: try NetworkInput.find(app.network), loader: loader, prefetcher: prefetcher,
      room: room,
      mostStrokes: search.gestures, title: "The worst scroll that was found for \(policy.text)",
      provenance: "synthetic, found by: \(command(question, search))")
    try requireOpponents(setup, question)
    return setup
  }

  /// Returns the setup of a hunt for request streams, which only has policies and a capacity.
  func requestSetup(
    _ question: HuntQuestion, _ search: HuntSearchOptions
  ) throws(CommandError) -> RequestHuntSetup {
    let policy = try question.chosenPolicy(own: nil)
    let capacity = question.images ?? 8
    if let (_, needed) = policy.shortage(inRoomFor: Double(capacity), countsImages: true) {
      throw .usage(
        "--images \(capacity) is too small: '\(policy.text)' needs \(needed) images; "
          + "expected at least as many")
    }
    let opponents: [Choice<PolicyDescriptor>]
    switch try question.opponent() {
    case .bound: opponents = []
    case .policy(let opponent): opponents = [opponent]
    case .best: opponents = RequestHuntSetup.opponents(of: policy, capacity: capacity)
    }
    return RequestHuntSetup(policy: policy, opponents: opponents, capacity: capacity)
  }

  /// Returns the budget of the cache.
  private func room(
    for policy: Choice<PolicyDescriptor>, _ loader: LoaderDescriptor, on device: DeviceProfile
  ) throws(CommandError) -> HuntSetup.HuntBudget {
    guard let typed = budget ?? (loader.ownCache == nil ? nil : SweepAxis.own) else {
      return .drawn
    }
    let list: BudgetList
    do { list = try BudgetList(parsing: typed) } catch { throw .usage("--budget \(error)") }
    guard let entry = list.entries.first, list.entries.count == 1 else {
      throw .usage("--budget '\(typed)' has \(list.entries.count) sizes; expected one")
    }
    let given = entry.budget(own: loader.ownBudget(on: device), on: device)
    if given == nil, let need = policy.needForBudget {
      throw .usage("\(need), but there is none; expected --budget SIZE")
    }
    return .given(given)
  }

  private func requireOpponents(
    _ setup: HuntSetup, _ question: HuntQuestion
  ) throws(CommandError) {
    if case .bound = setup.against {
      guard setup.metric == .misses else { return }
      let facts = setup.policy.entry.facts
      guard setup.prefetcher.entry.name == "none",
        facts.limits == .always || facts.limits == .afterStores
      else {
        throw .usage(
          "--against bound --metric misses: a cache that may exceed its budget, or "
            + "prefetches images, has no bound; expected --prefetch none and another policy")
      }
      return
    }
    if case .policy(let opponent) = setup.against, case .given(nil) = setup.room,
      let need = opponent.needForBudget
    {
      throw .usage("--against: \(need), but there is none; expected --budget SIZE")
    }
    guard setup.opponents.isEmpty else { return }
    throw .usage("--against \(question.against): no other policy remains for the comparison")
  }

  /// Returns the command that repeats the hunt.
  private func command(_ question: HuntQuestion, _ search: HuntSearchOptions) -> String {
    let usual = AppOptions.usual
    let options: [(name: String, value: String, usual: String?)] = [
      ("--policy", question.policy, nil), ("--against", question.against, HuntQuestion.best),
      ("--metric", question.metric?.rawValue ?? "stall", "stall"),
      ("--device", app.device, usual.device), ("--network", app.network, usual.network),
      ("--loader", app.loader, usual.loader), ("--prefetch", app.prefetch ?? "", ""),
      ("--budget", budget ?? "", ""),
      ("--gestures", "\(search.gestures)", "\(HuntSearchOptions.usualGestures)"),
      ("--seed", "\(search.seed)", "1"),
      ("--runs", "\(search.runs)", "\(HuntSearchOptions.usualRuns)"),
    ]
    return
      (["scrollsim hunt"]
      + options.filter { $0.value != $0.usual }.map { "\($0.name) \(ShellWord.quoted($0.value))" })
      .joined(separator: " ")
  }
}

/// The options for the length of a hunt, its seed and its threads.
struct HuntSearchOptions: ParsableArguments {
  static let usualRuns = 8000
  static let usualGestures = 20

  @Option(
    parsing: .unconditional, help: "Seed of the search (default: 1).", transform: Seed.parse)
  var seed: UInt64 = 1
  @Option(help: ArgumentHelp("The approximate number of runs.", valueName: "n"))
  var runs = HuntSearchOptions.usualRuns
  @Option(
    help: ArgumentHelp("The largest number of gestures and events in a session.", valueName: "n"))
  var gestures = HuntSearchOptions.usualGestures
  @Option(help: ArgumentHelp("Number of runs at a time (default: one per core).", valueName: "n"))
  private var jobs: Int?

  /// The number of threads.
  var jobCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    try require("--runs", runs, in: 100...100_000_000)
    try require("--gestures", gestures, in: 1...200)
    if let jobs { try require("--jobs", jobs, in: 1...1024) }
  }

  /// - Throws: `ValidationError` if an option is out of range.
  private func require(_ option: String, _ number: Int, in allowed: ClosedRange<Int>) throws {
    guard !allowed.contains(number) else { return }
    throw ValidationError(
      "\(option) \(number) is out of range; expected \(allowed.lowerBound) to "
        + "\(allowed.upperBound)")
  }
}
