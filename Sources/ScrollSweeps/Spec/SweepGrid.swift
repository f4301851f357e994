/// Values for axes; what they stand for is every combination.
public struct SweepGrid: Sendable, Equatable {
  /// Values of one setting of a policy, loader or prefetcher: `distance.lead`.
  public struct SettingAxis: Sendable, Equatable {
    public let owner: String
    public let setting: String
    public var values: [SweepValue]
    /// Whether its owner need not take part: an option may have replaced who was to be set.
    public var mayBeIdle = false

    public init(owner: String, setting: String, values: [SweepValue]) {
      self.owner = owner
      self.setting = setting
      self.values = values
    }

    public var name: String { "\(owner).\(setting)" }
  }

  public var axes: [SweepAxis: [SweepValue]]
  public var settings: [SettingAxis]

  public init(axes: [SweepAxis: [SweepValue]] = [:], settings: [SettingAxis] = []) {
    self.axes = axes
    self.settings = settings
  }

  public var isEmpty: Bool { axes.isEmpty && settings.isEmpty }

  /// This grid, with what the other says in place of what this one does.
  public func replacing(with other: SweepGrid) -> SweepGrid {
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
