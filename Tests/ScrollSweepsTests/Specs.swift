import ScrollSweeps

/// Plans of small specs over a committed trace.
enum Specs {
  static let trace = "Traces/tall-feed.scroll"

  /// The plan of a spec's axes and rules, each line of YAML, with the feed as its trace.
  static func plan(_ lines: String...) throws -> SweepPlan {
    let text = (["axes:", "  trace: \(trace)"] + lines).joined(separator: "\n")
    return try SweepPlan(SweepSpec.parse(text, file: "\(root)/spec.yml"))
  }

  /// Policy and budget of each run, `lru 32MiB`.
  static func names(_ plan: SweepPlan) -> [String] {
    plan.runs.map { run in
      plan.policy(of: run).map { "\($0.label) \(run.budget.budgetText)" } ?? "no cache"
    }
  }

  /// The package's folder: paths in a spec are relative to the spec's.
  static var root: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/")
  }
}
