package import ScrollCore
package import ScrollDevice

/// What can be set in a studio, as it is typed for `scrollsim run`.
package struct StudioSetting: Sendable, Equatable {
  /// What the cache may hold.
  package enum Budget: Sendable, Equatable {
    /// The limit of the loader's own cache.
    case own
    /// No limit.
    case none
    case size(ByteCount)
  }

  /// With settings, `distance:lead=2`; `own` is the loader's.
  package var policy: String
  package var budget: Budget
  /// The names of a device and a network of the scene.
  package var device: String, network: String
  package var loader: String
  /// Nil is the loader's own.
  package var prefetch: String?
  /// Other files of the images.
  package var renditions: Renditions
  package var seed: UInt64
  /// In addition to those of the trace, by ascending time.
  package var events: [TimedSystemEvent]

  package init(
    policy: String = "own", budget: Budget = .own, device: String, network: String,
    loader: String = "cached", prefetch: String? = nil, renditions: Renditions = Renditions(),
    seed: UInt64 = 0, events: [TimedSystemEvent] = []
  ) {
    self.policy = policy
    self.budget = budget
    self.device = device
    self.network = network
    self.loader = loader
    self.prefetch = prefetch
    self.renditions = renditions
    self.seed = seed
    self.events = events
  }
}
