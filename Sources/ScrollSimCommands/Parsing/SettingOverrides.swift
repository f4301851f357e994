package import ScrollCore
import ScrollSweeps

/// The values of `--set NAME.SETTING=VALUE`, where NAME is a policy, loader or prefetcher.
package struct SettingOverrides {
  private struct Override {
    let owner: String, setting: String, value: String
    var wasUsed = false
    /// The error if the entry with this name does not have the setting.
    var unknown: SettingError?
  }

  private var overrides: [Override] = []

  package init(parsing texts: [String]) throws(CommandError) {
    for text in texts {
      let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
      let path = sides.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
      guard sides.count == 2, path.count == 2 else {
        throw .usage("--set '\(text)' has no value; expected NAME.SETTING=VALUE")
      }
      guard !overrides.contains(where: { $0.owner == path[0] && $0.setting == path[1] }) else {
        throw .usage("--set '\(text)' repeats '\(path[0]).\(path[1])'; expected it once")
      }
      overrides.append(Override(owner: path[0], setting: path[1], value: sides[1]))
    }
  }

  /// Chooses an entry, with the settings that follow its name and the overrides for it.
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - catalog: The catalog of the known names.
  ///   - option: The option that has the text, for error messages.
  ///   - isTyped: `true` for a text of the user. If it has a setting that an override also sets,
  ///     that is an error. `false` for a default, which overrides may change.
  /// - Returns: the entry with every setting; its text includes the overrides.
  /// - Throws: `CommandError` for a name or a setting that does not exist or does not fit, or a
  ///   setting that is given twice.
  package mutating func choose<Entry: CatalogEntry>(
    _ text: String, from catalog: Catalog<Entry>, option: String, isTyped: Bool = true
  ) throws(CommandError) -> Choice<Entry> {
    do {
      let typed = try catalog.choose(text)
      var added: [(name: String, value: String)] = []
      let known = typed.entry.settings.map(\.name)
      for index in overrides.indices
      where NameMatch.find(overrides[index].owner, in: [typed.entry.name]) != nil {
        // A policy and a loader may share their name: the setting shows which is meant.
        guard let setting = NameMatch.find(overrides[index].setting, in: known) else {
          overrides[index].unknown = SettingError.unknownSetting(
            overrides[index].setting, owner: typed.entry.name, known: known)
          continue
        }
        guard !isTyped || !typed.given.contains(setting) else {
          throw CommandError.usage(
            "--set \(typed.entry.name).\(setting) is also set by '\(text)'; expected one of "
              + "the two"
          )
        }
        overrides[index].wasUsed = true
        added.append((setting, overrides[index].value))
      }
      return try catalog.choose(text, adding: added)
    } catch let error as CommandError {
      throw error
    } catch ChoiceError.malformed(let error) {
      throw .usage("\(option): \(error)")
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Chooses several entries.
  ///
  /// Commas outside of parentheses separate them, and the word `own` represents the entry that the
  /// parameter names.
  package mutating func chooseAll<Entry: CatalogEntry>(
    _ texts: [String], own: String? = nil, from catalog: Catalog<Entry>, option: String
  ) throws(CommandError) -> [Choice<Entry>] {
    var choices = [Choice<Entry>]()
    for text in texts {
      for part in ChoiceList.texts(in: text) {
        let meant = part == SweepAxis.own ? own : nil
        choices.append(
          try choose(meant ?? part, from: catalog, option: option, isTyped: meant == nil))
      }
    }
    return choices
  }

  /// Throws an error for an override that no entry of the run has used.
  func checkAllUsed() throws(CommandError) {
    guard let unused = overrides.first(where: { !$0.wasUsed }) else { return }
    if let unknown = unused.unknown { throw .usage("\(unknown)") }
    throw .usage(
      "--set \(unused.owner).\(unused.setting): this command does not use '\(unused.owner)'; "
        + "expected the name of a policy, loader or prefetcher of this command")
  }
}
