import ArgumentParser
import ScrollCore
import ScrollResults
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
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim emit demo.sqlite --for nuke --device iphone-8 --network wifi
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
  @Option(help: "The network of a recommendation, if it matters.") var network: String?
  @Option(
    help: ArgumentHelp("What you have now, as report takes it.", valueName: "row"))
  var baseline: String?
  @OptionGroup var materiality: MaterialityOptions

  func run() throws {
    let target: EmitTarget
    do { target = try Catalog.targets.choose(self.target).entry } catch {
      throw CommandError.usage("\(error)")
    }
    let found = try store.map { try stored($0) } ?? typed(for: target)
    var code = target.code(found.setting)
    if let comparison = found.comparison(with: target) { code.note(comparison) }
    try Output.print(code.text(title: Self.title(found.setting, from: found.source)))
  }

  private func typed(
    for target: EmitTarget
  ) throws(CommandError) -> FoundSetting {
    for (option, value) in [
      ("--run", runKey), ("--sweep", sweep), ("--device", device), ("--network", network),
      ("--baseline", baseline),
    ] {
      guard value == nil else { throw .usage("\(option) is of a store; expected one before it") }
    }
    let setting = try EmittedSetting(
      loader: loader ?? target.loader, policy: policy ?? SweepAxis.own,
      budget: budget ?? SweepAxis.own, prefetcher: prefetch)
    return FoundSetting(setting, source: "scrollsim \(ScrollSim.version)")
  }

  private func stored(_ path: String) throws -> FoundSetting {
    let options = [
      ("--loader", loader), ("--policy", policy), ("--budget", budget), ("--prefetch", prefetch),
    ]
    for (option, value) in options where value != nil {
      throw CommandError.usage("\(option) is what a store says; expected it without '\(path)'")
    }
    let results = try SweepInput.openMade(path)
    defer { try? results.close() }
    let asked = try SweepChoice(results, called: path).sweep(sweep)
    let found = StoredSettings(results, asked, called: path)
    if let runKey {
      for (option, value) in [
        ("--device", device), ("--network", network), ("--baseline", baseline),
      ] where value != nil {
        throw CommandError.usage(
          "\(option) chooses a recommendation; expected it without --run")
      }
      return try found.run(runKey)
    }
    return try found.recommended(
      on: device, over: network, baseline: baseline, materiality.materiality)
  }

  private static func title(_ setting: EmittedSetting, from source: String) -> String {
    let policy =
      setting.policy.map { "policy \($0.text), budget \(setting.budgetText)" } ?? "no cache"
    return "loader \(setting.loader.text), \(policy), prefetcher \(setting.prefetcher.text); "
      + source
  }
}
