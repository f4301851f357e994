import ScrollCaching
import ScrollLaws
import ScrollReferences
import Testing

/// Every sabotage against the laws that its descriptor claims, with a table of what caught it.
///
/// What the laws on behavior alone should see has 500 cases for that; the rest is compared with
/// the policy that it would be without its bug, in 2 000. Small worlds are left out, so that the
/// numbers of cases mean something.
///
/// Survivors of the first try, with 200 cases each, and what they taught the generators:
/// - *distance keeps what no item shows*: every image was shown somewhere.
/// - *distance-cost divides by any load*: no image could be had again in less than 0.1 ms.
/// - *nscache-lru takes zero for a limit*: no limit was ever 0.
///
/// In that try a law was wrong, too: it judged costs by a limit on the number of images, and so
/// caught 14 of the cache's bugs for no good reason. Put right, it let one more survive:
/// - *cache sums bytes in 32 bits*: no sum was that large.
///
/// *cache drops the old for a refused new* and *nscache-lru refuses the oversized* were at first
/// seen by comparison alone; the laws on refusal were sharpened for them. *s3fifo stores a
/// whole tenth* was expected to break a law, until the rule it breaks was found to depend on
/// what the policy remembers: only the reference can tell.
struct SabotageTableTests {
  /// A line of the table.
  struct Row: Sendable {
    var sabotage: Sabotage
    var failure: LawFailure?
    /// Random cases that held before the one that did not.
    var cases: Int

    var isByReference: Bool { failure?.law.name == "reference" }
    var operations: Int { failure?.script.operations.count ?? 0 }
  }

  static func hunt(_ sabotage: Sabotage) -> Row {
    let isForLaws = sabotage.expected == .laws
    let report = LawCheck(
      of: sabotage.descriptor,
      reference: isForLaws ? nil : References.of(sabotage.descriptor.name),
      plan: LawPlan(
        cases: isForLaws ? 500 : 2000, smallWorlds: false, laws: isForLaws ? nil : ["reference"])
    ).run()
    return Row(sabotage: sabotage, failure: report.failure, cases: report.statistics.cases)
  }

  @Test func `a small case reveals every sabotage early`() async {
    let rows = await withTaskGroup(of: (Int, Row).self) { group in
      for (place, sabotage) in Sabotage.all.enumerated() {
        group.addTask { (place, Self.hunt(sabotage)) }
      }
      var rows: [(Int, Row)] = []
      for await row in group { rows.append(row) }
      return rows.sorted { $0.0 < $1.0 }.map(\.1)
    }
    print(Self.table(rows))

    for row in rows {
      let isCaught = row.failure != nil
      #expect(isCaught, "\(row.sabotage.name) survives: \(row.sabotage.bug)")
    }
    #expect(rows.count >= 40)
    #expect(rows.count { $0.failure != nil && $0.cases < 200 } >= rows.count * 9 / 10)
    let sizes = rows.map(\.operations).sorted()
    #expect(sizes[sizes.count / 2] <= 8)
  }

  static func table(_ rows: [Row]) -> String {
    func cells(_ row: Row) -> [String] {
      [
        row.sabotage.name, row.failure?.law.name ?? "survives", "\(row.cases)",
        "\(row.operations)",
      ]
    }
    let all = [["sabotage", "caught by", "after cases", "operations"]] + rows.map(cells)
    let widths = (0..<4).map { column in all.map { $0[column].count }.max() ?? 0 }
    let lines = all.map { cells in
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
    }
    let sizes = rows.map(\.operations).sorted()
    return
      (lines + [
        "\(rows.count { $0.failure != nil }) of \(rows.count) caught, "
          + "\(rows.count { $0.failure != nil && $0.cases < 200 }) within 200 cases, "
          + "\(rows.count { $0.isByReference }) by comparison with the reference alone; "
          + "median case: \(sizes[sizes.count / 2]) operations"
      ]).joined(separator: "\n")
  }
}
