/// A loader, prefetcher or policy: one axis, or one for each setting where only those differ.
struct SettingColumns {
  private(set) var axes: [EffectAxis]
  /// For each value its levels of all axes; nil where it does not count.
  private(set) var places: [[Int]?]

  /// - Parameters:
  ///   - kind: what they are.
  ///   - all: as they were asked for, `ring:ahead=2`.
  ///   - owner: the only one that counts, by its name; nil for all.
  init(_ kind: EffectAxis.Kind, _ all: [String], only owner: String? = nil) {
    let counts = all.map { owner == nil || Self.name(of: $0) == owner }
    let values = zip(all, counts).filter(\.1).map(\.0)
    let settings = values.map(Self.settings)
    let varied = Set(settings.flatMap(\.keys)).sorted().filter { key in
      Set(settings.map { $0[key] }).count > 1
    }
    var found: [[Int]]
    if Set(values.map(Self.name)).count == 1, varied.count > (owner == nil ? 1 : 0) {
      let columns = varied.map { key in LevelColumn(settings.map { $0[key] ?? "as it is" }) }
      axes = zip(varied, columns).map {
        EffectAxis(kind, setting: $0, of: owner, levels: $1.levels)
      }
      found = values.indices.map { value in columns.map { $0.places[value] } }
    } else {
      let short = ShortSettings(values)
      let column = LevelColumn(values.map { short.text($0) })
      axes = [EffectAxis(kind, levels: column.levels)]
      found = column.places.map { [$0] }
    }
    found.reverse()
    places = counts.map { $0 ? found.removeLast() : nil }
  }

  /// `ring` of `ring:ahead=2`.
  static func name(of value: String) -> String {
    value.split(separator: ":", maxSplits: 1).first.map(String.init) ?? value
  }

  /// `ahead` and `2` of `ring:ahead=2`.
  private static func settings(of value: String) -> [String: String] {
    Dictionary(
      value.split(separator: ":").dropFirst().map { setting in
        let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
        return (pair[0], pair.count > 1 ? pair[1] : "")
      }, uniquingKeysWith: { $1 })
  }
}
