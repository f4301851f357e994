import ScrollCharts
import ScrollPages
import ScrollReports
import ScrollResults
import ScrollRunStories
import ScrollSimulation
import ScrollSweeps

/// Runs of a sweep made once more, for what the store does not keep: everything that happened.
struct RunDetails {
  private let sweep: SweepRecord

  init(_ sweep: SweepRecord) { self.sweep = sweep }

  /// Why a run could not be made once more.
  struct Obstacle: Error {
    let sentence: String
  }

  /// The plan of the sweep, from what it asked; paths are seen from the current folder.
  /// - Throws: `Obstacle` if what it names is not there any more, or has changed.
  func plan() throws(Obstacle) -> SweepPlan {
    let spec: SweepSpec, plan: SweepPlan
    do { spec = try SweepSpec.parse(sweep.spec, file: "question") } catch {
      throw Obstacle(sentence: "what was asked cannot be read: \(error)")
    }
    do {
      plan = try SweepPlan(spec, catalogs: SweepCatalogs(policies: ScrollSim.policies))
    } catch {
      throw Obstacle(
        sentence: "what the sweep asked cannot be had: \(error) (paths are seen from the folder in "
          + "which it was made)")
    }
    guard plan.key == sweep.key else {
      throw Obstacle(
        sentence: "a trace, a profile or the model has changed since the sweep was made; expected "
          + "those of sweep \(sweep.key), not of \(plan.key)")
    }
    return plan
  }

  /// Sections on some runs; none, and a note on standard error, if they cannot be made.
  func sections(_ rows: [ResultRow]) -> [Markup] {
    guard !rows.isEmpty else { return [] }
    let plan: SweepPlan
    do { plan = try self.plan() } catch {
      let sentence = "no run is shown in detail: \(error.sentence)"
      Output.say("note: \(sentence)")
      var note = Markup()
      note.element("p", ["class": "note"], text: "Here \(sentence.visible).")
      return [note]
    }
    let job = SweepJob(plan, jobs: 1)
    return rows.enumerated().map { section($1, job, id: "run-\($0 + 1)") }
  }

  /// A section on one run.
  func section(_ row: ResultRow, _ job: SweepJob, id: String) -> Markup {
    var markup = Markup()
    section(row, job).append(to: &markup, id: id)
    return markup
  }

  /// What is to be said of one run.
  func section(_ row: ResultRow, _ job: SweepJob) -> RunSection {
    let log = RunLog()
    let (prepared, report) = job.replay(job.plan.runs[row.position], into: log)
    let facts = RunFacts(title: CheckTable.name(row), facts: SweepReport.facts(of: row))
    return RunSection(facts, RunPicture(log, of: prepared), report)
  }
}
