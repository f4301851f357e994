import ScrollCore
import ScrollSweeps

/// The machine-readable comment of an emitted file:
/// `// scrollsim: loader=nuke budget=64MiB prefetch=ring:ahead=2 for=nuke`.
///
/// A value with spaces is in single quotes. The comment names the policy only if it differs from
/// the target's own policy.
struct SettingComment: Equatable {
  /// The fields, in the order of the comment.
  enum Field: String, CaseIterable {
    case loader, policy, budget, prefetch
    case target = "for"
  }

  private static let mark = "// scrollsim: "
  private(set) var values: [Field: String]

  /// Creates the comment of a setting.
  init(_ setting: EmittedSetting, for target: EmitTarget) {
    values = [
      .loader: setting.loader.label, .budget: setting.budget.budgetText,
      .prefetch: setting.prefetcher.label, .target: target.name,
    ]
    if let policy = setting.policy?.label, policy != target.ownPolicy { values[.policy] = policy }
  }

  /// Parses a line of source code.
  /// - Returns: `nil` for a line that is not such a comment.
  init?(_ line: Substring) {
    let line = line.drop { $0 == " " || $0 == "\t" }
    guard line.hasPrefix(Self.mark) else { return nil }
    var rest = line.dropFirst(Self.mark.count)
    values = [:]
    while let start = rest.firstIndex(where: { $0 != " " }) {
      rest = rest[start...]
      guard let equals = rest.firstIndex(of: "="), let field = Field(rawValue: "\(rest[..<equals])")
      else { return nil }
      rest = rest[rest.index(after: equals)...]
      if rest.first == "'" {
        guard let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
        values[field] = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      } else {
        values[field] = String(rest.prefix { $0 != " " })
        rest = rest.drop { $0 != " " }
      }
    }
    guard values[.loader] != nil, values[.target] != nil else { return nil }
  }

  /// The line of source code.
  var line: String {
    let fields = Field.allCases.compactMap { field in
      values[field].map { "\(field.rawValue)=\($0.contains(" ") ? "'\($0)'" : $0)" }
    }
    return Self.mark + fields.joined(separator: " ")
  }
}
