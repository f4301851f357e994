import ArgumentParser
import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Details of runs of a sweep.
///
/// The runs are repeated, because the store does not have their events.
struct RunDetails {
  private let sweep: SweepRecord
  private let files: StoredFiles?

  /// Creates details.
  /// - Parameters:
  ///   - sweep: A sweep of a store.
  ///   - files: The files that may be read; `nil` for all files, if the sweep is the user's own.
  init(_ sweep: SweepRecord, _ files: StoredFiles?) {
    self.sweep = sweep
    self.files = files
  }

  /// The reason why a run could not be repeated.
  struct RepeatFailure: Error {
    let sentence: String
  }

  /// Returns the plan of the sweep, from its spec; paths are relative to the current folder.
  /// - Throws: `RepeatFailure` if a file that it names is missing, has changed or may not be read.
  func plan() throws(RepeatFailure) -> SweepPlan {
    let spec: SweepSpec
    let plan: SweepPlan
    do { spec = try SweepSpec.parse(sweep.spec, file: files?.name ?? StoredFiles.question) } catch {
      throw RepeatFailure(sentence: "the spec of the sweep cannot be read: \(error)")
    }
    try files?.require(spec)
    do { plan = try SweepPlan(spec, catalogs: ScrollSim.catalogs) } catch {
      throw RepeatFailure(
        sentence:
          "a file of the sweep is not available: \(error) (paths are relative to the folder in "
          + "which the sweep was made)")
    }
    guard plan.key == sweep.key, plan.runs.count == sweep.runs else {
      throw RepeatFailure(
        sentence: "a trace, a profile or the model has changed since the sweep; expected those of "
          + "sweep \(sweep.key), not of \(plan.key)")
    }
    return plan
  }

  /// Returns sections on some runs.
  ///
  /// If runs cannot be repeated, notes replace the sections, on the page and on standard error.
  func sections(_ rows: [RunRow]) -> [Markup] {
    guard !rows.isEmpty else { return [] }
    let plan: SweepPlan
    do { plan = try self.plan() } catch {
      return [note("runs are not shown in detail: \(error.sentence)")]
    }
    let job = SweepJob(plan, jobs: 1)
    return rows.enumerated().map { index, row in
      do throws(RepeatFailure) { return try section(row, job, id: "run-\(index + 1)") } catch {
        return note("run \(row.run.key) is not shown in detail: \(error.sentence)")
      }
    }
  }

  /// Prints a sentence about a missing part on standard error, and returns it as a note for the
  /// page.
  private func note(_ sentence: String) -> Markup {
    Output.say("note: \(sentence)")
    var note = Markup()
    note.element("p", ["class": "note"], text: "Here \(sentence.visible).")
    return note
  }

  /// Returns a section on one run.
  /// - Throws: `RepeatFailure` if the run has too many events for a log.
  func section(_ row: RunRow, _ job: SweepJob, id: String) throws(RepeatFailure) -> Markup {
    var markup = Markup()
    try section(row, job).append(to: &markup, id: id)
    return markup
  }

  /// Returns the section of one run.
  /// - Throws: `RepeatFailure` if the run has too many events for a log.
  func section(_ row: RunRow, _ job: SweepJob) throws(RepeatFailure) -> RunSection {
    let (made, picture) = try made(row, job)
    return RunPage.section(made, picture)
  }

  /// Returns the section of one run with its diagnosis.
  /// - Throws: `RepeatFailure` if the run has too many events for a log.
  func told(_ row: RunRow, _ job: SweepJob) throws(RepeatFailure) -> (RunSection, Diagnosis) {
    (try section(row, job), try diagnosis(row, job))
  }

  /// Returns the page of one run.
  /// - Throws: `RepeatFailure` if the run has too many events for a log.
  func page(_ row: RunRow, _ job: SweepJob) throws(RepeatFailure) -> RunPage {
    let (made, picture) = try made(row, job)
    return RunPage(made, picture, try diagnosis(row, job))
  }

  private func diagnosis(_ row: RunRow, _ job: SweepJob) throws(RepeatFailure) -> Diagnosis {
    let run = RunCase(job.plan, job.plan.runs[row.position], asked: sweep)
    do { return try run.diagnosed(withBound: true) } catch {
      throw RepeatFailure(sentence: error.sentence)
    }
  }

