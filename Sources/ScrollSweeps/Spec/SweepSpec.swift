import ScrollCore
package import ScrollTraces

/// The specification of a sweep: the runs to make.
///
///     title: Which policy, on which phone?
///     axes:
///       trace: [photo-grid.scroll, tall-feed.scroll]
///       policy: [lru, distance, nscache-arc]
///       budget: 16MiB..128MiB:x2
///       device: [iphone-8, iphone-13-pro]
///       set:
///         distance.lead: [1, 2]
///     exclude:
///       - {policy: lru, budget: 16MiB}
///     include:
///       - {policy: unbounded, budget: 1GiB}
///
/// Every combination of the axes is a run, except those that a rule under `exclude` matches. Each
/// grid under `include` adds combinations, and takes missing axes from `axes`. A setting applies to
/// runs with its owner. Equivalent runs are made once. Paths are relative to the spec's folder.
package struct SweepSpec: Sendable, Equatable {
  package var title: String
  package var base: SweepGrid
  package var exclude: [SweepGrid]
  package var include: [SweepGrid]
  /// The length of intervals at which the sweep stops drawing sessions; `nil` for a fixed number of
  /// sessions.
  package var until: SweepTarget?

  package init(
    title: String = "", base: SweepGrid, exclude: [SweepGrid] = [], include: [SweepGrid] = [],
    until: SweepTarget? = nil
  ) {
    self.until = until
    self.title = title
    self.base = base
    self.exclude = exclude
    self.include = include
  }

  /// The files that its runs read: traces, and profiles that are not names.
  package var files: [String] {
    ([base] + include + exclude.map(\.profiles)).flatMap { grid in
      grid.axes.flatMap { axis, values in
        values.filter { axis.isPath($0) }.compactMap {
          axis == .trace ? TraceName.path(of: $0.text) : $0.text
        }
      }
    }
  }
}

extension SweepSpec {
  /// The spec as YAML, the same for equal specs in any spelling.
  package var text: String {
    var lines: [String] = []
    if !title.isEmpty { lines.append("title: \(Self.quoted(title))") }
    if let until { lines.append("until: \(Self.quoted("\(until)"))") }
    lines.append("axes:")
    lines += Self.lines(base).map { "  \($0)" }
    for (name, grids) in [("exclude", exclude), ("include", include)] where !grids.isEmpty {
      lines.append("\(name):")
      for grid in grids {
        for (index, line) in Self.lines(grid).enumerated() {
          lines.append((index == 0 ? "  - " : "    ") + line)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ grid: SweepGrid) -> [String] {
    var lines: [String] = []
    for axis in SweepAxis.allCases {
      guard let values = grid.axes[axis] else { continue }
      lines.append("\(axis.rawValue): \(list(values))")
    }
    guard !grid.settings.isEmpty else { return lines }
    lines.append("set:")
    for axis in grid.settings { lines.append("  \(axis.name): \(list(axis.values))") }
    return lines
  }

  private static func list(_ values: [SweepValue]) -> String {
    "[" + values.map { quoted($0.text) }.joined(separator: ", ") + "]"
  }

  /// Returns the text in double quotes, or unchanged if YAML reads it as plain text in any
  /// position.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isLetter || $0.isNumber } ?? false
      && text.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
    guard !isPlain else { return text }
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value):
        quoted += "\\x" + UInt8(scalar.value).hexadecimal
      case "\u{2028}", "\u{2029}": quoted += "\\u" + UInt16(scalar.value).hexadecimal
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }
}

extension SweepSpec {
  /// The name of this kind of file in the first line of error messages.
  private static let kind = "sweep"

  /// Loads a spec.
  /// - Throws: `SweepError` with the file, the line, the path, the invalid value and the expected
  ///   one.
  package static func load(path: String) throws(SweepError) -> SweepSpec {
    do {
      return try parse(YAMLText.load(path: path, kind: kind), file: path)
    } catch {
      throw SweepError(error)
    }
  }

