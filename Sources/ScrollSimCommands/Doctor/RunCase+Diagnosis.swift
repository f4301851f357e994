import ScrollSimulation
import ScrollSweeps

extension RunCase {
  /// Makes the run, and beside it what could help.
  /// - Parameter withBound: whether to ask, too, what no cache could avoid.
  /// - Returns: what it stalls for, and what would help.
  /// - Throws: `CommandError` for a run that has too much to tell.
  /// - Complexity: that of one run for each lever and ideal, and of one for each policy with a bound.
  func diagnosed(withBound: Bool = false) throws(CommandError) -> Diagnosis {
    let log = RunLog()
    guard let examination = Examination(self, catalogs: ScrollSim.catalogs, log: log) else {
      throw log.tooLong(path)
    }
    let tried = ParallelMap.run(examination.trials, progress: "what-if") { examination.tried($0) }
    return Diagnosis(examination, tried, bound: withBound ? examination.bound : nil)
  }
}

extension Diagnosis {
  /// How far it can be trusted; nil where nothing stalls or the app was killed.
  func banded() -> DiagnosisBand? {
    guard !isCalm, report.death == nil else { return nil }
    return DiagnosisBand(
      ParallelMap.run(Array(0..<ScenarioDraw.count), progress: "draw") { drawn($0) })
  }
}
