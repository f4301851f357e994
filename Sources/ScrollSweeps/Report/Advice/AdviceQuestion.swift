import ScrollSimulation

/// The runs behind a recommendation: those of each setting that it names, all in the same places.
///
/// A place is a combination of a scenario's conditions, a session and a seed. If there are many
/// places, the question takes a few of them, chosen by the digests of their runs. This choice
/// favors no session, network or seed.
package struct AdviceQuestion: Sendable, Equatable {
  /// The largest number of places in which runs are repeated.
  static let mostPlaces = 8

  /// A setting to compare with the advised one.
  package struct AlternativeSetting: Sendable, Equatable {
    let setting: CacheSetting
    /// The setting's runs, one for each place.
    package let runs: [ContentKey]
    /// A Boolean value that indicates whether the report says that this setting stalls visibly
    /// less.
    package let leavesLess: Bool

    init(_ setting: CacheSetting, _ runs: [ContentKey], leavesLess: Bool) {
      self.setting = setting
      self.runs = runs
      self.leavesLess = leavesLess
    }
  }

  /// The device and the network of the recommendation.
  let device: String, network: String?
  /// The runs of the advised setting, one for each place.
  package let advised: [ContentKey]
  /// The setting that the recommendation is compared with; `nil` if that is the advised setting, or
  /// if there is none.
  package let reference: AlternativeSetting?
  /// The setting that may be better, or else the best of the other settings.
  ///
  /// `nil` if there are no other settings, or if this setting is the reference.
  package let rival: AlternativeSetting?
  /// The number of places in which the sweep has these settings.
  package let allPlaces: Int
  let materiality: Materiality
  /// The frame-based part of the smallest visible difference, in seconds; the mean over these
  /// places.
  let frames: Double

  init(
    device: String, network: String? = nil, advised: [ContentKey],
    reference: AlternativeSetting? = nil,
    rival: AlternativeSetting? = nil, allPlaces: Int? = nil, materiality: Materiality = .standard,
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

  /// The keys of all runs, without duplicates.
  package var runs: [ContentKey] {
    var known: Set<ContentKey> = []
    return (advised + (reference?.runs ?? []) + (rival?.runs ?? [])).filter {
      known.insert($0).inserted
    }
  }
}
