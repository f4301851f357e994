import ScrollCore

/// What `--set NAME.SETTING=VALUE` says, by the name of the policy, loader or prefetcher.
struct SettingOverrides {
  private var overrides: [(owner: String, setting: String, value: String, wasUsed: Bool)] = []

  init(parsing texts: [String]) throws(CommandError) {
    for text in texts {
      let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
      let path = sides.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
      guard sides.count == 2, path.count == 2 else {
        throw .usage("--set '\(text)' sets nothing; expected NAME.SETTING=VALUE")
      }
      overrides.append((path[0], path[1], sides[1], false))
    }
  }

  /// Chooses an entry with the settings after its name and those given for it.
  /// - Parameters:
  ///   - text: as typed.
  ///   - catalog: what there is.
  ///   - option: what the text was given to, for error messages.
  /// - Returns: the entry with every setting.
  /// - Throws: `CommandError` for a name or a setting that does not exist or does not fit.
  mutating func choose<Entry: CatalogEntry>(
    _ text: String, from catalog: Catalog<Entry>, option: String
  ) throws(CommandError) -> Choice<Entry> {
    do {
      let plain = try catalog.choose(text)
      var named = try NamedSettings(parsing: text)
      for index in overrides.indices where overrides[index].owner == plain.entry.name {
        overrides[index].wasUsed = true
        named.settings.append((overrides[index].setting, overrides[index].value))
      }
      let values = try SettingValues(
        named.settings, for: plain.entry.settings, of: plain.entry.name)
      return Choice(entry: plain.entry, settings: values, text: text)
    } catch ChoiceError.malformed(let error) {
      throw .usage("\(option): \(error)")
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Chooses several, separated by commas.
  mutating func chooseAll<Entry: CatalogEntry>(
    _ texts: [String], from catalog: Catalog<Entry>, option: String
  ) throws(CommandError) -> [Choice<Entry>] {
    var choices = [Choice<Entry>]()
    for text in texts {
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        choices.append(try choose(String(part), from: catalog, option: option))
      }
    }
    return choices
  }

  /// Complains about an override that nothing of the run has taken.
  func checkAllUsed() throws(CommandError) {
    guard let unused = overrides.first(where: { !$0.wasUsed }) else { return }
    throw .usage(
      "--set \(unused.owner).\(unused.setting): nothing called '\(unused.owner)' takes part; "
        + "expected the name of a policy, loader or prefetcher of this command")
  }
}
