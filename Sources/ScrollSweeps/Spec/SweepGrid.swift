/// Values for axes; the grid represents every combination of these values.
package struct SweepGrid: Sendable, Equatable {
  /// The values of one setting of a policy, loader or prefetcher: `distance.lead`.
  package struct SettingAxis: Sendable, Equatable {
    package let owner: String
    package let setting: String
    package var values: [SweepValue]
    /// A Boolean value that indicates whether the owner may be absent, because an option may have
    /// replaced it.
    package var mayBeIdle = false

    package init(owner: String, setting: String, values: [SweepValue]) {
      self.owner = owner
      self.setting = setting
      self.values = values
    }

    package var name: String { "\(owner).\(setting)" }
  }

  package var axes: [SweepAxis: [SweepValue]]
  package var settings: [SettingAxis]

  package init(axes: [SweepAxis: [SweepValue]] = [:], settings: [SettingAxis] = []) {
    self.axes = axes
    self.settings = settings
  }

  /// The devices and networks of the grid.
  ///
  /// For a rule, only the files of these values are read.
  var profiles: SweepGrid {
    SweepGrid(axes: axes.filter { [.device, .network].contains($0.key) })
  }

  package var isEmpty: Bool { axes.isEmpty && settings.isEmpty }

  /// Returns this grid, with the values of another grid in place of its own.
  package func replacing(with other: SweepGrid) -> SweepGrid {
    var merged = self
    merged.axes.merge(other.axes) { $1 }
    for axis in other.settings {
      if let place = merged.settings.firstIndex(where: { $0.name == axis.name }) {
        merged.settings[place] = axis
      } else {
        merged.settings.append(axis)
      }
    }
    return merged
  }
}
