/// What a sweep varied.
package struct EffectAxis: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case loader, prefetcher, policy, budget
    case trace, layout, device, network

    /// Whether the author of an app chooses it; the rest is what users bring.
    package var isLever: Bool {
      switch self {
      case .loader, .prefetcher, .policy, .budget: true
      case .trace, .layout, .device, .network: false
      }
    }
  }

  package let kind: Kind
  /// The setting of the loader, prefetcher or policy where only that is varied; otherwise nil.
  package let setting: String?
  /// Whose setting it is, where there are other loaders, prefetchers or policies without it.
  package let owner: String?
  /// In the order in which they came; budgets ascend.
  package internal(set) var levels: [String]
  /// What changes whenever this does, so that nothing can be said of either alone.
  package var companions: [Kind] = []

  package init(
    _ kind: Kind, setting: String? = nil, of owner: String? = nil, levels: [String]
  ) {
    self.kind = kind
    self.setting = setting
    self.owner = owner
    self.levels = levels
  }

  /// `budget`, `loader lanes`, `ring ahead`, `device with network`.
  package var name: String {
    companions.isEmpty
      ? alone : alone + " with " + companions.map(\.rawValue).joined(separator: ", ")
  }

  /// The same without what changes with it.
  var alone: String { setting.map { "\(owner ?? kind.rawValue) \($0)" } ?? kind.rawValue }
}
