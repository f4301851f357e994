import ScrollPages
import ScrollSimulation

/// The columns of a figure in a table of rows that have several budgets: one for each budget, or a
/// single one beside the row's budget where no row has more than one.
struct BudgetColumns {
  private let report: SweepReport
  /// By their places, the smallest first; nil where each row has its own.
  private let budgets: [Int]?

  /// - Parameters:
  ///   - report: whose cells.
  ///   - rows: their scenes and policies.
  init(_ report: SweepReport, _ rows: [(scene: Int, policy: Int)]) {
    self.report = report
    let all = report.budgets.indices.sorted {
      (report.budgets[$0] ?? 0) < (report.budgets[$1] ?? 0)
    }
    let isOwn = all.count > 1 && rows.allSatisfy { report.tried($0).count == 1 }
    budgets = isOwn ? nil : all
  }

  /// Which budget a row has; no column where the others say it.
  var budget: [Table.Column] { budgets == nil ? [.right("budget")] : [] }

  func budget(_ row: (scene: Int, policy: Int)) -> [String] {
    budgets == nil ? report.tried(row).map { report.text(ofBudget: $0) } : []
  }

  func heads(_ figure: Figure) -> [Table.Column] {
    guard let budgets else { return [.right(figure.header)] }
    return budgets.map { .right("\(figure.header) \(report.text(ofBudget: $0))") }
  }

  /// The cells of a row; nil where a budget was not tried.
  func cells(_ row: (scene: Int, policy: Int)) -> [ReportCell?] {
    (budgets ?? report.tried(row)).map { budget in
      report.cells[
        SweepReport.Place(scene: row.scene, policy: row.policy, budget: budget)]
    }
  }
}

extension SweepReport {
  /// The budgets, and no cache, with which a policy was tried in a scene, by their places.
  fileprivate func tried(_ row: (scene: Int, policy: Int)) -> [Int] {
    budgets.indices.filter {
      cells[Place(scene: row.scene, policy: row.policy, budget: $0)] != nil
    }
  }
}
