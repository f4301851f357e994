/// A name with settings made narrower: the names of its settings are cut, their values are kept.
///
/// `ring:ahead=0.5:behind=1` becomes `ring:ah…=0.5:be…=1`.
struct CutSettings {
  private let kind: String
  private let settings: [(name: String, value: String)]

  /// - Returns: nil for a name without settings.
  init?(_ name: String) {
    guard let parts = SettingNames.parts(name), parts.count > 1 else { return nil }
    kind = parts[0]
    settings = parts.dropFirst().map { part in
      let name = part.prefix { $0 != "=" }
      return (String(name), String(part.dropFirst(name.count + 1)))
    }
  }

  /// The width at which one letter is left of each setting's name.
  var least: Int { text(keeping: 1).displayWidth }

  /// As many letters of the settings' names as fit into a width; nil if not one does.
  func text(_ width: Int) -> String? {
    let longest = settings.map(\.name.count).max() ?? 0
    return (1...max(1, longest)).reversed().lazy.map { text(keeping: $0) }
      .first { $0.displayWidth <= width }
  }

  private func text(keeping count: Int) -> String {
    let parts = settings.map { name, value in
      // An ellipsis is as wide as the letter that it would stand for.
      "\(name.count > count + 1 ? name.prefix(count) + "…" : name)=\(value)"
    }
    return ([kind] + parts).joined(separator: ":")
  }
}
