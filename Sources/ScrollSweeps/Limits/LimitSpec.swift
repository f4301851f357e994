import ScrollSimulation
import ScrollTraces

/// What runs must keep to, and which runs: a sweep with limits.
///
///     axes:
///       trace: [photo-grid.scroll, tall-feed.scroll]
///       policy: [lru, distance]
///       budget: [32MiB, 64MiB]
///     limits:
///       - hitchRatio <= 5 ms/s
///       - when: {trace: tall-feed, policy: lru}
///         keep: [stallSeconds <= 2 s, hitRate >= 60%]
///
/// A limit holds for every run, or for those that all values under `when` mean, as a rule under
/// `exclude` does.
package struct LimitSpec: Sendable {
  /// One limit with the runs that must keep it.
  package struct Entry: Sendable {
    package let limit: Limit
    /// For error messages: `limits.yml:7: limits[1].keep[0]`.
    package let place: String
    /// Nil for every run.
    let scope: SweepGrid?
  }

  package var sweep: SweepSpec
  package var entries: [Entry]

  /// What has to be worked out of each run beside its figures.
  package var regret: RegretKinds { RegretKinds(entries.map(\.limit.figure)) }

  /// Reads a file of limits.
  /// - Throws: `SweepError` with the file, the line, the path, what was found there and what was
  ///   expected.
  package static func load(path: String) throws(SweepError) -> LimitSpec {
    let kind = "limits"
    do {
      return try LimitSpec(
        YAMLText.compose(YAMLText.load(path: path, kind: kind), file: path, kind: kind))
    } catch {
      throw SweepError(error)
    }
  }

  private init(_ root: YAMLField) throws(YAMLFileError) {
    sweep = try SweepSpec(root, besides: ["limits"])
    let fields = try root.fields(["title", "axes", "exclude", "include", "limits"])
    let expected = "a list of limits like 'hitchRatio <= 5 ms/s'"
    entries = []
    for element in try fields.required("limits", expected: expected).elements(expected: expected) {
      if !element.isMapping {
        entries.append(try Self.entry(element, scope: nil))
        continue
      }
      let fields = try element.fields(["when", "keep"])
      let scope = try fields["when"].map { field throws(YAMLFileError) in
        try SweepGrid(field, isRule: true)
      }
      for (field, _) in try fields.required("keep", expected: expected).scalars(expected: expected)
      {
        entries.append(try Self.entry(field, scope: scope))
      }
    }
    guard !entries.isEmpty else { throw root.wrong("at least one limit") }
  }

  private static func entry(
    _ field: YAMLField, scope: SweepGrid?
  ) throws(YAMLFileError) -> Entry {
    let text = try field.text(expected: "a limit like 'hitchRatio <= 5 ms/s'")
    do {
      return Entry(limit: try Limit(parsing: text), place: field.address, scope: scope)
    } catch {
      throw .malformedText(field.place, path: field.path, problem: "\(error)")
    }
  }
}
