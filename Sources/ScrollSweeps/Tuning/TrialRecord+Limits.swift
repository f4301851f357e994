extension TrialRecord {
  /// Creates a record of a run that is judged by limits, and by the room that its budget has for
  /// its policy.
  init(
    _ run: RunRecord, judgedBy limits: [Limit], of tuning: ContentKey, step: Int, position: Int
  ) {
    self.init(tuning: tuning, step: step, position: position, run: run.key, verdict: .kept)
    for limit in limits where verdict == .kept {
      switch limit.verdict(on: run) {
      case .kept: continue
      case .killed: verdict = .killed
      case .unknown:
        verdict = .broken
        brokenLimit = "\(limit)"
      case .broken(_, let excess):
        verdict = .broken
        brokenLimit = "\(limit)"
        self.excess = excess.isFinite ? excess : nil
      }
    }
    if verdict == .kept, let shortage = run.shortage {
      verdict = .broken
      brokenLimit = "room >= \(shortage.needed) images"
      excess = Double(shortage.needed) - shortage.room
    }
  }
}
