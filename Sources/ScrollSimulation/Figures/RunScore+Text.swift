extension RunScore {
  /// For how much of the time it was over its budget, where it ranks behind others for it.
  package var excessText: String? {
    guard !keepsBudget else { return nil }
    return
      "over its budget for \(Int((overBudgetShare * 100).rounded(.toNearestOrEven))) % of the time"
  }
}
