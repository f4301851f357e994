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
  /// In the order in which they came; budgets ascend.
  package let levels: [String]

  package init(_ kind: Kind, setting: String? = nil, levels: [String]) {
    self.kind = kind
    self.setting = setting
    self.levels = levels
  }

  /// `budget`, `loader lanes`.
  package var name: String { setting.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }
}
