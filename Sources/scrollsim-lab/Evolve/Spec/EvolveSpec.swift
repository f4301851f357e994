import ScrollCaching
import ScrollCore
import ScrollSimCommands
package import ScrollSimulation
package import ScrollSweeps
package import ScrollTraces

/// The spec of a search for a policy, and of the contest that judges the result.
///
///     title: Which formula stalls less on an old phone?
///     axes: {device: iphone-5, budget: 24MiB, loader: cached}
///     training:
///       - trace: sessions:count=8:seed=1:style=browsing
///       - {trace: sessions:count=8:seed=2:style=to-and-fro, budget: 32MiB}
///     validation:
///       - trace: sessions:count=8:seed=11
///     sealed:
///       - trace: [sessions:count=8:seed=21, recorded/search-and-return.scroll]
///     smallest: {percent: 1, frames: 1}
///     search: {seed: 1, population: 60, generations: 25, nodes: 25}
///
/// A scenario consists of sessions from one source, on one device, with one budget. The values in
/// `axes` apply to every scenario that does not state other values. An entry with several values of
/// an axis makes several scenarios. Paths are relative to the spec's folder. `without:
/// [viewed-first]` leaves built-in policies out.
package struct EvolveSpec: Sendable {
  /// A part of the contest.
  package enum Part: String, CaseIterable, Sendable {
    /// The scenarios on which formulas are bred, on which the best formula is chosen, and on which
    /// the chosen formula is tried once.
    case training, validation, sealed
  }

  /// The length and the width of a search.
  package struct Search: Sendable, Equatable {
    package var seed: UInt64 = 1
    var population = 60
    var generations = 25
    /// The largest number of nodes of a formula.
    var nodes = 25
    /// The largest number of trials of a formula in a scenario; nil is no limit.
    package var runs: Int?
    /// The policies in the first generation, `score: ...`; if it is empty, those of
    /// `KnownFormulas`.
    package var known: [String] = []
    /// The number of draws of the devices' figures in which the gain is measured.
    package var draws = 20

    package init() {}
  }

  package var title: String
  /// The text of the spec.
  let text: String
  /// The scenarios of each part, one grid for each source of sessions.
  package var scenes: [Part: [SweepGrid]]
  /// The smallest difference worth reporting.
  package var materiality: Materiality
  package var search: Search
  /// The rules of the contest that the spec waives.
  package var waived: Set<ContestRule.Name>

  /// The built-in policies that are not opponents; `lru` always is an opponent.
  var without: [String] = []

  /// The question as the store keeps it.
  package var question: String { text + "# seed \(search.seed)\n" }

  /// The files that its runs read.
  package var files: [String] {
    Part.allCases.flatMap { part in
      (scenes[part] ?? []).flatMap { SweepSpec(base: $0).files }
    }
  }
}

extension EvolveSpec {
  /// Reads the length and the width of a search.
  static func search(_ field: YAMLField?) throws(YAMLFileError) -> Search {
    var search = Search()
    guard let field else { return search }
    let fields = try field.fields(
      ["seed", "population", "generations", "nodes", "runs", "known", "draws"])
    search.seed = try whole(fields["seed"], in: 0...Int.max).map { UInt64($0) } ?? search.seed
    search.population = try whole(fields["population"], in: 4...10_000) ?? search.population
    search.generations = try whole(fields["generations"], in: 1...10_000) ?? search.generations
    search.nodes = try whole(fields["nodes"], in: 1...200) ?? search.nodes
    search.runs = try whole(fields["runs"], in: 1...100_000_000)
    search.draws = try whole(fields["draws"], in: 0...64) ?? search.draws
    if let known = fields["known"] {
      search.known = try policies(known)
    }
    return search
  }

  /// Reads formulas as policies.
  private static func policies(_ field: YAMLField) throws(YAMLFileError) -> [String] {
    var policies: [String] = []
    for (field, text) in try field.scalars(expected: "formulas like 'score: idle'") {
      do { _ = try PolicyCatalog.builtIn.choose(text) } catch {
        throw .malformedText(field.place, path: field.path, problem: "\(error)")
      }
      guard Formula(policy: text) != nil else {
        throw field.wrong("a formula like 'score: idle', of the policy score")
      }
      policies.append(text)
    }
    return policies
  }

  /// Reads a whole number.
  private static func whole(
    _ field: YAMLField?, in range: ClosedRange<Int>
  ) throws(YAMLFileError) -> Int? {
    guard let field else { return nil }
    let expected =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(try field.text(expected: expected)), range.contains(number) else {
      throw field.wrong(expected)
    }
    return number
  }

  /// Reads a number.
  static func number(
    _ field: YAMLField?, in range: ClosedRange<Double>
  ) throws(YAMLFileError) -> Double? {
    guard let field else { return nil }
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    guard let number = Double(try field.text(expected: expected)), range.contains(number) else {
      throw field.wrong(expected)
    }
    return number
  }
}

extension EvolveSpec {
  private static let kind = "search"
  private static let known =
    ["title", "metric", "axes"] + Part.allCases.map(\.rawValue)
    + ["smallest", "waive", "without", "search"]

  /// Reads a spec.
  /// - Throws: `SweepError` with the file, the line, the path, the value found and the expected
  ///   one.
  package static func load(path: String) throws(SweepError) -> EvolveSpec {
    do {
      return try parse(YAMLText.load(path: path, kind: kind), file: path)
    } catch {
      throw SweepError(error)
    }
  }

  /// Parses the text of a spec.
  /// - Parameters:
  ///   - text: YAML.
  ///   - file: The name of the text in error messages; paths in it are relative to its folder.
  /// - Returns: The spec, whose names may not exist.
  /// - Throws: `YAMLFileError` with the line and the path of the first error.
  package static func parse(_ text: String, file: String) throws(YAMLFileError) -> EvolveSpec {
    let root = try YAMLText.compose(text, file: file, kind: kind)
    let fields = try root.fields(known, of: "a search")
    if let metric = fields["metric"] {
      let expected = "stall, the only supported goal"
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

  private static let sceneExpectation =
    "a list of scenarios like {trace: feed.scroll, budget: 32MiB}"

  /// Reads the scenarios of a part, one grid for each trace that they name.
  private static func grids(
    _ field: YAMLField?, _ common: SweepGrid
  ) throws(YAMLFileError) -> [SweepGrid] {
    guard let field else { return [] }
    var grids: [SweepGrid] = []
    let elements = try field.elements(expected: sceneExpectation)
    guard !elements.isEmpty else { throw field.wrong("at least one scenario") }
    for element in elements {
      let grid = common.replacing(with: try SweepGrid(element))
      guard grid.axes[.policy] == nil else {
        throw .malformedText(
          element.place, path: element.path,
          problem: "a scenario has a policy, but the search chooses it; expected none")
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

  /// Reads the names of built-in policies.
  private static func without(_ field: YAMLField?) throws(YAMLFileError) -> [String] {
    let expected = "built-in policies to exclude as opponents, like [viewed-first]"
    var names: [String] = []
    for (field, text) in try field?.scalars(expected: expected) ?? [] {
      guard text != "lru", BuiltInPolicies.all.contains(where: { $0.entry.name == text }) else {
        throw field.wrong("a built-in policy other than lru")
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
