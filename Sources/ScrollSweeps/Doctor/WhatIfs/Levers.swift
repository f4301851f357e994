import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// The changes that an app's developer can make to a run.
///
/// Changes without an effect are left out, such as budgets for a loader without a cache, and more
/// lanes than cores.
struct Levers {
  let now: RunCase
  let catalogs: SweepCatalogs
  /// A Boolean value that indicates whether the device killed the app, so that smaller budgets may
  /// help, too.
  let wasKilled: Bool

  /// The trials, lever by lever.
  var trials: [Trial] {
    policies + budgets + prefetches + renditions + decodeSizes + formats + loaderChanges
  }

  /// The policies of the catalog that can replace the run's policy.
  ///
  /// These are the policies that the lower bound also tries: all that keep a budget without
  /// knowledge of the future, including models of other libraries' caches. There are none if
  /// nothing limits the cache. Policies that run in another program are left out, since such a
  /// program starts only on request.
  private var policies: [Trial] {
    guard let own = now.policy, now.budget != nil else { return [] }
    let catalog = catalogs.policies
    return catalog.entries.compactMap { entry in
      guard !entry.facts.needsFuture, entry.facts.statedVersion == nil,
        [.always, .afterStores].contains(entry.facts.limits),
        let choice = try? catalog.choose(entry.name), choice.label != own.label
      else { return nil }
      var changed = now
      changed.policy = choice
      return Trial(.lever(.policy), "policy \(choice.label)", changed, sharesScenario: true)
    }
  }

  private var budgets: [Trial] {
    guard let policy = now.policy else { return [] }
    let isBounded = policy.entry.facts.limits != .ignored
    guard let budget = now.budget, isBounded else { return wasKilled ? firstBudgets : [] }
    var trials = [("twice", 2), ("four times", 4)].compactMap { words, times in
      // A budget must fit into 64 bits.
      let (bytes, isBeyond) = budget.bytes.multipliedReportingOverflow(by: times)
      return isBeyond ? nil : budgetTrial("\(words) the budget", ByteCount(bytes))
    }
    if wasKilled, budget.bytes >= 4 {
      trials += [
        budgetTrial("half the budget", ByteCount(budget.bytes / 2)),
        budgetTrial("a quarter of the budget", ByteCount(budget.bytes / 4)),
      ]
    }
    return trials
  }

  /// Budgets for a cache that has no budget, or whose policy ignores the budget.
  ///
  /// A policy that ignores the budget is replaced by `lru`.
  private var firstBudgets: [Trial] {
    var bounded = now
    var name = ""
    if now.policy?.entry.facts.limits == .ignored {
      guard let lru = try? catalogs.policies.choose("lru") else { return [] }
      bounded.policy = lru
      name = "policy lru and "
    }
    return [2, 4, 8, 16].map { part in
      let mebibyte = 1 << 20
      let size = ByteCount(now.device.memory.appLimit.bytes / part / mebibyte * mebibyte)
      bounded.budget = size
      return Trial(.lever(.budget), "\(name)a budget of \(size)", bounded, sharesScenario: true)
    }
  }

  private func budgetTrial(_ text: String, _ budget: ByteCount) -> Trial {
    var changed = now
    changed.budget = budget
    return Trial(.lever(.budget), text, changed, sharesScenario: true)
  }

  private var prefetches: [Trial] {
    guard now.loading.cache else { return [] }
    let none = now.prefetcher.entry.name == "none" ? [] : [("no prefetch", "none")]
    let depths = ["0.5", "1", "2", "4"].map {
      (
        text: "prefetching \($0) screen\($0 == "0.5" || $0 == "1" ? "" : "s") ahead",
        choice: "ring:ahead=\($0)"
      )
    }
    return (none + depths).compactMap { text, name in
      guard let choice = try? catalogs.prefetchers.choose(name),
        choice.label != now.prefetcher.label
      else { return nil }
      var changed = now
      changed.prefetcher = choice
      return Trial(.lever(.prefetch), text, changed)
    }
  }
}

// Levers that change the images or their decoded form.
extension Levers {
  /// Thumbnails as large as the largest cell, and half as large.
  var renditions: [Trial] {
    let longest = now.scenario.images.entries.reduce(0) { max($0, $1.width, $1.height) }
    let cell = cellPixels
    return [("at the size of the cells", cell), ("at half the size of the cells", (cell + 1) / 2)]
      .filter { $0.1 > 0 && $0.1 < longest }
      .map { text, side in
        let changed = now.showing(Renditions(side: side))
        return Trial(
          .lever(.renditions), "thumbnails of \(side) px (\(text))", changed,
          price: price(of: changed, isSoft: side < cell))
      }
  }

  private func price(of changed: RunCase, isSoft: Bool = false) -> Price? {
    Price(changed.scenario.images, inPlaceOf: now.scenario.images, isSoft: isSoft)
  }

