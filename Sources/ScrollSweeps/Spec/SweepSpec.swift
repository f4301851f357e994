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
