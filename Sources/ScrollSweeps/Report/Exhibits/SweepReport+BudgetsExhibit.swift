import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The budget that is enough in each scene, with the best policy there; nil where only one was
  /// swept, or no scene has a cache.
  var budgetsExhibit: Exhibit? {
    guard sizedBudgets.count > 1, scenes.count <= Self.tabledScenes else { return nil }
    let names = names
    var table = Table(
      names.columns.map { .left($0).keeping(.key) } + [
        .left("policy"), .right("enough").keeping(.key), .right("stall s").keeping(.key),
        .right("smallest"), .right("stall s"), .right("largest"), .right("stall s"),
        .left("too small"), .left("killed with"),
      ])
    for scene in scenes.indices {
      guard let found = enough(on: scenes[scene].device.name, over: [scene]) else { continue }
      let largest = found.largest ?? (found.budget, found.stalls)
      func list(_ budgets: [Int]) -> String {
        budgets.isEmpty ? "-" : budgets.map { text(ofBudget: $0) }.joined(separator: ", ")
      }
      table.append(
        names.cells(scene) + [
          found.policy, text(ofBudget: found.budget), Figure.stall.cell(found.stalls),
          text(ofBudget: found.smallest.budget), Figure.stall.cell(found.smallest.stalls),
          text(ofBudget: largest.0), Figure.stall.cell(largest.1), list(found.tooSmall),
          list(found.killed),
        ])
    }
    guard !table.rows.isEmpty else { return nil }
    return Exhibit(
      "budgets", "Which budget is enough",
      notes: [
        "The smallest budget that no other beats by as much as matters (\(materialityText)), scene by "
          + "scene, with the policy that is best there. What it leaves at the smallest and at the "
          + "largest budget stands beside it."
      ], table: table)
  }

  /// With more scenes the table would be longer than anybody reads.
  private static let tabledScenes = 60
}
