import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The present settings of an app: the library's defaults, with the settings that were typed.
struct PresentSettings {
  let setting: AdvisedSetting

  /// Parses settings such as `budget=128MiB prefetch=none`.
  /// - Parameters:
  ///   - text: The settings, separated by spaces; empty for the library's defaults.
  ///   - library: The library.
  /// - Throws: `CommandError` for a setting that does not exist or does not fit.
  init(_ text: String, of library: AdvisedLibrary) throws(CommandError) {
    let text = text.hasSuffix(".swift") ? try Self.settings(in: text, for: library) : text
    let grid = text.isEmpty ? SweepGrid() : try AxisOptions.grid(of: text, option: "--now")
    for axis in grid.axes.keys where ![.loader, .policy, .budget, .prefetch].contains(axis) {
      throw .usage(
        "--now sets '\(axis.rawValue)'; expected loader, policy, budget and prefetch")
    }
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
      prefetcher: typed(.prefetch))
  }
}

// Settings in a file that `emit` wrote.
extension PresentSettings {
  /// The beginning of the comment with the settings.
  private static let mark = "// scrollsim: "

  /// Returns the settings in the comment of a file: `budget=64MiB prefetch=none`.
  private static func settings(
    in path: String, for library: AdvisedLibrary
  ) throws(CommandError) -> String {
    let bytes: [UInt8]
    do { bytes = try InputFile.readText(path) } catch {
      throw CommandError(.noInput, "'\(path)' cannot be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(mark) && $0.contains("=") }) else {
      throw CommandError(
        .badData, "'\(path)' has no settings; expected a file that `scrollsim emit` wrote")
    }
    let words = line.dropFirst(mark.count).split(separator: " ")
    if let other = words.first(where: { $0.hasPrefix("for=") })?.dropFirst(4), other != library.name
    {
      throw .usage("'\(path)' is for \(other); expected --for \(other)")
    }
    return words.filter { !$0.hasPrefix("for=") }.joined(separator: " ")
  }
}

extension AdvisedLibrary {
  /// Returns the library's settings, some of them as typed.
  fileprivate func setting(
    loader: String?, policy: String?, budget: String?, prefetcher: String?
  ) throws(CommandError) -> AdvisedSetting {
    func choose<Entry>(_ text: String, _ catalog: Catalog<Entry>) throws(CommandError) -> Choice<
      Entry
    > {
      do { return try catalog.choose(text) } catch { throw .usage("--now: \(error)") }
    }
    let catalogs = ScrollSim.catalogs
    let chosen = try choose(loader ?? self.loader, catalogs.loaders)
    guard chosen.entry.name == self.loader else {
      throw .usage(
        "--now: loader '\(chosen.entry.name)' is not \(summary); expected loader=\(self.loader), "
          + "perhaps with settings")
    }
    let loading = chosen.entry.loader(chosen.settings)
    guard loading.cache else {
      throw .usage("--now: the loader has no cache; expected cache=true")
    }
    let own = ownPolicy ?? chosen.entry.ownPolicy
    let name = policy.map { $0 == SweepAxis.own ? own : $0 } ?? own
    return AdvisedSetting(
      loader: chosen,
      prefetcher: try choose(prefetcher ?? "\(loading.prefetcher)", catalogs.prefetchers),
      policy: try choose(name, catalogs.policies), budget: try self.budget(budget))
  }

  private func budget(_ text: String?) throws(CommandError) -> BudgetList.Entry {
    guard let text, text != SweepAxis.own else { return ownBudget ?? .own }
    let list: BudgetList
    do { list = try BudgetList(parsing: text) } catch { throw .usage("--now: budget \(error)") }
    guard list.entries.count == 1 else {
      throw .usage("--now: budget '\(text)' names \(list.entries.count); expected one")
    }
    return list.entries[0]
  }
}
