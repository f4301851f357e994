import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// The present settings of an app: the library's defaults, with the settings that were typed.
struct PresentSettings {
  let setting: AdvisedSetting

  /// Parses settings such as `budget=128MiB prefetch=none`, or those of a file that `emit` wrote.
  /// - Parameters:
  ///   - text: The settings, separated by spaces, or a path; empty for the library's defaults.
  ///   - library: The library.
  ///   - image: The size of the smallest image; a smaller limit without a unit is a mistake.
  /// - Throws: `CommandError` for a setting that does not exist or does not fit.
  init(
    _ text: String, of library: AdvisedLibrary, smallest image: ByteCount
  ) throws(CommandError) {
    guard text.contains("=") || text.isEmpty else {
      guard FileIdentity(text) != nil else {
        throw CommandError(
          text.contains { "./".contains($0) } ? .noInput : .usage,
          "--now '\(text)' is neither a file nor NAME=VALUE; expected settings like "
            + "'budget=128MiB prefetch=none', or a file that `scrollsim emit` wrote")
      }
      let file = try SettingInCode(text)
      guard file.library == library.name else {
        throw .usage("'\(text)' is for \(file.library); expected --for \(file.library)")
      }
      setting = try library.setting(
        loader: file.loader, policy: file.policy, budget: file.budget, prefetcher: file.prefetch,
        place: text, smallest: .zero)
      return
    }
    try Self.requireNames(text)
    let grid = text.isEmpty ? SweepGrid() : try AxisOptions.grid(of: text, option: "--now")
    if let setting = grid.settings.first {
      throw .usage(
        "--now sets '\(setting.owner).\(setting.setting)'; expected it with the name, like "
          + "loader=\(library.loader):\(setting.setting)=VALUE")
    }
    func typed(_ axis: SweepAxis) throws(CommandError) -> String? {
      guard let values = grid.axes[axis] else { return nil }
      guard values.count == 1 else {
        throw .usage("--now names \(values.count) values for '\(axis.rawValue)'; expected one")
      }
      return values[0].text
    }
    setting = try library.setting(
      loader: typed(.loader), policy: typed(.policy), budget: typed(.budget),
      prefetcher: typed(.prefetch), place: "--now", smallest: image)
  }

  /// Throws an error for the first name that is no present setting.
  private static func requireNames(_ text: String) throws(CommandError) {
    let names = [SweepAxis.loader, .policy, .budget, .prefetch].map(\.rawValue)
    for part in text.split(separator: " ") {
      let name = String(part.prefix { $0 != "=" })
      guard !names.contains(name), !name.contains(".") else { continue }
      let hint =
        NameMatch.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        ?? "expected \(Phrase.list(names)), each as NAME=VALUE"
      throw .usage("--now '\(text)': it has no setting '\(name)'; \(hint)")
    }
  }
}

extension AdvisedLibrary {
  /// Returns the library's settings, with the typed values in place of the defaults.
  fileprivate func setting(
    loader: String?, policy: String?, budget: String?, prefetcher: String?, place: String,
    smallest image: ByteCount
  ) throws(CommandError) -> AdvisedSetting {
    func choose<Entry>(_ text: String, _ catalog: Catalog<Entry>) throws(CommandError) -> Choice<
      Entry
    > {
      do { return try catalog.choose(text) } catch { throw .usage("\(place): \(error)") }
    }
    let catalogs = ScrollSim.catalogs
    let chosen = try choose(loader ?? self.loader, catalogs.loaders)
    let target = try EmitTarget.choose(name)
    guard target.isAnyLoader || target.loaders.contains(chosen.entry.name) else {
      throw .usage(
        "\(place): loader '\(chosen.entry.name)' is not \(summary); expected loader="
          + Phrase.list(target.loaders, atMost: 12) + ", perhaps with settings")
    }
    let loading = chosen.entry.loader(chosen.settings)
    let budget = try self.budget(budget, place, image)
    guard loading.cache else {
      return AdvisedSetting(
        loader: chosen, prefetcher: try choose("none", catalogs.prefetchers), policy: nil,
        budget: budget)
    }
    let own = ownPolicy ?? chosen.entry.ownPolicy
    let name = policy.map { $0 == SweepAxis.own ? own : $0 } ?? own
    return AdvisedSetting(
      loader: chosen,
      prefetcher: try choose(prefetcher ?? "\(loading.prefetcher)", catalogs.prefetchers),
      policy: try choose(name, catalogs.policies), budget: budget)
  }

  private func budget(
    _ text: String?, _ place: String, _ image: ByteCount
  ) throws(CommandError) -> BudgetList.Entry {
    guard let text, text != SweepAxis.own else { return ownBudget ?? .own }
    let list: BudgetList
    do { list = try BudgetList(parsing: text) } catch { throw .usage("\(place): budget \(error)") }
    if let problem = list.missingUnit(below: image) {
      throw .usage("\(place): budget '\(text)': \(problem)")
    }
    guard list.entries.count == 1 else {
      throw .usage("\(place): budget '\(text)' names \(list.entries.count); expected one")
    }
    return list.entries[0]
  }
}
