package import ScrollSimulation

/// Which runs a recommendation rests on: those of the settings that it names, in the same places.
///
/// A place is a scene without its setting, a session and a seed. Of many places a few are taken, by the
/// digests of their runs, so that no session, network or seed is taken more often than by chance.
package struct AdviceQuestion: Sendable, Equatable {
  /// At most in so many places runs are made again.
  package static let mostPlaces = 8

  /// A setting beside the advised one.
  package struct Other: Sendable, Equatable {
    package let setting: CacheSetting
    /// Its runs, place by place.
    package let runs: [ContentKey]
    /// Whether the report itself says that it leaves less by as much as matters.
    package let leavesLess: Bool

    package init(_ setting: CacheSetting, _ runs: [ContentKey], leavesLess: Bool) {
      self.setting = setting
      self.runs = runs
      self.leavesLess = leavesLess
    }
  }

  /// Of the recommendation.
  package let device: String, network: String?
  /// The runs of the advised setting, place by place.
  package let advised: [ContentKey]
  /// What it is held against; nil if that is itself, or nothing.
  package let reference: Other?
  /// What may be better, or the best of the others; nil without others, or if it is held against that.
  package let rival: Other?
  /// In how many places the sweep has these settings.
  package let allPlaces: Int
  package let materiality: Materiality
  /// The mean of the least seconds that matter, over these places.
  package let frames: Double

  package init(
    device: String, network: String? = nil, advised: [ContentKey], reference: Other? = nil,
    rival: Other? = nil, allPlaces: Int? = nil, materiality: Materiality = .standard,
    frames: Double = 0
  ) {
    self.device = device
    self.network = network
    self.advised = advised
    self.reference = reference
    self.rival = rival
    self.allPlaces = allPlaces ?? advised.count
    self.materiality = materiality
    self.frames = frames
  }

  /// All of the runs, each once.
  package var runs: [ContentKey] {
    var known: Set<ContentKey> = []
    return (advised + (reference?.runs ?? []) + (rival?.runs ?? [])).filter {
      known.insert($0).inserted
    }
  }
}
