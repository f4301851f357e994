import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The policies of the package that a formula is compared with.
///
/// These are all policies that keep their budget at every moment and do not need to know the
/// future, except those with an expression of the user. The first is `lru`.
enum BuiltInPolicies {
  static let all: [Choice<PolicyDescriptor>] = {
    let entries = PolicyCatalog.builtIn.entries.filter { isOpponent($0) }
    let ordered = entries.filter { $0.name == "lru" } + entries.filter { $0.name != "lru" }
    return ordered.compactMap { try? PolicyCatalog.builtIn.choose($0.name) }
  }()

  /// Returns all policies except some.
  /// - Parameter names: The policies to leave out; `lru`, the reference, stays.
  /// - Returns: The policies, `lru` first.
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
