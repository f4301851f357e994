import ScrollCaching
import ScrollCore

/// The settings of a policy that a search may choose from: every combination of some values.
struct SettingSpace {
  /// No practical search has as many.
  static let limit = 100_000

  private let base: Choice<PolicyDescriptor>
  private let catalog: PolicyCatalog
  private let axes: [(setting: String, values: [SweepValue])]
  /// How many combinations there are.
  let count: Int

  /// - Parameters:
  ///   - axes: the settings and their values, as they were written.
  ///   - base: the policy, with the settings that stay as they are.
  ///   - catalog: what there is.
  /// - Throws: `SweepError` for the setting of another policy, one that stays as it is, one that is
  ///   there twice, and values that it cannot have.
  init(
    _ axes: [SweepGrid.SettingAxis], of base: Choice<PolicyDescriptor>, in catalog: PolicyCatalog
  ) throws(SweepError) {
    var ranges: [(setting: String, values: [SweepValue])] = []
    for axis in axes {
      let first = axis.values.first ?? SweepValue("", place: "--space")
      guard axis.owner == base.entry.name else {
        throw first.wrong(
          "'\(axis.name)' is no setting of '\(base.entry.name)'; expected the policy whose "
            + "settings are searched")
      }
      guard !base.given.contains(axis.setting), !ranges.contains(where: { $0.0 == axis.setting })
      else { throw first.wrong("'\(axis.name)' is set elsewhere, too; expected it once") }
      guard let setting = base.entry.settings.first(where: { $0.name == axis.setting }) else {
        let known = base.entry.settings.map(\.name)
        throw first.wrong(
          SettingError.unknownSetting(axis.setting, owner: axis.owner, known: known))
      }
      let values = try SettingRange(axis.values, of: setting).values
      for value in values {
        do {
          _ = try catalog.choose(base.text, adding: [(axis.setting, value.text)])
        } catch { throw value.wrong(error) }
      }
      ranges.append((axis.setting, values))
    }
    self.base = base
    self.catalog = catalog
    self.axes = ranges
    count = ranges.reduce(1) { product, axis in
      let (product, overflows) = product.multipliedReportingOverflow(by: axis.values.count)
      return overflows ? .max : product
    }
  }

  /// Some of the combinations, or all, in their order: the last setting changes fastest.
  /// - Parameters:
  ///   - samples: how many; all if nil or if there are fewer.
  ///   - seed: for which they are.
  /// - Returns: the policy with each of these settings.
  /// - Throws: `SweepError` if they are too many.
  func choices(samples: Int?, seed: Int) throws(SweepError) -> [Choice<PolicyDescriptor>] {
    guard min(samples ?? count, count) <= Self.limit else {
      throw SweepError(
        .usage,
        "--space has more than \(Self.limit) combinations; expected fewer, or --samples N")
    }
    var choices: [Choice<PolicyDescriptor>] = []
    for index in Self.indices(of: count, samples: samples, seed: seed) {
      var rest = index
      var settings: [(name: String, value: String)] = []
      for axis in axes.reversed() {
        settings.insert((axis.setting, axis.values[rest % axis.values.count].text), at: 0)
        rest /= axis.values.count
      }
      do { choices.append(try catalog.choose(base.text, adding: settings)) } catch {
        throw SweepError(.usage, "--space \(error)")
      }
    }
    return choices
  }

  /// Draws without putting back.
  ///
  /// R. W. Floyd in J. Bentley, "Programming pearls: a sample of
  /// brilliance", Communications of the ACM 30(9), 1987, doi:10.1145/30401.315746.
  static func indices(of count: Int, samples: Int?, seed: Int) -> [Int] {
    guard let samples, samples < count else { return Array(0..<count) }
    var random = SeededRandom(seed: UInt64(seed))
    var drawn: Set<Int> = []
    for bound in (count - samples)..<count {
      let index = random.below(bound + 1)
      drawn.insert(drawn.contains(index) ? bound : index)
    }
    return drawn.sorted()
  }
}