  private func made(
    _ row: RunRow, _ job: SweepJob
  ) throws(RepeatFailure) -> (CompletedRun, RunPicture) {
    let log = RunLog()
    let made = job.made(row.position, log: log)
    if let sentence = log.cutSentence { throw RepeatFailure(sentence: sentence) }
    return (made, RunPicture(log, of: job.prepared(job.plan.runs[row.position])))
  }
}

/// The files that the spec of a stored sweep may read.
///
/// A store may come from an untrusted source, and its spec may name any file. A file is read only
/// if it is a regular file, is in the store's folder or in a folder that the user names, and has
/// the content that the store has recorded for its name.
struct StoredFiles {
  /// The name of a stored spec in error messages.
  static let question = "the sweep's question"

  private let store: String
  /// The name of the spec, including the name of the store's file.
  ///
  /// The folder of the store is left out, because otherwise the paths of the spec would be relative
  /// to it.
  var name: String { "the question of \((store as NSString).lastPathComponent)" }
  /// The real paths of the allowed folders and files.
  private let roots: [String]
  /// The digests of traces by their names in the store.
  private let digests: [String: Set<String>]

  /// Creates the set of files.
  /// - Parameters:
  ///   - store: The store of the sweep.
  ///   - paths: The files and folders that the user names.
  /// - Throws: `CommandError` if the store cannot be read, and for a path that does not exist.
  init(_ store: ResultStore, naming paths: [String]) throws(CommandError) {
    self.store = store.path
    do {
      digests = Dictionary(grouping: try store.traces(), by: \.path)
        .mapValues { Set($0.map(\.digest)) }
    } catch { throw CommandError(error) }
    var roots = [Self.realPath(store.path).map { ($0 as NSString).deletingLastPathComponent }]
    for path in paths {
      guard let real = Self.realPath(path) else {
        throw CommandError(.noInput, "--read: there is no '\(path)'; expected a file or a folder")
      }
      roots.append(real)
    }
    self.roots = roots.compactMap { $0 }
  }

  /// Throws an error if a file that a spec names may not be read.
  /// - Throws: `RunDetails.RepeatFailure` for the first such file.
  func require(_ spec: SweepSpec) throws(RunDetails.RepeatFailure) {
    for path in Set(spec.files).sorted() {
      guard path.hasSuffix("/") else {
        try require(path, named: path)
        continue
      }
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for file in files.sorted() where file.hasSuffix(".\(TraceFile.pathExtension)") {
        try require(path + file, named: SessionName(source: path, session: file).text)
      }
    }
  }

  /// Throws an error for a file that may not be read.
  ///
  /// For a missing file, the reader throws the error.
  private func require(_ path: String, named name: String) throws(RunDetails.RepeatFailure) {
    guard let identity = FileIdentity(path), let real = Self.realPath(path) else { return }
    guard identity.isRegular else {
      throw .init(sentence: "'\(path)' is not read: it is not a regular file")
    }
    guard roots.contains(where: { real == $0 || real.hasPrefix($0 == "/" ? $0 : $0 + "/") }) else {
      throw .init(
        sentence:
          "'\(path)' is not read, because it is outside the folder of '\(store)'; expected --read "
          + "with its path or a folder that contains it")
    }
    guard let known = digests[name] else { return }
    let bytes: [UInt8]
    do { bytes = try InputFile.readWhole(path) } catch {
      throw .init(sentence: "'\(path)' is not read: \(error)")
    }
    guard known.contains(SHA256(of: bytes).hex) else {
      throw .init(
        sentence:
          "'\(path)' is not read: it has changed since the sweep; expected the file with the "
          + "digest \(known.sorted()[0])")
    }
  }

  /// Returns the path without links; `nil` if it does not exist.
  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// The option for files that a store names.
///
/// These files are read only if they are in the folder of the store, or if the user names them.
struct ReadOption: ParsableArguments {
  @Option(
    name: .customLong("read"),
    help: ArgumentHelp(
      "A file or folder outside the store's folder that its sweep may read; repeatable.",
      valueName: "path"),
    completion: .file())
  var paths: [String] = []
}
