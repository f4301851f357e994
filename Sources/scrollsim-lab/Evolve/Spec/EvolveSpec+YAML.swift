import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
package import ScrollSweeps
package import ScrollTraces

extension EvolveSpec {
  private static let kind = "search"
  private static let known =
    ["title", "metric", "axes"] + Part.allCases.map(\.rawValue)
    + ["smallest", "waive", "without", "search"]

  /// Reads a spec.
  /// - Throws: `SweepError` with the file, the line, the path, what was found there and what was
  ///   expected.
  package static func load(path: String) throws(SweepError) -> EvolveSpec {
    do {
      return try parse(YAMLText.load(path: path, kind: kind), file: path)
    } catch {
      throw SweepError(error)
    }
  }

  /// Reads the text of a spec.
  /// - Parameters:
  ///   - text: YAML.
  ///   - file: what the text is called in error messages; paths in it are relative to its folder.
  /// - Returns: the spec; what it names may not exist.
  /// - Throws: `YAMLFileError` with the line and the path of the first mistake.
  package static func parse(_ text: String, file: String) throws(YAMLFileError) -> EvolveSpec {
    let root = try YAMLText.compose(text, file: file, kind: kind)
    let fields = try root.fields(known, of: "a search")
    if let metric = fields["metric"] {
      let expected = "stall, the only one that is searched for"
      guard try metric.text(expected: expected) == "stall" else { throw metric.wrong(expected) }
    }
    let common = try fields["axes"].map { field throws(YAMLFileError) in try SweepGrid(field) }
    var scenes: [Part: [SweepGrid]] = [:]
    for part in Part.allCases {
      let field =
        try part == .sealed
        ? fields[part.rawValue] : fields.required(part.rawValue, expected: sceneExpectation)
      scenes[part] = try grids(field, common ?? SweepGrid())
    }
    return EvolveSpec(
      title: try fields["title"]?.text(expected: "a title") ?? "", text: text, scenes: scenes,
      materiality: try Self.materiality(fields["smallest"]),
      search: try Self.search(fields["search"]), waived: try Self.waived(fields["waive"]),
      without: try Self.without(fields["without"]))
  }

  private static let sceneExpectation = "a list of scenes like {trace: feed.scroll, budget: 32MiB}"

  /// The scenes of a part, one grid for each trace that they name.
  private static func grids(
    _ field: YAMLField?, _ common: SweepGrid
  ) throws(YAMLFileError) -> [SweepGrid] {
    guard let field else { return [] }
    var grids: [SweepGrid] = []
    let elements = try field.elements(expected: sceneExpectation)
    guard !elements.isEmpty else { throw field.wrong("at least one scene") }
    for element in elements {
      let grid = common.replacing(with: try SweepGrid(element))
      guard grid.axes[.policy] == nil else {
        throw .malformedText(
          element.place, path: element.path,
          problem: "a scene has a policy, which is what is searched for; expected none")
      }
      guard let traces = grid.axes[.trace] else {
        throw .missingField(
          element.place, path: "\(element.path).trace",
          expected: "a trace, or sessions like sessions:count=8:seed=1")
      }
      for trace in traces {
        var one = grid
        one.axes[.trace] = [trace]
        grids.append(one)
      }
    }
    return grids
  }

  /// Names of built-in policies.
  private static func without(_ field: YAMLField?) throws(YAMLFileError) -> [String] {
    let expected = "built-in policies that are no opponents, like [viewed-first]"
    var names: [String] = []
    for (field, text) in try field?.scalars(expected: expected) ?? [] {
      guard text != "lru", BuiltInPolicies.all.contains(where: { $0.entry.name == text }) else {
        throw field.wrong("a built-in policy other than lru that would be an opponent")
      }
      names.append(text)
    }
    return names
  }

  private static func materiality(_ field: YAMLField?) throws(YAMLFileError) -> Materiality {
    var materiality = Materiality.standard
    guard let fields = try field?.fields(["percent", "frames"]) else { return materiality }
    if let percent = try number(fields["percent"], in: 0...100) {
      materiality.share = percent / 100
    }
    if let frames = try number(fields["frames"], in: 0...3600) {
      materiality.framesPerMinute = frames
    }
    return materiality
  }

  private static func waived(_ field: YAMLField?) throws(YAMLFileError) -> Set<ContestRule.Name> {
    guard let field else { return [] }
    let names = ContestRule.Name.waivable
    let expected = "rules that may be waived: \(names.map(\.rawValue).joined(separator: ", "))"
    var waived: Set<ContestRule.Name> = []
    for (field, text) in try field.scalars(expected: expected) {
      guard let name = names.first(where: { $0.rawValue == text }) else {
        throw field.wrong(expected)
      }
      waived.insert(name)
    }
    return waived
  }
}
