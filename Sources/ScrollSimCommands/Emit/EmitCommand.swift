import ArgumentParser
import Foundation
import ScrollCore
import ScrollReports
import ScrollResults
import ScrollSimulation
import ScrollSweeps

/// A setting as code for a library.
struct EmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit",
    abstract: "Prints a setting as the Swift that sets up an image library.",
    discussion: #"""
      Targets: nuke, kingfisher, sdwebimage, nscache (an NSCache of one's own) and uikit (that, \#
      and UICollectionView's prefetching). The setting is that of the options, of a stored run \#
      (--run), or what a store's sweep recommends on a device. What the library cannot do is \#
      named in comments, so that the output can be pasted as it is.

      A budget that is a share of memory becomes an expression that the device evaluates.

      Example:
        scrollsim emit --for nuke --budget '15%<=768MiB' --prefetch ring:ahead=2
        scrollsim emit --for kingfisher --policy sieve --budget 64MiB
      """#)

  @Argument(help: "The results of a sweep.", completion: .file()) var store: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "nuke, kingfisher, sdwebimage, nscache or uikit.", valueName: "target"))
  var target: String
  @Option(help: "NAME[:KEY=VALUE...] (default: the target's).", completion: .loaders)
  var loader: String?
  @Option(help: "NAME[:KEY=VALUE...] (default: the loader's).", completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional,
    help: "64MiB, 15%<=768MiB, none or own (default: the loader's).")
  var budget: String?
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...] (default: the loader's).", valueName: "prefetcher"),
    completion: .prefetchers)
  var prefetch: String?
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("A run of the store: its key or a unique prefix.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "The sweep, if the store has several: a key prefix or the title.", valueName: "key"))
  var sweep: String?
  @Option(help: "The device of a recommendation, if the sweep has several.") var device: String?

  func run() throws {
    let target: EmitTarget
    do { target = try Catalog.targets.choose(self.target).entry } catch {
      throw CommandError.usage("\(error)")
    }
    let (setting, title) = try store.map { try stored($0) } ?? typed(for: target)
    try Output.print(target.code(setting).text(title: title))
  }

  private func typed(
    for target: EmitTarget
  ) throws(CommandError) -> (EmittedSetting, title: String) {
    for (option, value) in [("--run", runKey), ("--sweep", sweep), ("--device", device)] {
      guard value == nil else { throw .usage("\(option) is of a store; expected one before it") }
    }
    let setting = try EmittedSetting(
      loader: loader ?? target.loader, policy: policy ?? SweepAxis.own,
      budget: budget ?? SweepAxis.own, prefetcher: prefetch)
    return (setting, Self.title(setting, from: "scrollsim \(ScrollSim.version)"))
  }

  private func stored(_ path: String) throws -> (EmittedSetting, title: String) {
    let options = [
      ("--loader", loader), ("--policy", policy), ("--budget", budget), ("--prefetch", prefetch),
    ]
    for (option, value) in options where value != nil {
      throw CommandError.usage("\(option) is what a store says; expected it without '\(path)'")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        .noInput, "there is no store '\(path)'; expected one that scrollsim sweep has made")
    }
    let results = try SweepInput.open(path, access: .reading, wait: .seconds(10))
    defer { try? results.close() }
    let asked = try SweepChoice(results, called: path).sweep(sweep)
    let setting: EmittedSetting, source: String
    if let runKey {
      guard device == nil else {
        throw CommandError.usage("--device chooses a recommendation; expected it without --run")
      }
      let row = try RunChoice(results, asked, called: path).run(runKey)
      setting = try EmittedSetting(
        loader: row.scenario.loader, policy: row.run.label ?? SweepAxis.own,
        budget: Self.text(ofBudget: row.run.budgetBytes), prefetcher: row.scenario.prefetcher)
      source = "run \(row.run.key)"
    } else {
      let best = try recommendation(results, asked, called: path)
      setting = try EmittedSetting(
        loader: best.setting.loader,
        policy: best.setting.budgetBytes == nil ? SweepAxis.own : best.setting.policy,
        budget: Self.text(ofBudget: best.setting.budgetBytes),
        prefetcher: best.setting.prefetcher)
      source = "recommended on \(best.device) by sweep \("\(asked.key)".prefix(8))"
    }
    return (setting, Self.title(setting, from: source))
  }

  private func recommendation(
    _ results: ResultStore, _ asked: SweepRecord, called path: String
  ) throws -> Recommendation {
    let report: SweepReport
    do { report = try SweepReport(asked, in: results) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
    let all = report.recommendations
    let found = device.map { name in all.filter { $0.device == name } } ?? all
    let known = all.map { $0.device + ($0.network.map { " on \($0)" } ?? "") }
      .joined(separator: ", ")
    guard let first = found.first else {
      throw CommandError.usage(
        "'\(path)' recommends nothing\(device.map { " on '\($0)'" } ?? ""); expected "
          + (known.isEmpty ? "--run with a run key" : "--device with one of \(known)"))
    }
    guard found.allSatisfy({ $0.setting == first.setting }) else {
      throw CommandError.usage(
        "'\(path)' recommends several settings; expected --device with one of \(known), or --run "
          + "with a run key")
    }
    return first
  }

  /// As `--budget` takes it.
  private static func text(ofBudget bytes: Int?) -> String {
    guard let bytes, bytes != SweepReport.unlimited else { return BudgetList.none }
    return "\(bytes)"
  }

  private static func title(_ setting: EmittedSetting, from source: String) -> String {
    let policy =
      setting.policy.map { "policy \($0.text), budget \(setting.budgetText)" } ?? "no cache"
    return "loader \(setting.loader.text), \(policy), prefetcher \(setting.prefetcher.text); "
      + source
  }
}