  /// Parses the text of a spec.
  /// - Parameters:
  ///   - text: The YAML.
  ///   - file: The name of the text in error messages; paths in it are relative to its folder.
  /// - Returns: the spec; its names may not exist.
  /// - Throws: `YAMLFileError` with the line and the path of the first mistake.
  package static func parse(
    _ text: String, file: String
  ) throws(YAMLFileError) -> SweepSpec {
    try SweepSpec(YAMLText.compose(text, file: file, kind: kind))
  }

  /// Parses a spec, which may be one field of several in a file.
  /// - Parameters:
  ///   - root: A mapping.
  ///   - others: The fields that another parser reads.
  /// - Throws: `YAMLFileError` with the line and the path of the first mistake.
  init(_ root: YAMLField, besides others: [String] = []) throws(YAMLFileError) {
    let fields = try root.fields(
      ["title", "axes", "exclude", "include", "until"] + others, of: "a sweep")
    let axes = try fields.required("axes", expected: "a mapping of axes")
    self.init(
      title: try fields["title"]?.text(expected: "a title") ?? "",
      base: try SweepGrid(axes),
      exclude: try Self.grids(fields["exclude"], areRules: true),
      include: try Self.grids(fields["include"]),
      until: try fields["until"].map { field throws(YAMLFileError) in
        let expected = "half the length of an interval as a share of the stall, like ±5 %"
        guard let until = SweepTarget(parsing: try field.text(expected: expected)) else {
          throw field.wrong(expected)
        }
        return until
      })
  }

  private static func grids(
    _ field: YAMLField?, areRules: Bool = false
  ) throws(YAMLFileError) -> [SweepGrid] {
    guard let field else { return [] }
    var grids: [SweepGrid] = []
    for element in try field.elements(expected: "a list of mappings like {policy: lru}") {
      let grid = try SweepGrid(element, isRule: areRules)
      guard !grid.isEmpty else {
        throw .wrongValue(
          element.place, path: element.path, found: "empty",
          expected: "a mapping like {policy: lru}")
      }
      grids.append(grid)
    }
    return grids
  }
}

extension SweepGrid {
  /// Parses a mapping of axes; `set` contains the axes of settings.
  ///
  /// A rule may refer to a trace by its name, which is not a path.
  package init(_ field: YAMLField, isRule: Bool = false) throws(YAMLFileError) {
    let fields = try field.fields(SweepAxis.allCases.map(\.rawValue) + ["set"])
    self.init()
    for axis in SweepAxis.allCases {
      guard let named = fields[axis.rawValue] else { continue }
      axes[axis] = try Self.values(named, of: axis, isRule)
    }
    if let set = fields["set"] { settings = try Self.settings(set) }
  }

  private static func values(
    _ field: YAMLField, of axis: SweepAxis, _ isRule: Bool
  ) throws(YAMLFileError) -> [SweepValue] {
    var values: [SweepValue] = []
    for (field, text) in try field.scalars(expected: "a value or a list of them") {
      let value = SweepValue(text, place: field.address, isFromFile: true)
      for value in axis.takesLists ? value.split : [value] {
        let isPath = axis.isPath(value) && (!isRule || value.text.contains("/"))
        values.append(isPath ? value.relative(to: field.file, on: axis) : value)
      }
    }
    return values
  }

