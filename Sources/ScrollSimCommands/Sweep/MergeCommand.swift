import ArgumentParser
import Foundation
import ScrollCore
import ScrollPages
import ScrollSweeps

/// The `merge` command combines stores, such as the shards of a sweep or the results of several
/// machines.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep-merge",
    abstract: "Merges result stores and reports missing and duplicate runs.",
    usage: "scrollsim sweep merge <stores> ... --store <file> [--plan <index>]",
    discussion: #"""
      A run that is in several stores must have the same result in all. A store with a \#
      conflicting run is not merged. The exit status is 1 if runs are still missing: \#
      runs of the planned sweep, or without --plan runs of any sweep.

      Example:
        scrollsim sweep plan Traces/demo.yml --shards 2 --output plan
        scrollsim sweep shard 1/2 Traces/demo.yml --store plan/shard-1.sqlite
        scrollsim sweep shard 2/2 Traces/demo.yml --store plan/shard-2.sqlite
        scrollsim sweep merge plan/shard-1.sqlite plan/shard-2.sqlite \
          --store all.sqlite --plan plan/index.json
      """#, shouldDisplay: false)

  @Argument(
    help: "The stores to merge; they do not change.", completion: .file())
  var stores: [String]
  @Option(
    help: ArgumentHelp("The merged store.", valueName: "file"), completion: .file())
  var store: String
  @Option(
    help: ArgumentHelp("The plan's index, to name the shards that lack runs.", valueName: "index"),
    completion: .file(extensions: ["json"]))
  var plan: String?
  @OptionGroup var format: FormatOption

  private struct Document: Encodable {
    let merged: [Merged]
    let sweeps: [Sweep]
  }

  private struct Merged: Encodable {
    let store: String
    let newRuns: Int, doubleRuns: Int
  }

  struct Sweep: Encodable {
    let sweep: String, title: String
    let runs: Int, missingRuns: Int
    /// The shards that lack runs, such as `3/8`.
    ///
    /// The list is empty if no index is given.
    let missingShards: [String]
  }

  func run() throws {
    try OutputCheck.require([.store("--store", store)], reading: stores + [plan])
    let index = try plan.map { path throws(CommandError) in try ShardIndex(path) }
    for path in stores {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandError(.noInput, "store '\(path)' is missing; expected a store to merge")
      }
    }
    // All stores are opened before anything is made.
    for path in stores { try SweepInput.close(SweepInput.open(path, access: .reading)) }
    let target = try SweepInput.open(store)
    var merged: [Merged] = []
    var table = Table([.left("store"), .right("new runs"), .right("double runs")])
    for path in stores {
      do {
        let report = try target.merge(path)
        merged.append(
          Merged(store: path, newRuns: report.newRuns, doubleRuns: report.doubleRuns))
        table.append([path, "\(report.newRuns)", "\(report.doubleRuns)"])
      } catch { throw CommandError(error) }
    }
    let sweeps = try missing(in: target, index)
    try SweepInput.close(target)
    try format.print(table, Document(merged: merged, sweeps: sweeps))
    try judge(sweeps, index)
  }

  private func missing(in store: ResultStore, _ index: ShardIndex?) throws -> [Sweep] {
    do {
      return try store.sweeps().map { sweep in
        let ranges = try store.missingPositions(of: sweep.key)
        return Sweep(
          sweep: "\(sweep.key)", title: sweep.title, runs: sweep.runs,
          missingRuns: ranges.reduce(0) { $0 + $1.count },
          missingShards: try index?.shards(of: "\(sweep.key)", lacking: ranges) ?? [])
      }
    } catch let error as ResultStoreError { throw CommandError(error) }
  }

  /// Checks that the sweeps are complete.
  /// - Throws: `CommandError` with status 1 if runs are missing.
  private func judge(_ sweeps: [Sweep], _ index: ShardIndex?) throws(CommandError) {
    if let index, !sweeps.contains(where: { $0.sweep == index.index.sweep }) {
      throw CommandError(
        .gateSaidNo,
        "'\(store)' has no run of the sweep that '\(index.path)' plans; expected its "
          + Phrase.count(index.index.runs, "run"))
    }
    let judged = sweeps.filter { index == nil || $0.sweep == index?.index.sweep }
    let lacking = judged.filter { $0.missingRuns > 0 }
    let strangers = sweeps.count { $0.missingRuns > 0 } - lacking.count
    guard let first = lacking.first else {
      let more =
        strangers > 0
        ? "; \(Phrase.count(strangers, "other sweep in it lacks", "other sweeps in it lack")) runs"
        : ""
      return Output.say("note: '\(store)' lacks no runs\(more)")
    }
    let name = first.title.isEmpty ? first.sweep : "'\(first.title)'"
    let shards =
      first.missingShards.isEmpty
      ? "" : ", of shards \(first.missingShards.joined(separator: ", "))"
    let others =
      lacking.count > 1
      ? "; \(Phrase.count(lacking.count - 1, "more sweep lacks", "more sweeps lack")) some" : ""
    throw CommandError(
      .gateSaidNo,
      "'\(store)' lacks \(first.missingRuns) of the \(Phrase.count(first.runs, "run")) of sweep \(name)\(shards)"
        + others)
  }
}

/// The index of a plan, which is read to name the shards that lack runs.
struct ShardIndex {
  let path: String
  let index: PlanFiles.Index

  init(_ path: String) throws(CommandError) {
    self.path = path
    index = try Self.read(path)
  }

  /// Returns the shards of a sweep to which some of the missing runs belong.
  func shards(of sweep: String, lacking missing: [Range<Int>]) throws(CommandError) -> [String] {
    guard sweep == index.sweep, !missing.isEmpty else { return [] }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var shards: [String] = []
    for entry in index.shards {
      guard PlanFiles.isName(entry.plan) else {
        throw CommandError(
          .badData, "'\(path)' names a file of another folder; expected names without '/'")
      }
      let part: PlanFiles.Part = try Self.read(folder + entry.plan)
      let lacks = part.runs.contains { run in missing.contains { $0.contains(run.position) } }
      if lacks { shards.append(entry.shard) }
    }
    return shards
  }

  private static func read<Document: Decodable>(_ path: String) throws(CommandError) -> Document {
    let bytes = try PlanFiles.bytes(path)
    do { return try JSONDecoder().decode(Document.self, from: Data(bytes)) } catch {
      throw CommandError(
        .badData, "'\(path)' is not part of a plan of `scrollsim sweep plan`")
    }
  }
}
