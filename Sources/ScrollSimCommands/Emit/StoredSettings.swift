import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The settings of a sweep that may be written as code: those of its runs, and its recommendations.
struct StoredSettings {
  private let results: ResultStore
  private let asked: SweepRecord
  private let path: String

  /// Creates the settings of a sweep.
  /// - Parameters:
  ///   - results: The store with the runs.
  ///   - asked: The sweep.
  ///   - path: The path of the store, as typed.
  init(_ results: ResultStore, _ asked: SweepRecord, called path: String) {
    self.results = results
    self.asked = asked
    self.path = path
  }

  /// Returns the setting of a run.
  func run(_ key: String) throws -> FoundSetting {
    let chosen = try RunChoice(results, asked, called: path).run(key)
    let setting = try EmittedSetting(
      loader: chosen.scenario.loader, policy: chosen.run.label ?? SweepAxis.own,
      budget: Self.text(ofBudget: chosen.run.budgetBytes), prefetcher: chosen.scenario.prefetcher,
      of: path)
    let stalls = try stalls {
      $0.scenario.key == chosen.scenario.key && $0.run.budgetBytes == chosen.run.budgetBytes
        && $0.run.seed == chosen.run.seed
    }
    return FoundSetting(setting, source: "run \(chosen.run.key)", stalls: stalls)
  }

  /// Returns the recommendation of the report.
  /// - Throws: `CommandError` if there is no recommendation, and if several match.
  func recommended(
    on device: String?, over network: String?, baseline: String?, _ materiality: Materiality
  ) throws -> FoundSetting {
    var report = WholeReport(results, asked)
    report.materiality = materiality
    report.baseline = baseline
    let best = try choice(among: try report.report().recommendations, device, network)
    let chosen = best.setting
    let setting = try EmittedSetting(
      loader: chosen.loader, policy: chosen.budgetBytes == nil ? SweepAxis.own : chosen.policy,
      budget: chosen.rules.first ?? Self.ownBudget(chosen, on: best.device)
        ?? Self.text(ofBudget: chosen.budgetBytes),
      prefetcher: chosen.prefetcher, of: path)
    let stalls = try stalls {
      $0.scenario.device.name == best.device
        && best.network ?? $0.scenario.network.name == $0.scenario.network.name
        && $0.scenario.loader == chosen.loader && $0.scenario.prefetcher == chosen.prefetcher
        && ($0.run.budgetBytes ?? SweepReport.unlimited) == chosen.budgetBytes
    }
    return FoundSetting(
      setting,
      source: "recommended on \(Self.place(best)) by sweep \("\(asked.key)".prefix(8))",
      stalls: stalls)
  }

  private func choice(
    among all: [Recommendation], _ device: String?, _ network: String?
  ) throws(CommandError) -> Recommendation {
    let found = all.filter {
      (device == nil || $0.device == device || Self.place($0) == device)
        && (network == nil || $0.network == nil || $0.network == network)
    }
    let known = Phrase.list(
      all.map { "--device \($0.device)" + ($0.network.map { " --network \($0)" } ?? "") },
      atMost: 12)
    guard let first = found.first else {
      let place = [device.map { "on '\($0)'" }, network.map { "over '\($0)'" }]
        .compactMap { $0 }.map { " \($0)" }.joined()
      throw .usage(
        "'\(path)' recommends nothing\(place); expected "
          + (known.isEmpty ? "--run with a run key" : known))
    }
    guard found.allSatisfy({ $0.setting == first.setting }) else {
      throw .usage("'\(path)' recommends several settings; expected one of \(known), or --run KEY")
    }
    return first
  }

  /// Returns the device and network of a recommendation, in the words of reports.
  private static func place(_ best: Recommendation) -> String {
    best.device + (best.network.map { " on \($0)" } ?? "")
  }

  /// Returns the mean stall in seconds by policy, over the runs for which `isMeant` is true.
  private func stalls(of isMeant: (RunRow) -> Bool) throws -> [String: Double] {
    var sums: [String: (seconds: Double, count: Double)] = [:]
    do {
      try results.rows(of: asked.key) { row in
        guard let label = row.run.label, row.run.killed == nil, isMeant(row) else { return }
        let sum = sums[label] ?? (0, 0)
        sums[label] = (sum.seconds + row.run.number(.stall), sum.count + 1)
      }
    } catch let error as ResultStoreError { throw CommandError(error) }
    return sums.mapValues { $0.seconds / $0.count }
  }

  /// Returns `own` if the chosen policy and budget are those of the loader's own cache on a device.
  private static func ownBudget(_ chosen: CacheSetting, on device: String) -> String? {
    guard let loader = try? ScrollSim.catalogs.loaders.choose(chosen.loader),
      let own = loader.entry.ownCache, own.policy == chosen.policy,
      let profile = try? DeviceCatalog.builtIn.choose(device).entry,
      let budget = own.budget(on: profile), budget.bytes == chosen.budgetBytes
    else { return nil }
    return SweepAxis.own
  }

  /// Returns a budget in the format of `--budget`.
  private static func text(ofBudget bytes: Int?) -> String {
    guard let bytes, bytes != SweepReport.unlimited else { return BudgetList.none }
    return "\(ByteCount(bytes))"
  }
}
