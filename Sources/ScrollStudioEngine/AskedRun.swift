import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A run that is asked for: what is set, found in the catalogs, and the scenario that it makes.
struct AskedRun {
  let scenario: Scenario
  let policy: Choice<PolicyDescriptor>
  /// Nil is no limit.
  let budget: ByteCount?
  let seed: UInt64
  private let renditions: Renditions

  /// Finds everything that is named.
  /// - Throws: `StudioError` for what does not exist or does not fit.
  init(_ setting: StudioSetting, in scene: StudioScene) throws(StudioError) {
    let loader = try Self.choose(setting.loader, from: Catalog<LoaderDescriptor>.builtIn)
    let loading = loader.entry.loader(loader.settings)
    let policy = try Self.choose(
      setting.policy == "own" ? loader.entry.ownPolicy : setting.policy, from: PolicyCatalog.builtIn
    )
    guard !policy.entry.facts.needsFuture else {
      throw StudioError(
        "policy '\(policy.text)' must know the future, which no run does; use it in "
          + "`scrollsim replay`")
    }
    let own = loading.cache ? loading.prefetcher : .none
    let prefetcher = try Self.choose(
      setting.prefetch ?? "\(own)", from: Catalog<PrefetcherDescriptor>.builtIn)
    if let prefetch = setting.prefetch, !loading.cache, prefetcher.entry.name != "none" {
      throw StudioError(
        "prefetcher '\(prefetch)': loader '\(loader.text)' has no cache to prefetch into; expected "
          + "a loader with a cache, or none")
    }
    let device = try Self.find(setting.device, in: scene.devices)
    let network = try Self.find(setting.network, in: scene.networks)
    let images = setting.renditions.applied(to: scene.images)
    if let objection = loading.objection(to: images) {
      throw StudioError("loader '\(loader.text)' \(objection)")
    }
    if let objection = loading.objection(to: images, on: device) { throw StudioError(objection) }
    switch setting.budget {
    case .own: budget = loader.entry.ownBudget(on: device)
    case .none: budget = nil
    case .size(let size): budget = size
    }
    if loading.cache, budget == nil, let need = policy.needForBudget {
      throw StudioError("nothing limits the cache, but \(need); expected a size")
    }
    if let late = setting.events.first(where: { $0.time > scene.motion.duration }) {
      throw StudioError(
        "\(late.event) at \(late.time.seconds) s comes after the end of the scroll at "
          + "\(scene.motion.duration.seconds) s")
    }
    // Sorting keeps the order of what is equal.
    let events = (scene.events + setting.events).sorted { $0.time < $1.time }
    scenario = Scenario(
      images: images, placement: scene.epochs[0].placement,
      laterEpochs: Array(scene.epochs.dropFirst()), motion: scene.motion, events: events,
      viewportExtent: scene.epochs[0].viewportExtent,
      viewportBreadth: scene.epochs[0].viewportBreadth, direction: scene.direction,
      decelerationRate: scene.decelerationRate, device: device, network: network, loader: loading,
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))
    self.policy = policy
    renditions = setting.renditions
    seed = setting.seed
  }

  /// Whether the scenarios are the same, of one scene, so that what was prepared for one holds.
  func hasScenario(of other: AskedRun) -> Bool {
    let (mine, theirs) = (scenario, other.scenario)
    return mine.device.name == theirs.device.name && mine.network.name == theirs.network.name
      && mine.loader == theirs.loader && mine.prefetcher == theirs.prefetcher
      && mine.events == theirs.events && renditions == other.renditions
  }

  /// Where `Int` has 32 bits, costs are counted in these: complains about a limit up to which more
  /// may be held, and remembered of others, than that; and where nothing limits the cache, about a
  /// scroll past more than that.
  ///
  /// Past what: all that lies within four screens. What fetches from farther away may hold more, and
  /// then stops the engine.
  func requireCountable(_ prepared: PreparedScenario) throws(StudioError) {
    let room = ByteCount(Int.max) - ByteCount(1 << 28)
    guard scenario.loader.cache, scenario.loader.cost == .bytes,
      scenario.device.memory.appLimit > room
    else { return }
    guard policy.entry.facts.limits.isPromise, let budget else {
      guard prepared.cost(within: 4) > room else { return }
      throw StudioError(
        "a cache that nothing limits may come to hold more than a page can count; expected a limit "
          + "that holds, or the command `scrollsim run`")
    }
    guard budget * 2 > room, prepared.wholeCost > room else { return }
    throw StudioError(
      "a cache of \(budget) may hold more than a page can count; expected at most "
        + "\(ByteCount(896 << 20)), or the command `scrollsim run`")
  }

  private static func choose<Entry: CatalogEntry>(
    _ text: String, from catalog: Catalog<Entry>
  ) throws(StudioError) -> Choice<Entry> {
    guard text.utf8.count <= 8000 else {
      throw StudioError("a \(Entry.kind) of \(text.utf8.count) letters; expected at most 8000")
    }
    do { return try catalog.choose(text) } catch { throw StudioError("\(error)") }
  }

  private static func find<Entry: CatalogEntry>(
    _ name: String, in entries: [Entry]
  ) throws(StudioError) -> Entry {
    let name = String(name.prefix(200))
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw StudioError(
        "\(ChoiceError.unknownName(name, kind: Entry.kind, known: entries.map { $0.name }))")
    }
    return entry
  }
}
