/// Names that are shortened to fit a column.
///
/// The parts in which they differ and the values of settings are kept.
///
/// Two names never become equal: if cutting alone would make them equal, each gets a number.
package struct ShortNames {
  /// The usual least width of a shortened name.
  ///
  /// Narrower names are hard to recognize.
  static let usual = 12
  /// The least possible width of a shortened name.
  ///
  /// Narrower names cannot be recognized.
  static let narrowest = 8
  /// The width at which equal names get numbers instead of a wider column.
  private static let most = 24
  /// The number of neighbors with which a name is compared.
  ///
  /// Neighbors are adjacent in the alphabetical order of the names, or of the reversed names.
  private static let neighbors = 16

  /// The names without repetitions.
  private let names: [[Character]]
  /// The range in which each name differs from the most similar names.
  private let telling: [Range<Int>]

  package init(_ names: [String]) {
    let names = Set(names).sorted().map(Array.init)
    self.names = names
    let backward = names.indices.sorted {
      String(names[$0].reversed()) < String(names[$1].reversed())
    }
    var telling = [Range<Int>?](repeating: nil, count: names.count)
    for order in [Array(names.indices), backward] {
      for (place, index) in order.enumerated() {
        for other in order[max(0, place - Self.neighbors)..<place] {
          for (one, two) in [(index, other), (other, index)] {
            guard let part = Self.difference(names[one], from: names[two]) else { continue }
            telling[one] =
              telling[one].map {
                min($0.lowerBound, part.lowerBound)..<max($0.upperBound, part.upperBound)
              } ?? part
          }
        }
      }
    }
    self.telling = zip(names, telling).map { $1 ?? 0..<$0.count }
  }

  /// Returns the smallest width at which the names differ without numbers, limited to a useful
  /// maximum.
  ///
  /// The values of settings fit into this width, unless `floor` is less than the usual width.
  func least(from floor: Int) -> Int {
    let widest = names.map { String($0).displayWidth }.max() ?? 0
    guard widest > floor else { return widest }
    let values =
      floor < Self.usual
      ? floor : names.compactMap { CutSettings(String($0))?.least }.max() ?? floor
    let widths = max(floor, min(values, Self.most))...max(floor, min(widest, Self.most))
    return widths.first { Set(cut($0)).count == names.count } ?? widths.upperBound
  }

  /// Returns the shortened names by their full names, each no wider than a width.
  /// - Precondition: The width is at least `narrowest`.
  /// - Complexity: O(*n* · *l*) for *n* names of *l* characters, and the time to sort them.
  package func fitting(_ width: Int) -> [String: String] {
    precondition(width >= Self.narrowest, "no name fits into \(width) columns")
    var short = cut(width)
    if Set(short).count < short.count {
      let digits = "\(names.count)".count
      let all = names.map { String($0) }
      short = cut(max(1, width - 1 - digits)).enumerated().map { place, text in
        all[place].displayWidth <= width ? all[place] : "\(text)~\(place + 1)"
      }
    }
    return Dictionary(zip(names.map { String($0) }, short), uniquingKeysWith: { $1 })
  }

  private func cut(_ width: Int) -> [String] {
    names.indices.map { place in
      var room = width
      // Wide characters take more than one column each.
      while room > 1 {
        let text = cut(place, to: room)
        if text.displayWidth <= width { return text }
        room -= 1
      }
      return "…"
    }
  }

  /// Returns a name cut to a number of characters: its beginning, and the part that distinguishes
  /// it from others.
  private func cut(_ place: Int, to width: Int) -> String {
    let (name, part) = (names[place], telling[place])
    guard name.count > width else { return String(name) }
    if let settings = CutSettings(String(name))?.text(width) { return settings }
    let room = width - part.count
    // The end is kept like the part before it if it costs no more than its ellipsis.
    let end = name.count - part.upperBound <= 1 ? name.count : part.upperBound
    if room < 2 || part.lowerBound == 0 && end == name.count {
      // The whole difference does not fit, so the beginning and the end are kept.
      let head = (width - 1) / 2
      return String(name.prefix(head) + "…" + name.suffix(width - 1 - head))
    }
    if end == name.count {
      let tail = name.count - part.lowerBound
      guard width > tail else { return "…" + String(name.suffix(width - 1)) }
      return String(name.prefix(width - 1 - tail) + "…" + name.suffix(tail))
    }
    guard part.lowerBound > room - 2 else { return String(name.prefix(width - 1)) + "…" }
    return String(name.prefix(room - 2) + "…" + name[part] + "…")
  }

  /// Returns the range in which a name differs from another one; `nil` if the two have little in
  /// common.
  private static func difference(_ name: [Character], from other: [Character]) -> Range<Int>? {
    let common = zip(name, other).prefix { $0 == $1 }.count
    let rest = zip(name.dropFirst(common).reversed(), other.dropFirst(common).reversed())
    let end = rest.prefix { $0 == $1 }.count
    guard 2 * (common + end) >= name.count else { return nil }
    return common..<name.count - end
  }
}

/// A name with settings that is made narrower.
///
/// The names of its settings are cut, and their values are kept.
///
/// `ring:ahead=0.5:behind=1` becomes `ring:ah…=0.5:be…=1`.
struct CutSettings {
  private let kind: String
  private let settings: [(name: String, value: String)]

  /// Creates the parts of a name; `nil` for a name without settings.
  init?(_ name: String) {
    guard let parts = SettingNames.parts(name), parts.count > 1 else { return nil }
    kind = parts[0]
    settings = parts.dropFirst().map { part in
      let name = part.prefix { $0 != "=" }
      return (String(name), String(part.dropFirst(name.count + 1)))
    }
  }

  /// The least width, with one letter of each setting's name.
  var least: Int { text(keeping: 1).displayWidth }

  /// Returns the text with as many letters of the settings' names as fit; `nil` if not even one
  /// letter fits.
  func text(_ width: Int) -> String? {
    let longest = settings.map(\.name.count).max() ?? 0
    return (1...max(1, longest)).reversed().lazy.map { text(keeping: $0) }
      .first { $0.displayWidth <= width }
  }

  private func text(keeping count: Int) -> String {
    let parts = settings.map { name, value in
      // An ellipsis is as wide as the letter that it replaces.
      "\(name.count > count + 1 ? name.prefix(count) + "…" : name)=\(value)"
    }
    return ([kind] + parts).joined(separator: ":")
  }
}

/// Names with settings, such as `ring:ahead=2:behind=1`, without the settings that all names of a
/// kind share.
///
/// Settings that have their default in all rows are left out, too.
struct SettingNames {
  /// The short form of each name.
  let short: [String: String]
  /// A sentence for each kind, such as `ring: behind=1, cancelOnReversal=false`.
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

  /// Returns the kind of a name and its settings; `nil` for a name without settings, or in another
  /// format.
  static func parts(_ name: String) -> [String]? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard !name.contains(" "), !parts[0].contains("="),
      parts.dropFirst().allSatisfy({ $0.contains("=") })
    else { return nil }
    return parts
  }
}