  private static func settings(_ field: YAMLField) throws(YAMLFileError) -> [SettingAxis] {
    let expected = "a mapping like {distance.lead: [1, 2]}"
    var axes: [SettingAxis] = []
    for (name, field) in try field.entries(expected: expected) {
      let path = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard path.count == 2 else { throw field.wrong("a value of NAME.SETTING") }
      let values = try field.scalars(expected: "a value or a list of them")
        .map { SweepValue($1, place: $0.address, isFromFile: true) }
      axes.append(SettingAxis(owner: path[0], setting: path[1], values: values))
    }
    return axes
  }
}

extension SweepError {
  /// Creates the error of a YAML file that cannot be used.
  package init(_ error: YAMLFileError) {
    switch error {
    case .missingFile, .directory: self.init(.noInput, "\(error)")
    case .unreadable: self.init(.inputOutput, "\(error)")
    default: self.init(.badData, "\(error)")
    }
  }
}

extension YAMLField {
  /// The place as text: `demo.yml:7: axes.budget[2]`.
  var address: String { "\(place): \(path)" }
}

extension SweepAxis {
  /// Returns a Boolean value that indicates whether a value of this axis names a file.
  func isPath(_ value: SweepValue) -> Bool {
    switch self {
    case .trace: true
    case .device, .network: value.isProfileFile
    case .layout, .start, .loader, .prefetch, .policy, .budget, .seed: false
    }
  }
}

extension SweepValue {
  /// Returns a path, relative to the folder of a file.
  fileprivate func relative(to file: String, on axis: SweepAxis) -> SweepValue {
    guard !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    let folder = file[...slash]
    return SweepValue(
      axis == .trace ? TraceName.text(text, within: folder) : folder + text, place: place,
      isFromFile: isFromFile)
  }
}

/// Values for axes; the grid represents every combination of these values.
package struct SweepGrid: Sendable, Equatable {
  /// The values of one setting of a policy, loader or prefetcher: `distance.lead`.
  package struct SettingAxis: Sendable, Equatable {
    package let owner: String
    package let setting: String
    var values: [SweepValue]
    /// A Boolean value that indicates whether the owner may be absent, because an option may have
    /// replaced it.
    package var mayBeIdle = false

    package init(owner: String, setting: String, values: [SweepValue]) {
      self.owner = owner
      self.setting = setting
      self.values = values
    }

    var name: String { "\(owner).\(setting)" }
  }

  package var axes: [SweepAxis: [SweepValue]]
  package var settings: [SettingAxis]

  package init(axes: [SweepAxis: [SweepValue]] = [:], settings: [SettingAxis] = []) {
    self.axes = axes
    self.settings = settings
  }

  /// The devices and networks of the grid.
  ///
  /// For a rule, only the files of these values are read.
  var profiles: SweepGrid {
    SweepGrid(axes: axes.filter { [.device, .network].contains($0.key) })
  }

  package var isEmpty: Bool { axes.isEmpty && settings.isEmpty }

  /// Returns this grid, with the values of another grid in place of its own.
  package func replacing(with other: SweepGrid) -> SweepGrid {
    var merged = self
    merged.axes.merge(other.axes) { $1 }
    for axis in other.settings {
      if let place = merged.settings.firstIndex(where: { $0.name == axis.name }) {
        merged.settings[place] = axis
      } else {
        merged.settings.append(axis)
      }
    }
    return merged
  }
}

/// An axis of a sweep; the cases are ordered from the outermost to the innermost.
///
/// The raw values are the keys under `axes` and the names of the command's options.
package enum SweepAxis: String, CaseIterable, Sendable {
  case trace, layout, device, network, start, loader, prefetch, policy, budget, seed

  /// The default value; `nil` if the axis requires a value.
  var standard: String? {
    switch self {
    case .trace: nil
    case .layout, .prefetch, .policy, .budget: Self.own
    case .device: "iphone-13-pro"
    case .network: "wifi"
    case .start: "cold"
    case .loader: "cached"
    case .seed: "0"
    }
  }

  /// The value for the trace's own layout, or the loader's own prefetcher, policy and budget.
  package static let own = "own"

  /// A Boolean value that indicates whether a text may contain several values, with commas between
  /// them.
  package var takesLists: Bool {
    switch self {
    // Sizes and seeds parse their own lists; a path may contain a comma.
    case .trace, .budget, .seed: false
    case .layout, .device, .network, .start, .loader, .prefetch, .policy: true
    }
  }
}

/// A value of an axis as written, with its place.
package struct SweepValue: Sendable, Equatable {
  package let text: String
  /// The place for error messages: `demo.yml:7: axes.budget[2]`, or `--budget`.
  package let place: String
  /// A Boolean value that indicates whether the value was written in a file, so that a mistake in
  /// it is an error of the kind `badData`.
  let isFromFile: Bool

  package init(_ text: String, place: String, isFromFile: Bool = false) {
    self.text = text
    self.place = place
    self.isFromFile = isFromFile
  }

  /// The values between the commas.
  var split: [SweepValue] {
    ChoiceList.texts(in: text).map {
      SweepValue($0.trimmingSpaces(), place: place, isFromFile: isFromFile)
    }
  }

  /// A Boolean value that indicates whether a profile's value is a file: it ends in `.yml` or
  /// `.yaml`, or has a slash.
  var isProfileFile: Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }

