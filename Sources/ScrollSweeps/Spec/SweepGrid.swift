/// Values for axes; what they stand for is every combination.
package struct SweepGrid: Sendable, Equatable {
  /// Values of one setting of a policy, loader or prefetcher: `distance.lead`.
  package struct SettingAxis: Sendable, Equatable {
    package let owner: String
    package let setting: String
    package var values: [SweepValue]
    /// Whether its owner need not take part: an option may have replaced who was to be set.
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

  /// Its devices and networks alone: of a rule, only these are read.
  var profiles: SweepGrid {
    SweepGrid(axes: axes.filter { [.device, .network].contains($0.key) })
  }

  package var isEmpty: Bool { axes.isEmpty && settings.isEmpty }

  /// This grid, with what the other says in place of what this one does.
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
