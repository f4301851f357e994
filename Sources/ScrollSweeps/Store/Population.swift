package import ScrollTraces

/// The users of an app, as shares by device, network and kind of session.
///
/// The shares of a file are independent of each other (every device has the same networks and
/// sessions), unless the file lists groups, each with its own share.
package struct Population: Sendable {
  /// A device, network or kind of session that a file names.
  package struct Named: Sendable, Equatable {
    package let name: String
    /// The place for error messages: `users.yml:3: devices.iphone-8`.
    let place: String

    package init(_ name: String, place: String) {
      self.name = name
      self.place = place
    }
  }

  /// A group of users with the same device, network and session; `nil` for a property that the file
  /// does not state.
  package struct Group: Sendable, Equatable {
    package var device: Named?
    package var network: Named?
    package var session: Named?
    /// The share of all users, from 0 to 1.
    package var share: Double

    package init(
      device: Named? = nil, network: Named? = nil, session: Named? = nil, share: Double
    ) {
      self.device = device
      self.network = network
      self.session = session
      self.share = share
    }
  }

  let title: String
  /// The groups; their shares sum to 1.
  package let groups: [Group]
  /// A Boolean value that indicates whether the shares are independent and were multiplied.
  package let isIndependent: Bool
  /// The limits that a user's runs must keep.
  package let limits: [Limit]
  /// The file that the population was read from.
  package let file: String

  package init(
    title: String, groups: [Group], isIndependent: Bool, limits: [Limit] = [], file: String
  ) {
    self.title = title
    self.groups = groups
    self.isIndependent = isIndependent
    self.limits = limits
    self.file = file
  }

  /// The largest deviation from 1 that the sum of shares may have.
  ///
  /// It allows for shares that were rounded to three decimals.
  static let tolerance = 0.001

  /// Returns every combination of independent shares.
  ///
  /// - Parameters: For each kind, names with their shares; empty for a kind that the file does not
  ///   state.
  package static func product(
    devices: [(Named, Double)], networks: [(Named, Double)], sessions: [(Named, Double)]
  ) -> [Group] {
    var groups: [Group] = []
    for device in Self.orNone(devices) {
      for network in Self.orNone(networks) {
        for session in Self.orNone(sessions) {
          groups.append(
            Group(
              device: device.0, network: network.0, session: session.0,
              share: device.1 * network.1 * session.1))
        }
      }
    }
    return groups
  }

  private static func orNone(_ shares: [(Named, Double)]) -> [(Named?, Double)] {
    shares.isEmpty ? [(nil, 1)] : shares.map { ($0.0, $0.1) }
  }
}

