import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The policies of the package that a formula is held against.
///
/// All that promise to keep their budget at every moment and need not know the future, but for
/// what one writes oneself. The first is `lru`.
enum BuiltInPolicies {
  static let all: [Choice<PolicyDescriptor>] = {
    let entries = PolicyCatalog.builtIn.entries.filter { isOpponent($0) }
    let ordered = entries.filter { $0.name == "lru" } + entries.filter { $0.name != "lru" }
    return ordered.compactMap { try? PolicyCatalog.builtIn.choose($0.name) }
  }()

  /// All but for some.
  /// - Parameter names: of policies that are left out; `lru`, the measure, stays.
  /// - Returns: the first is `lru`.
  static func all(without names: [String]) -> [Choice<PolicyDescriptor>] {
    all.filter { $0.entry.name == "lru" || !names.contains($0.entry.name) }
  }

  private static func isOpponent(_ entry: PolicyDescriptor) -> Bool {
    let isOwn = entry.settings.contains { setting in
      if case .expression = setting.domain { true } else { false }
    }
    return entry.facts.limits == .always && !entry.facts.needsFuture && !isOwn
  }
}
