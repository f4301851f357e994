import ScrollCore

/// Turns names into choices, one for every combination of the settings that a grid has for them.
struct SettingExpansion {
  /// At most so many choices come from the settings of one list.
  private static let limit = 100_000

  private let axes: [SweepGrid.SettingAxis]
  private var used: Set<String> = []
  /// What somebody of an axis's owner's name said who does not have its setting.
  private var unknown: [String: SettingError] = [:]

  init(_ axes: [SweepGrid.SettingAxis]) { self.axes = axes }

  /// Every value with every combination of settings that its owner has an axis for.
  /// - Parameters:
  ///   - values: as written.
  ///   - catalog: what there is.
  ///   - isTyped: whether a value must not set what an axis sets as well.
  /// - Returns: the choices, the last setting changing fastest.
  /// - Throws: `SweepError` for a name or a setting that does not exist or does not fit.
  mutating func choices<Entry: CatalogEntry>(
    _ values: [SweepValue], from catalog: Catalog<Entry>, isTyped: Bool = true
  ) throws(SweepError) -> [Choice<Entry>] {
    var choices: [Choice<Entry>] = []
    for value in values {
      let typed: Choice<Entry>
      do { typed = try catalog.choose(value.text) } catch { throw value.wrong(error) }
      var variants = [typed]
      var added: [[(name: String, value: String)]] = [[]]
      // A policy and a loader may share their name: the setting says which is meant.
      let names = typed.entry.settings.map(\.name)
      for axis in axes where NameMatch.find(axis.owner, in: [typed.entry.name]) != nil {
        guard let name = NameMatch.find(axis.setting, in: names) else {
          unknown[axis.name] = .unknownSetting(
            axis.setting, owner: typed.entry.name, known: names)
          continue
        }
        guard !isTyped || !typed.given.contains(name) else {
          throw value.wrong(
            "'\(value.text)' sets '\(axis.setting)', and so does the axis '\(axis.name)'; "
              + "expected one of the two")
        }
        used.insert(axis.name)
        variants = []
        var longer: [[(name: String, value: String)]] = []
        for earlier in added {
          for setting in axis.values {
            guard choices.count + longer.count < Self.limit else {
              throw setting.wrong(
                "the settings make more than \(Self.limit) variants; expected fewer")
            }
            longer.append(earlier + [(name, setting.text)])
            do {
              variants.append(try catalog.choose(value.text, adding: longer[longer.count - 1]))
            } catch { throw setting.wrong(error) }
          }
        }
        added = longer
      }
      choices += variants
    }
    return choices
  }

  /// Complains about one of some axes that no choice has taken.
  func checkUsed(_ axes: [SweepGrid.SettingAxis]) throws(SweepError) {
    guard let idle = axes.first(where: { !used.contains($0.name) && !$0.mayBeIdle }),
      let value = idle.values.first
    else { return }
    if let unknown = unknown[idle.name] { throw value.wrong(unknown) }
    throw value.wrong(
      "nothing called '\(idle.owner)' takes part, so '\(idle.name)' sets nothing; expected the "
        + "name of a policy, loader or prefetcher of this sweep")
  }
}