/// The YAML format of a population:
///
///     title: invented shares, for the example
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

  /// Loads a population.
  /// - Throws: `SweepError` with the file, the line, the path, the invalid value and the expected
  ///   one.
  package static func load(path: String) throws(SweepError) -> Population {
    do {
      return try parse(YAMLText.load(path: path, kind: kind), file: path)
    } catch {
      throw SweepError(error)
    }
  }

  /// Parses the text of a population.
  /// - Throws: `YAMLFileError` with every mistake, each with its line and path.
  package static func parse(_ text: String, file: String) throws(YAMLFileError) -> Population {
    let root = try YAMLText.compose(text, file: file, kind: kind)
    var mistakes = Mistakes()
    var fields: [String: YAMLField] = [:]
    for (name, field) in try root.entries(
      expected: "a mapping of \(known.joined(separator: ", "))")
    {
      if known.contains(name) {
        fields[name] = field
      } else {
        mistakes.found.append(
          .unknownField(field.place, owner: "a population", name: name, known: known))
      }
    }
    let limits = mistakes.list(fields["limits"], Self.limits)
    let title = mistakes.read { () throws(YAMLFileError) in
      try fields["title"]?.text(expected: "a title") ?? ""
    }
    if let groups = fields["groups"] {
      if let other = ["devices", "networks", "sessions"].first(where: { fields[$0] != nil }) {
        mistakes.found.append(
          .malformedText(
            groups.place, path: groups.path,
            problem: "shares of groups and of \(other) exclude each other; expected one of them"))
      }
      let read = Self.groups(groups, &mistakes)
      try mistakes.end()
      return Population(
        title: title ?? "", groups: read, isIndependent: false, limits: limits, file: file)
    }
    let shares = ["devices", "networks", "sessions"].map { name in
      fields[name].map { Self.shares($0, &mistakes) } ?? []
    }
    if mistakes.found.isEmpty, shares.allSatisfy(\.isEmpty) {
      throw .missingField(
        root.place, path: "devices", expected: "shares like {iphone-8: 0.4, iphone-13-pro: 0.6}")
    }
    try mistakes.end()
    return Population(
      title: title ?? "",
      groups: product(devices: shares[0], networks: shares[1], sessions: shares[2]),
      isIndependent: true, limits: limits, file: file)
  }

  /// The mistakes of a file, collected so that they are all reported at once.
  private struct Mistakes {
    var found: [YAMLFileError] = []

    /// Returns the value of a closure; `nil` after a mistake.
    mutating func read<Value>(_ body: () throws(YAMLFileError) -> Value) -> Value? {
      do { return try body() } catch {
        found.append(error)
        return nil
      }
    }

    /// Returns the elements of a field; empty after a mistake, or without the field.
    mutating func list<Value>(
      _ field: YAMLField?, _ body: (YAMLField) throws(YAMLFileError) -> [Value]
    ) -> [Value] {
      guard let field else { return [] }
      return read { () throws(YAMLFileError) in try body(field) } ?? []
    }

    /// Throws the collected mistakes.
    /// - Throws: the mistakes, if there are any.
    func end() throws(YAMLFileError) {
      guard let first = found.first else { return }
      throw found.count == 1 ? first : .several(found)
    }
  }

  private static func shares(
    _ field: YAMLField, _ mistakes: inout Mistakes
  ) -> [(Named, Double)] {
    let before = mistakes.found.count
    var shares: [(Named, Double)] = []
    for (name, value) in mistakes.list(
      field,
      { field throws(YAMLFileError) in
        try field.entries(expected: "a mapping of names and shares")
      })
    {
      if let share = mistakes.read({ () throws(YAMLFileError) in try share(value) }) {
        shares.append((Named(name, place: value.address), share))
      }
    }
    check(shares.map(\.1), field, &mistakes, since: before)
    return shares
  }

  private static func groups(_ field: YAMLField, _ mistakes: inout Mistakes) -> [Group] {
    let before = mistakes.found.count
    let elements = mistakes.list(field) { field throws(YAMLFileError) in
      try field.elements(
        expected: "a list like [{device: iphone-8, network: lte, share: 0.1}]")
    }
    var groups: [Group] = []
    for element in elements {
      if let group = mistakes.read({ () throws(YAMLFileError) in try group(element) }) {
        groups.append(group)
      }
    }
    check(groups.map(\.share), field, &mistakes, since: before)
    return groups
  }

  private static func group(_ element: YAMLField) throws(YAMLFileError) -> Group {
    let fields = try element.fields(["device", "network", "session", "share"])
    func named(_ name: String) throws(YAMLFileError) -> Named? {
      guard let field = fields[name] else { return nil }
      return Named(try field.text(expected: "a name"), place: field.address)
    }
    return Group(
      device: try named("device"), network: try named("network"),
      session: try named("session"),
      share: try share(fields.required("share", expected: "a share like 0.1")))
  }

  /// Returns a number from 0 to 1, or the value of a percentage.
  private static func share(_ field: YAMLField) throws(YAMLFileError) -> Double {
    let expected = "a share of the users from 0 to 1, or from 0% to 100%"
    let text = try field.text(expected: expected)
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
      throw field.wrong(expected)
    }
    let share = isPercent ? number / 100 : number
    guard (0...1).contains(share) else {
      throw field.wrong(1...100 ~= number ? expected + ", perhaps \(text)%" : expected)
    }
    return share
  }

  /// Adds a mistake if the sum is not 1, unless a share of it could not be read.
  private static func check(
    _ shares: [Double], _ field: YAMLField, _ mistakes: inout Mistakes, since before: Int
  ) {
    let sum = shares.reduce(0, +)
    guard mistakes.found.count == before, abs(sum - 1) > tolerance else { return }
    let rounded = (sum * 10_000).rounded() / 10_000
    mistakes.found.append(
      .malformedText(
        field.place, path: field.path, problem: "the shares sum to \(rounded); expected 1"))
  }

  /// Returns the limits of `[stallSeconds <= 1 s]` or `{stallSeconds: 1 s}`.
  private static func limits(_ field: YAMLField) throws(YAMLFileError) -> [Limit] {
    let expected = "limits like 'stallSeconds <= 1 s', or a mapping like {stallSeconds: 1 s}"
    var limits: [Limit] = []
    if field.isMapping {
      for (name, field) in try field.entries(expected: expected) {
        let amount = try field.text(expected: "an amount like 1 s")
        limits.append(
          try limit(field) { () throws(Limit.ParsingError) in
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
    _ field: YAMLField, _ text: () throws(Limit.ParsingError) -> String
  ) throws(YAMLFileError) -> Limit {
    do { return try Limit(parsing: text()) } catch {
      throw .malformedText(field.place, path: field.path, problem: "\(error)")
    }
  }
}
