import ScrollSimulation
import ScrollTraces

/// The specification of limits for runs: a sweep with limits.
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
/// A limit applies to every run, or to the runs that all values under `when` match, like a rule
/// under `exclude`.
package struct LimitSpec: Sendable {
  /// One limit, with the runs that must keep it.
  package struct Entry: Sendable {
    package let limit: Limit
    /// The place for error messages: `limits.yml:7: limits[1].keep[0]`.
    package let place: String
    /// The grid under `when`; `nil` if the limit applies to every run.
    let scope: SweepGrid?
  }

  package var sweep: SweepSpec
  var entries: [Entry]

  /// The regrets that the limits need, besides the figures of the report.
  package var regret: RegretKinds { RegretKinds(entries.map(\.limit.figure)) }

  /// Loads a file of limits.
  /// - Throws: `SweepError` with the file, the line, the path, the invalid value and the expected
  ///   one.
  package static func load(path: String) throws(SweepError) -> LimitSpec {
    let kind = "limits"
    do {
      return try LimitSpec(
        YAMLText.compose(YAMLText.load(path: path, kind: kind), file: path, kind: kind))
    } catch {
      throw SweepError(error)
    }
  }

  /// Replaces axes of every run, and removes the axes of settings, which belong to the old values.
  package mutating func replace(_ axes: [SweepAxis: [SweepValue]]) {
    func replaced(_ grid: SweepGrid) -> SweepGrid {
      SweepGrid(axes: grid.axes.merging(axes) { $1 })
    }
    sweep.base = replaced(sweep.base)
    sweep.include = sweep.include.map(replaced)
  }

  private init(_ root: YAMLField) throws(YAMLFileError) {
    sweep = try SweepSpec(root, besides: ["limits"])
    let fields = try root.fields(["title", "axes", "exclude", "include", "limits"])
    let expected = "a list of limits like 'hitchRatio <= 5 ms/s'"
    entries = []
    let list = try fields.required("limits", expected: expected)
    for element in try list.elements(expected: expected) {
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
    guard !entries.isEmpty else { throw list.wrong("at least one limit") }
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
