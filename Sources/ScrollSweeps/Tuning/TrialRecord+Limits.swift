import ScrollSimulation

extension TrialRecord {
  /// Creates a record of a run that is judged by limits.
  init(
    _ run: RunRecord, judgedBy limits: [Limit], at refreshRate: Int?, _ materiality: Materiality,
    of tuning: ContentKey, step: Int, position: Int
  ) {
    self.init(tuning: tuning, step: step, position: position, run: run.key, verdict: .kept)
    for limit in limits where verdict == .kept {
      switch limit.verdict(on: run, at: refreshRate, materiality) {
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
  }
}