  /// Returns the profile that the value names, from a catalog or a file.
  func profile<Entry>(
    in catalog: Catalog<Entry>, _ load: (String) throws(YAMLFileError) -> Entry
  ) throws(SweepError) -> Entry {
    if isProfileFile {
      try requireFile(text)
      do { return try load(text) } catch {
        throw wrong(SweepError(isFromFile ? error.unquoted : error))
      }
    }
    do { return try catalog.choose(text).entry } catch { throw wrong(error) }
  }

  /// Throws an error if a path does not lead to a regular file, because reading it might never end.
  func requireFile(_ path: String) throws(SweepError) {
    guard isFromFile, InputFile.isSpecial(path) else { return }
    throw wrong("'\(path)' is a pipe or a device; expected a file, or its name as an option")
  }

  /// Returns the error with the place of this value, which names something that cannot be used.
  func wrong(_ error: SweepError) -> SweepError {
    SweepError(error.cause, isFromFile ? "\(place): \(error)" : error.description)
  }

  /// Returns the error for a mistake in this value.
  func wrong(_ problem: some CustomStringConvertible) -> SweepError {
    let separator = isFromFile ? ": " : " "
    return SweepError(isFromFile ? .badData : .usage, "\(place)\(separator)\(problem)")
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}

/// Seeds as written: `7`, `0..9` or `1,5,10..19`.
package struct SeedList {
  /// The maximum number of seeds from one text.
  static let limit = 100_000

  /// The ranges as written; a single seed is a range of one.
  let ranges: [ClosedRange<Int>]

  package var seeds: [Int] { ranges.flatMap { Array($0) } }

  package struct ParsingError: Error, CustomStringConvertible {
    package let description: String
  }

  package init(parsing text: String) throws(ParsingError) {
    var ranges: [ClosedRange<Int>] = []
    var count = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = String(part).firstRange(of: "..").map { dots in
        [String(String(part)[..<dots.lowerBound]), String(String(part)[dots.upperBound...])]
      }
      let bounds = (sides ?? [String(part)]).map { Int($0.filter { $0 != " " }) }
      guard let first = bounds[0], let last = bounds[bounds.count - 1], first >= 0 else {
        throw ParsingError(
          description:
            "'\(part)' is not a seed; expected a whole number from 0 to \(Int.max), or a range "
            + "like 0..9")
      }
      guard first <= last, last - first < Self.limit - count else {
        throw ParsingError(
          description:
            "'\(part)' is not a range of seeds; expected at most \(Self.limit), ascending, "
            + "like 0..9")
      }
      ranges.append(first...last)
      count += last - first + 1
    }
    self.ranges = ranges
  }
}

/// The error of a sweep that cannot be made; the description is the sentence that the command
/// prints.
package struct SweepError: Error, Equatable, CustomStringConvertible {
  /// The kind of the error; each kind has its own exit status.
  package enum Cause: Sendable {
    case usage, badData, noInput, inputOutput
  }

  package let cause: Cause
  package let description: String

  package init(_ cause: Cause, _ description: String) {
    self.cause = cause
    self.description = description
  }
}
