package import ScrollTraces

/// The file of a population:
///
///     title: made shares, for the example
///     devices: {iphone-8: 0.4, iphone-13-pro: 60%}
///     networks: {wifi: 0.7, lte: 0.3}
///     sessions: {feed.scroll: 0.6, photo-grid.scroll: 0.4}
///     limits: [stallSeconds <= 1 s]
///
/// In place of `devices`, `networks` and `sessions`, which do not depend on each other, `groups`
/// may list `{device: iphone-8, network: lte, session: feed.scroll, share: 0.1}`.
extension Population {
  private static let kind = "population"
  private static let known = ["title", "devices", "networks", "sessions", "groups", "limits"]

  /// Reads a population.
  /// - Throws: `SweepError` with the file, the line, the path, what was found there and what was
  ///   expected.
  package static func load(path: String) throws(SweepError) -> Population {
    do {
      return try parse(YAMLText.load(path: path, kind: kind), file: path)
    } catch {
      throw SweepError(error)
    }
  }

  /// Reads the text of a population.
  /// - Throws: `YAMLFileError` with the line and the path of the first mistake.
  package static func parse(_ text: String, file: String) throws(YAMLFileError) -> Population {
    let root = try YAMLText.compose(text, file: file, kind: kind)
    let fields = try root.fields(known, of: "a population")
    let limits = try fields["limits"].map(Self.limits) ?? []
    let title = try fields["title"]?.text(expected: "a title") ?? ""
    if let groups = fields["groups"] {
      if let other = ["devices", "networks", "sessions"].first(where: { fields[$0] != nil }) {
        throw .malformedText(
          groups.place, path: groups.path,
          problem: "the shares of groups and those of \(other) exclude each other; expected one")
      }
      return Population(
        title: title, groups: try Self.groups(groups), isIndependent: false, limits: limits,
        file: file)
    }
    let devices = try fields["devices"].map(Self.shares) ?? []
    let networks = try fields["networks"].map(Self.shares) ?? []
    let sessions = try fields["sessions"].map(Self.shares) ?? []
    guard [devices, networks, sessions].contains(where: { !$0.isEmpty }) else {
      throw .missingField(
        root.place, path: "devices", expected: "shares like {iphone-8: 0.4, iphone-13-pro: 0.6}")
    }
    return Population(
      title: title,
      groups: product(devices: devices, networks: networks, sessions: sessions),
      isIndependent: true, limits: limits, file: file)
  }

  private static func shares(_ field: YAMLField) throws(YAMLFileError) -> [(Named, Double)] {
    var shares: [(Named, Double)] = []
    for (name, value) in try field.entries(expected: "a mapping of names and shares") {
      shares.append((Named(name, place: value.address), try share(value)))
    }
    try check(shares.map(\.1), field)
    return shares
  }

  private static func groups(_ field: YAMLField) throws(YAMLFileError) -> [Group] {
    let expected = "a list like [{device: iphone-8, network: lte, share: 0.1}]"
    var groups: [Group] = []
    for element in try field.elements(expected: expected) {
      let fields = try element.fields(["device", "network", "session", "share"])
      func named(_ name: String) throws(YAMLFileError) -> Named? {
        guard let field = fields[name] else { return nil }
        return Named(try field.text(expected: "a name"), place: field.address)
      }
      groups.append(
        Group(
          device: try named("device"), network: try named("network"),
          session: try named("session"),
          share: try share(fields.required("share", expected: "a share like 0.1"))))
    }
    try check(groups.map(\.share), field)
    return groups
  }

  /// A number from 0 to 1, or a percentage.
  private static func share(_ field: YAMLField) throws(YAMLFileError) -> Double {
    let expected = "a share of the users from 0 to 1, or from 0% to 100%"
    let text = try field.text(expected: expected)
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
      throw field.wrong(expected)
    }
    let share = isPercent ? number / 100 : number
    guard (0...1).contains(share) else { throw field.wrong(expected) }
    return share
  }

  private static func check(_ shares: [Double], _ field: YAMLField) throws(YAMLFileError) {
    let sum = shares.reduce(0, +)
    guard abs(sum - 1) > tolerance else { return }
    let rounded = (sum * 10_000).rounded() / 10_000
    throw .malformedText(
      field.place, path: field.path, problem: "the shares sum to \(rounded); expected 1")
  }

  /// `[stallSeconds <= 1 s]`, or `{stallSeconds: 1 s}`.
  private static func limits(_ field: YAMLField) throws(YAMLFileError) -> [Limit] {
    let expected = "limits like 'stallSeconds <= 1 s', or a mapping like {stallSeconds: 1 s}"
    var limits: [Limit] = []
    if field.isMapping {
      for (name, field) in try field.entries(expected: expected) {
        let amount = try field.text(expected: "an amount like 1 s")
        limits.append(
          try limit(field) { () throws(ScrollSweeps.Limit.ParsingError) in
            "\(name) \(try LimitNames.figure(name, in: "\(name): \(amount)").limitSign) \(amount)"
          })
      }
    } else {
      for (field, text) in try field.scalars(expected: expected) {
        limits.append(try limit(field) { text })
      }
    }
    return limits
  }

  private static func limit(
    _ field: YAMLField, _ text: () throws(ScrollSweeps.Limit.ParsingError) -> String
  ) throws(YAMLFileError) -> Limit {
    do {
      let limit = try ScrollSweeps.Limit(parsing: text())
      return Limit("\(limit)") { run in
        switch limit.verdict(on: run) {
        case .kept: true
        case .broken, .killed: false
        case .unknown: nil
        }
      }
    } catch {
      throw .malformedText(field.place, path: field.path, problem: "\(error)")
    }
  }
}
