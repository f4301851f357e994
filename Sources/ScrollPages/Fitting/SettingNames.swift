/// Names with settings, `ring:ahead=2:behind=1`, without those settings that all of a kind share.
///
/// A setting at its default that no row changes is one of these.
struct SettingNames {
  /// The names as they were, and without what is said of all.
  let short: [String: String]
  /// A sentence for each kind: `ring: behind=1, cancelOnReversal=false`.
  let said: [String]

  init(_ names: [String]) {
    var (short, said) = ([String: String](), [String]())
    let parsed = Set(names).sorted().compactMap { name in Self.parts(name).map { (name, $0) } }
    for (kind, members) in Dictionary(grouping: parsed, by: { $0.1[0] }).sorted(by: {
      $0.key < $1.key
    }) {
      let first = members[0].1.dropFirst()
      let shared = first.filter { setting in members.allSatisfy { $0.1.contains(setting) } }
      guard members.count > 1, !shared.isEmpty else { continue }
      said.append("\(kind): \(shared.joined(separator: ", "))")
      for (name, parts) in members {
        short[name] = parts.filter { !shared.contains($0) }.joined(separator: ":")
      }
    }
    self.short = short
    self.said = said
  }

  /// The kind and each setting; nil for a name without settings, or of another form.
  static func parts(_ name: String) -> [String]? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard !name.contains(" "), !parts[0].contains("="),
      parts.dropFirst().allSatisfy({ $0.contains("=") })
    else { return nil }
    return parts
  }
}
