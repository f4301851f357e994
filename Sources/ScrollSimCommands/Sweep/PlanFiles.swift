import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The files of a plan's shards: an index, and a file with the runs of each shard.
struct PlanFiles {
  /// The content of `index.json`.
  struct Index: Codable {
    var scrollsim: String
    var modelVersion: Int
    /// The key of the sweep.
    var sweep: String
    var title: String
    var runs: Int
    var shards: [Entry]
  }

  struct Entry: Codable {
    /// The shard, such as `3/8`.
    var shard: String
    /// The name of the file that describes the shard, and the name of the store that it will have.
    ///
    /// Both files are in the folder of the index.
    var plan: String, store: String
    var runs: Int
    /// The shard's estimated share of the work, from 0 to 1.
    ///
    /// The estimate is the share of the simulated frames.
    var share: Double
  }

  /// The content of `shard-3.json`.
  struct Part: Codable {
    var shard: String
    var runs: [Run]
  }

  struct Run: Codable {
    var position: Int
    var key: String
    var trace: String, layout: String, device: String, network: String
    var loader: String, prefetcher: String
    var policy: String?
    var budgetBytes: Int?
    var seed: Int
  }

  /// The maximum number of shards.
  ///
  /// Each shard has a file, a store and a job.
  static let mostShards = 10_000

  private let plan: SweepPlan
  private let shards: [[Int]]

  init(_ plan: SweepPlan, shards count: Int) {
    self.plan = plan
    shards = plan.shards(count)
  }

  /// Divides a sweep into shards.
  /// - Parameters:
  ///   - axes: The axes of the sweep.
  ///   - count: The number of shards.
  ///   - folder: The folder for their files.
  ///   - option: The option of the count, for error messages.
  /// - Throws: `CommandError` for a count or a folder that cannot be used.
  static func write(
    _ axes: AxisOptions, shards count: Int, to folder: String?, option: String
  ) throws {
    guard (1...mostShards).contains(count) else {
      throw CommandError.usage(
        "\(option) \(count) is out of range; expected 1 to \(mostShards)")
    }
    guard let folder else {
      throw CommandError.usage("\(option) \(count) needs a folder; expected --output FOLDER")
    }
    let catalogs = axes.programs.catalogs(
      refusing: "policy 'exec' needs its program's version, but a plan starts no program; expected "
        + "`scrollsim sweep`")
    let spec = try axes.loadComplete()
    let names = (1...count).map { "shard-\($0).json" } + ["index.json"]
    try OutputCheck.require(
      names.map { .file("--output", "\(folder)/\($0)") }, reading: [axes.spec] + spec.files)
    try PlanFiles(SweepPlan(spec, catalogs: catalogs), shards: count).write(to: folder)
  }

  /// Writes the files into a folder, the index last.
  ///
  /// Creates the folder if it does not exist.
  func write(to folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError(.cannotCreate, "'\(folder)' is not a folder and cannot be created")
    }
    try makeRoom(in: folder)
    for (index, positions) in shards.enumerated() {
      let part = Part(
        shard: "\(index + 1)/\(shards.count)", runs: positions.map { Self.run(plan, $0) })
      try Output.write(
        Array(JSONDocument.text(part).utf8), to: "\(folder)/shard-\(index + 1).json")
    }
    try Output.write(Array(JSONDocument.text(index).utf8), to: "\(folder)/index.json")
    Output.say(
      "note: \(Phrase.count(plan.runs.count, "run")) in \(Phrase.count(shards.count, "shard")): "
        + "'\(folder)/index.json'")
  }

  /// Removes the files of an older plan.
  /// - Throws: `CommandError` if the folder has shards that were made for another plan.
  private func makeRoom(in folder: String) throws(CommandError) {
    let path = "\(folder)/index.json"
    guard FileIdentity(path) != nil else { return }
    guard let bytes = try? Self.bytes(path),
      let old = try? JSONDecoder().decode(Index.self, from: Data(bytes)),
      old.shards.allSatisfy({ Self.isName($0.plan) && Self.isName($0.store) })
    else {
      throw CommandError(.cannotCreate, "'\(path)' is not a plan; expected an empty folder")
    }
    guard old.sweep != index.sweep || old.shards.count != index.shards.count else { return }
    for entry in old.shards {
      for name in [entry.store, entry.store + ".partial"]
      where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
        throw CommandError(
          .cannotCreate,
          "'\(folder)/\(name)' is a shard of another plan; expected an empty folder")
      }
    }
    for entry in old.shards {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(entry.plan)")
    }
  }

  /// Returns a Boolean value that indicates whether an index may contain a file name.
  ///
  /// An index may name only files in its own folder.
  static func isName(_ name: String) -> Bool { !name.isEmpty && !name.contains("/") }

  /// Returns the bytes of a regular file that an index names or a folder contains.
  static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    guard FileIdentity(path)?.isRegular == true else {
      throw CommandError(
        .noInput, "'\(path)' is not a file of `scrollsim sweep plan`")
    }
    do { return try InputFile.readText(path) } catch { throw CommandError(error) }
  }

  private var index: Index {
    let shares = plan.shares(of: shards)
    return Index(
      scrollsim: ScrollSim.version, modelVersion: ModelVersion.current, sweep: "\(plan.key)",
      title: plan.title, runs: plan.runs.count,
      shards: shards.enumerated().map { index, positions in
        Entry(
          shard: "\(index + 1)/\(shards.count)", plan: "shard-\(index + 1).json",
          store: "shard-\(index + 1).sqlite", runs: positions.count,
          share: shares[index])
      })
  }

  /// Returns the configuration of one run of a plan.
  static func run(_ plan: SweepPlan, _ position: Int) -> Run {
    let run = plan.runs[position]
    let scenario = plan.scenario(of: run).record
    return Run(
      position: position, key: "\(run.key)", trace: scenario.trace.path, layout: scenario.layout,
      device: scenario.device.name, network: scenario.network.name, loader: scenario.loader,
      prefetcher: scenario.prefetcher, policy: plan.policy(of: run)?.label,
      budgetBytes: run.budget?.bytes, seed: run.seed)
  }
}
