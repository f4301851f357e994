import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `emit` command writes a setting as source code for a library, or a score as a custom policy.
struct EmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit",
    abstract: "Prints a setting as code, for an image library.",
    discussion: #"""
      Prints a complete source file. It has a type with constants and the function configure(), \#
      and code for the prefetch window. Comments name the first version of the library that \#
      supports each setting, and the settings that it lacks.

      Targets in Swift: nuke, kingfisher, sdwebimage, nscache (an NSCache), uikit (the same, with \#
      UIKit's prefetching), swiftui (AsyncImage), swift (ImageMemoryCache); in Kotlin: coil, glide; \#
      in TypeScript: expo-image; in Dart: flutter. The setting comes from the options, from a \#
      stored run (--run), or from the advice of a stored sweep for a device.

      The file has its setting in a comment, and its constants between two marks. `scrollsim \#
      check --of FILE` reads both.

      For swift, a policy that is a score ('score: ...') becomes a source file with the policy \#
      alone, for ScrollCaching. The score comes from --policy, a store, or a certificate of \#
      `scrollsim-lab evolve` (.json). With --budget or --prefetch, the file also has the cache \#
      around the policy.

      Example:
        scrollsim emit --for nuke --budget '15%<=768MiB' --prefetch ring:ahead=2
        scrollsim emit --for kingfisher --policy sieve --budget 64MiB
        scrollsim emit --for coil --budget 128MiB --output FeedCache.kt
        scrollsim emit --for swift --policy arc --budget '15%<=768MiB'
        scrollsim emit --for swift --policy 'score: distance * bytes / decodeMs' \
          --name FoundPolicy
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim emit demo.sqlite --for nuke --device iphone-8 --network wifi
      """#)

  @Argument(
    help: "The results of a sweep; for swift also a certificate, .json.", completion: .file())
  var store: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The library: nuke, kingfisher, sdwebimage, nscache, uikit, swiftui, swift, coil, glide, "
        + "expo-image or flutter.", valueName: "target"))
  var target: String
  @Option(help: "NAME[:KEY=VALUE...] (default: the target's).", completion: .loaders)
  var loader: String?
  @Option(help: "NAME[:KEY=VALUE...] (default: the loader's).", completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "64MiB, 15%<=768MiB (15 % of the device's memory, at most 768 MiB), none, or own: the "
        + "loader's default."))
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
      "A sweep of the store: a key prefix or the title (default: the latest).", valueName: "key"))
  var sweep: String?
  @Option(help: "The device of a recommendation, if the sweep has several.") var device: String?
  @Option(help: "The network of a recommendation, if recommendations differ by network.")
  var network: String?
  @Option(
    help: ArgumentHelp("Your current setting, as for `scrollsim report`.", valueName: "row"))
  var baseline: String?
  @OptionGroup var materiality: MaterialityOptions
  @Option(
    help: ArgumentHelp(
      "For swift: the name of the policy's type (default: FormulaPolicy).", valueName: "type"))
  var name: String?
  @Option(
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file(extensions: ["swift", "kt", "ts", "dart"]))
  var output: String?

  func run() throws {
    let target = try EmitTarget.choose(self.target)
    try refuseOptions(ofOthersThan: target)
    if let output {
      try OutputCheck.require(
        [.file("--output", output, target.language.fileEnding)],
        reading: store.map(ResultStore.files) ?? [])
      try Output.requireRoom(for: output)
    }
    var found = try setting(for: target)
    found.setting.wantsCache = budget != nil || prefetch != nil
    if let problem = target.problem(found.setting) { throw CommandError.usage(problem) }
    if let name {
      guard let score = found.setting.score else {
        throw CommandError.usage(
          "--name is of a score as a policy; expected it with --policy 'score: FORMULA'")
      }
      let words = ScoreCode(score, name: .none).words
      found.setting.typeName = try ScoreCodeName(name, notIn: words)
    }
    let text = text(of: found, for: target)
    if let output { try Output.write(Array(text.utf8), to: output) } else { try Output.print(text) }
  }

  /// Returns the source file of a setting, or of a score alone.
  private func text(of found: FoundSetting, for target: EmitTarget) -> String {
    let setting = found.setting
    if target.isPolicy, let score = setting.score, !setting.wantsCache {
      return ScoreCode(score, name: setting.typeName).file(
        title: "policy \(setting.policy?.text ?? "score"); \(found.source)")
    }
    var file = target.file(for: setting)
    if let comparison = found.comparison(with: target) { file.note(comparison) }
    if let hint = setting.hint(for: target) { file.note(hint) }
    return file.text(source: found.source)
  }
}

/// The source of the setting.
extension EmitCommand {
  /// A Boolean value that indicates whether the argument is a store.
  ///
  /// Otherwise the argument is a certificate, whose name ends in `.json`, or is missing.
  var isOfStore: Bool { store.map { !$0.hasSuffix(".json") } ?? false }

  /// Returns the setting of a store, of a certificate or of the options.
  func setting(for target: EmitTarget) throws -> FoundSetting {
    guard let store else { return try typed(for: target) }
    return isOfStore ? try stored(store) : try certified(by: store, for: target)
  }

  /// Throws an error for options of other targets.
  func refuseOptions(ofOthersThan target: EmitTarget) throws(CommandError) {
    guard target.isPolicy || name == nil else {
      throw .usage("--name is of a policy; expected it with --for swift")
    }
  }

  private var optionsOfStores: [(option: String, value: String?)] {
    [
      ("--run", runKey), ("--sweep", sweep), ("--device", device), ("--network", network),
      ("--baseline", baseline),
    ]
  }

  private func typed(
    for target: EmitTarget
  ) throws(CommandError) -> FoundSetting {
    for (option, value) in optionsOfStores where value != nil {
      throw .usage("\(option) is of a store; expected one before it")
    }
    let setting = try EmittedSetting(
      for: target, loader: loader, policy: policy, budget: budget, prefetcher: prefetch)
    return FoundSetting(setting, source: "scrollsim \(ScrollSim.version)")
  }

  private func certified(
    by path: String, for target: EmitTarget
  ) throws(CommandError) -> FoundSetting {
    let options = optionsOfStores + [("--policy", policy)]
    for (option, value) in options where value != nil {
      throw .usage("\(option) is not of a certificate; expected '\(path)' without it")
    }
    let certificate = try EmittedCertificate(path)
    let setting = try EmittedSetting(
      loader: loader ?? target.loaders[0], policy: certificate.policy,
      budget: budget ?? SweepAxis.own, prefetcher: prefetch, of: path)
    return FoundSetting(setting, source: "found by '\(path)', \(certificate.standing)")
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
}

/// The policy that a search found, read from the JSON of `scrollsim-lab evolve`.
struct EmittedCertificate: Decodable {
  /// The policy in the format of `--policy`.
  let policy: String
  private let isCertified: Bool?

  /// Reads the output of `scrollsim-lab evolve`.
  /// - Parameter path: The path of the JSON.
  /// - Throws: `CommandError` with status 66 for a missing file, 65 for a file that names no
  ///   policy.
  init(_ path: String) throws(CommandError) {
    let bytes: [UInt8]
    do { bytes = try InputFile.readText(path) } catch {
      throw CommandError(
        .noInput, "'\(path)' cannot be read; expected the JSON of `scrollsim-lab evolve`")
    }
    do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch {
      throw CommandError(
        .badData, "'\(path)' names no policy; expected the JSON of `scrollsim-lab evolve`")
    }
  }

  /// The status of the certificate, as a clause.
  var standing: String {
    switch isCertified {
    case true?: "certified"
    case false?: "not certified"
    case nil: "of which no certificate is known"
    }
  }
}

/// A setting with its source, and the stall times of each policy under the same conditions.
struct FoundSetting {
  var setting: EmittedSetting
  let source: String
  /// The mean stall of a run in seconds, by policy.
  ///
  /// All other settings and conditions are equal. The dictionary is empty if there are no runs.
  let stalls: [String: Double]

  init(_ setting: EmittedSetting, source: String, stalls: [String: Double] = [:]) {
    self.setting = setting
    self.source = source
    self.stalls = stalls
  }

  /// Returns a sentence about the stall if the library's own policy replaces a policy that it
  /// lacks; `nil` if the library has the policy, or if there are no runs.
  func comparison(with target: EmitTarget) -> String? {
    guard let policy = setting.policy, !target.keeps(policy.entry.name),
      let advised = stalls[policy.text]
    else { return nil }
    func text(_ seconds: Double) -> String { Figure.Unit.seconds.text(seconds) }
    let own = stalls.filter { target.keeps($0.key.prefix { $0 != ":" }.description) }
      .min { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let own else {
      return "The stall of this code is unknown: the sweep has no run of policy "
        + "'\(target.ownPolicy)' with these settings."
    }
    return "In that sweep '\(policy.text)' stalls \(text(advised)) a run, and with "
      + "'\(own.key)', which this code has, it is \(text(own.value))."
  }
}