  /// The longer side of the largest cell in pixels, rounded up to tens.
  private var cellPixels: Int {
    let scenario = now.scenario
    let placement = scenario.placement
    var longest = 0.0
    for item in 0..<placement.count {
      longest = max(
        longest, placement.ends[item] - placement.starts[item],
        placement.breadths[item] * scenario.viewportBreadth)
    }
    let pixels = (longest * now.device.scale / 10).rounded(.up) * 10
    return Int(min(pixels, 1e6))
  }

  var decodeSizes: [Trial] {
    let loading = now.loading
    guard loading.decode != .viewSize, !loading.tiles else { return [] }
    return [
      loaderTrial(.decodeSize, "decoding at view size", ["decode": Loader.Redraw.viewSize.rawValue])
    ].compactMap { $0 }
  }

  /// Other image formats that both the device and the loader support.
  ///
  /// The new files have the quality of the present ones if both formats can have equal quality.
  /// Otherwise the text of the trial states both qualities.
  var formats: [Trial] {
    let entries = now.scenario.images.entries
    let isUsual = now.renditions.map { $0.format != nil && !$0.keepsQuality } ?? false
    return [ImageFormat.jpeg, .heic, .webp, .avif, .astc].compactMap { format in
      guard FormatSupport.shows(format, on: now.device),
        entries.contains(where: { $0.format != format && $0.format.storage == .codec })
      else { return nil }
      let keepsQuality =
        !isUsual
        && entries.contains { $0.format != format && $0.format.hasEqualQuality(as: format) }
      let changed = now.showing(Renditions(format: format, keepsQuality: keepsQuality))
      let images = changed.scenario.images
      guard now.loading.objection(to: images) == nil else { return nil }
      let quality = QualityText(
        images, inPlaceOf: now.scenario.images, keepsQuality: keepsQuality)
      return Trial(
        .lever(.format), "images as \(format.rawValue) of \(quality.text)", changed,
        price: Price(images, inPlaceOf: now.scenario.images, keepsQuality: keepsQuality))
    }
  }
}

// Levers that are settings of the loader.
extension Levers {
  var loaderChanges: [Trial] { (connections + lanes + orders + threads).compactMap { $0 } }

  private var connections: [Trial?] {
    guard now.scenario.downloads else { return [] }
    let (loading, most) = (now.loading, now.network.connections)
    let own = loading.connections == 0 ? most : min(loading.connections, most)
    var trials: [Trial?] = []
    if own < most {
      trials.append(
        loaderTrial(.connections, "all \(most) connections of the network", ["connections": "0"]))
    }
    if own > 1 {
      trials.append(
        loaderTrial(
          .connections, "\(Phrase.count((own + 1) / 2, "connection")) instead of \(own)",
          ["connections": "\((own + 1) / 2)"]))
    }
    if loading.rateLimit > 0 {
      trials.append(
        loaderTrial(.connections, "no limit on downloads per second", ["rateLimit": "0"]))
    }
    return trials
  }

  private var lanes: [Trial?] {
    let (loading, cores) = (now.loading, now.device.performanceCores)
    guard loading.decodeOn == .background else { return [] }
    let own = loading.lanes == 0 ? cores : min(loading.lanes, cores)
    return [
      own < cores
        ? loaderTrial(.lanes, "\(cores) decode lanes, one per core", ["lanes": "0"]) : nil,
      own > 1 ? loaderTrial(.lanes, "1 decode lane instead of \(own)", ["lanes": "1"]) : nil,
    ]
  }

  private var orders: [Trial?] {
    let loading = now.loading
    return [
      loading.order == .fifo
        ? loaderTrial(.order, "load the newest request first", ["order": "lifo"]) : nil,
      loading.cancelOnLeave
        ? nil
        : loaderTrial(
          .order, "cancelling loads of items that left the screen", ["cancelOnLeave": "true"]),
    ]
  }

  /// The trial that moves the loader's work from the main thread to the background; empty without
  /// such work.
  private var threads: [Trial?] {
    let loading = now.loading
    var settings: [String: String] = [:]
    if loading.read == .main { settings["read"] = "background" }
    if loading.download == .main { settings["download"] = "background" }
    if loading.decodeOn == .main { settings["decodeOn"] = "background" }
    if loading.decode == .lazy { settings["decode"] = Loader.Redraw.imageIO.rawValue }
    guard !settings.isEmpty else { return [] }
    return [loaderTrial(.threads, "reading and decoding in the background", settings)]
  }

  /// Returns the run with other settings of its loader; `nil` if the loader has none of them.
  func loaderTrial(_ lever: Lever, _ text: String, _ settings: [String: String]) -> Trial? {
    let added = settings.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let kept = now.loader.settings.pairs.filter { settings[$0.name] == nil }
    guard
      let choice = try? catalogs.loaders.choose(now.loader.entry.name, adding: kept + added),
      choice.settings != now.loader.settings
    else { return nil }
    var changed = now
    changed.loader = choice
    guard changed.loading.objection(to: now.scenario.images) == nil else { return nil }
    return Trial(.lever(lever), text, changed)
  }
}
