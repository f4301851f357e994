import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Runs of a sweep that are run again for their events, which the store does not have.
struct RunDetails {
  private let sweep: SweepRecord

  init(_ sweep: SweepRecord) { self.sweep = sweep }

  /// Why a run could not be made once more.
  struct Obstacle: Error {
    let sentence: String
  }

  /// The plan of the sweep, from its spec; paths are relative to the current folder.
  /// - Throws: `Obstacle` if a file that it names is missing or has changed.
  func plan() throws(Obstacle) -> SweepPlan {
    let spec: SweepSpec
    let plan: SweepPlan
    do { spec = try SweepSpec.parse(sweep.spec, file: "question") } catch {
      throw Obstacle(sentence: "the spec of the sweep cannot be read: \(error)")
    }
    do { plan = try SweepPlan(spec, catalogs: ScrollSim.catalogs) } catch {
      throw Obstacle(
        sentence: "what the sweep asked cannot be had: \(error) (paths are seen from the folder in "
          + "which it was made)")
    }
    guard plan.key == sweep.key, plan.runs.count == sweep.runs else {
      throw Obstacle(
        sentence: "a trace, a profile or the model has changed since the sweep was made; expected "
          + "those of sweep \(sweep.key), not of \(plan.key)")
    }
    return plan
  }

  /// Sections on some runs; none, and a note on standard error, if they cannot be made.
  func sections(_ rows: [RunRow]) -> [Markup] {
    guard !rows.isEmpty else { return [] }
    let plan: SweepPlan
    do { plan = try self.plan() } catch {
      return [note("no run is shown in detail: \(error.sentence)")]
    }
    let job = SweepJob(plan, jobs: 1)
    return rows.enumerated().map { index, row in
      do throws(Obstacle) { return try section(row, job, id: "run-\(index + 1)") } catch {
        return note("run \(row.run.key) is not shown in detail: \(error.sentence)")
      }
    }
  }

  /// Names what is missing, on standard error and on the page.
  private func note(_ sentence: String) -> Markup {
    Output.say("note: \(sentence)")
    var note = Markup()
    note.element("p", ["class": "note"], text: "Here \(sentence.visible).")
    return note
  }

  /// A section on one run.
  /// - Throws: `Obstacle` if it has too much to tell.
  func section(_ row: RunRow, _ job: SweepJob, id: String) throws(Obstacle) -> Markup {
    var markup = Markup()
    try section(row, job).append(to: &markup, id: id)
    return markup
  }

  /// The section of one run.
  /// - Throws: `Obstacle` if it has too much to tell.
  func section(_ row: RunRow, _ job: SweepJob) throws(Obstacle) -> RunSection {
    let (made, picture) = try made(row, job)
    return RunPage.section(made, picture)
  }

  /// The section of one run with its diagnosis.
  /// - Throws: `Obstacle` if it has too much to tell.
  func told(_ row: RunRow, _ job: SweepJob) throws(Obstacle) -> (RunSection, Diagnosis) {
    (try section(row, job), try diagnosis(row, job))
  }

  /// One run on a page of its own.
  /// - Throws: `Obstacle` if it has too much to tell.
  func page(_ row: RunRow, _ job: SweepJob) throws(Obstacle) -> RunPage {
    let (made, picture) = try made(row, job)
    return RunPage(made, picture, try diagnosis(row, job))
  }

  private func diagnosis(_ row: RunRow, _ job: SweepJob) throws(Obstacle) -> Diagnosis {
    let run = RunCase(job.plan, job.plan.runs[row.position], asked: sweep)
    do { return try run.diagnosed(withBound: true) } catch {
      throw Obstacle(sentence: error.sentence)
    }
  }

  private func made(
    _ row: RunRow, _ job: SweepJob
  ) throws(Obstacle) -> (MadeRun, RunPicture) {
    let log = RunLog()
    let made = job.made(row.position, log: log)
    if let sentence = log.cutSentence { throw Obstacle(sentence: sentence) }
    return (made, RunPicture(log, of: job.prepared(job.plan.runs[row.position])))
  }
}
