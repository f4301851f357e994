import ArgumentParser
package import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `studio` command writes the simulator as an interactive web page.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Writes a page that simulates an app in a browser.",
    discussion: #"""
      The page opens with the settings that you have (A) beside those that `advise` would choose \#
      for the same scroll, device and network (B): blank time, hitches, peak memory and kills. \#
      It contains the scroll, all built-in devices and networks, and the simulator. Drag the \#
      scroll, change the settings of either side, and see which images are in memory, which are \#
      blank, and why. The page loads nothing and needs no server. Its figures are exactly those \#
      of `scrollsim run`.

      With two policies (--policy), A has the first and B the second in place of the advice. \#
      Without a trace, the page has a built-in scroll.

      Example:
        scrollsim studio Traces/photo-grid.scroll --loader nuke --device iphone-12 \
          --output studio.html
      """#)

  @Argument(
    help: "A scroll trace (.scroll; default: a built-in scroll of a minute).", completion: .trace)
  var trace: String?
  @Option(
    help: ArgumentHelp(
      "One policy, or two to compare: NAME[:KEY=VALUE...] (default: the loader's, or lru).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Limit of the memory cache: 64MiB, 15%<=768MiB (15 % of the device's memory, at most 768 "
        + "MiB), or none (default: the loader's, or 64MiB)."))
  var budget: String?
  @OptionGroup var scenario: ScenarioOptions
  @Option(
    help: ArgumentHelp("The page to write, .html.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String

  func run() throws {
    try OutputCheck.require(
      [.file("--output", output, "html")],
      reading: scenario.app.files + [trace.flatMap(TraceName.path(of:))])
    try Output.requireRoom(for: output)
    let asked = try StudioRequest(scenario, trace: trace, policies: policy, budget: budget)
    let page = StudioPage().html(
      PackedStudioData(
        asked.start, device: scenario.app.device, network: scenario.app.network))
    try Output.write(to: output) { file throws(CommandError) in try file.write(page) }
    let megabytes = NumberText.fixed(Double(page.utf8.count) / 1e6, decimals: 2)
    let engine = StudioContents.embedded
    if let age = engine.age() { Output.say(age) }
    try Output.print(
      "Wrote \(output) for '\(asked.start.scene.title)', \(megabytes) MB, engine of model version "
        + "\(engine.modelVersion).\n")
  }
}

/// The request for a studio.
struct StudioRequest {
  let start: StudioStart

  /// Finds the named entries and reads the named files, as `run` does, and searches for the advised
  /// settings.
  /// - Parameters:
  ///   - options: The options of the scenario.
  ///   - trace: The path of the trace; `nil` for the demonstration.
  ///   - policies: One or two policies. An empty list means the loader's own policy.
  ///   - budget: The budget; `nil` means the loader's own budget.
  /// - Throws: `CommandError` for a name that does not exist, a value that does not fit, and
  ///   settings that the page does not support.
  init(
    _ options: ScenarioOptions, trace: String?, policies: [String], budget: String?
  ) throws(CommandError) {
    let budgets = budget.map { [$0] } ?? []
    let asked =
      if let trace {
        try options.load(trace: trace, policies: policies, budgets: budgets)
      } else {
        try options.load(at: "the demonstration", policies: policies, budgets: budgets) {
          () throws(CommandError) in try Self.demonstration(options.layout)
        }
      }
    try Self.requireBuiltIn(asked)
    guard asked.policies.count <= 2, asked.budgets.count == 1 else {
      throw .usage(
        "a studio begins with one or two policies and one budget, not with "
          + "\(asked.policies.count) and \(asked.budgets.count); choose the others in the "
          + "page")
    }
    let loader = asked.loader.entry
    if let policy = asked.policies.first(where: { !loader.canHave($0.entry) }) {
      throw .usage(
        "--policy \(policy.text): loader '\(loader.name)' can have "
          + "\(Phrase.list(loader.libraryPolicies ?? [], atMost: 12)); expected one of these, or "
          + "--loader cached")
    }
    try StudioLimits.require(asked, seed: options.seed)
    var setting = StudioSetting(
      policy: asked.policies[0].text, device: asked.scenario.device.name,
      network: asked.scenario.network.name, loader: asked.loader.text,
      prefetch: options.app.prefetch.map { _ in asked.prefetcher.text },
      renditions: asked.renditions ?? Renditions(), seed: options.seed)
    if budget != nil { setting.budget = asked.budgets[0].map { .size($0) } ?? .none }
    // Another layout makes another trace, which is no file yet.
    let scene = StudioData(
      asked.source, path: options.layout == nil ? trace ?? "" : "",
      device: asked.scenario.device, network: asked.scenario.network, setting)
    if asked.policies.count > 1 {
      setting.policy = asked.policies[1].text
      start = StudioStart(scene: scene, other: setting)
    } else {
      start = StudioStart(scene, advising: asked)
    }
  }

  /// Returns the built-in scroll, on its own layout or another one.
  static func demonstration(_ layout: String? = nil) throws(CommandError) -> ScrollTrace {
    let name = "the demonstration"
    let other = try TraceInput.layout(layout)
    let trace: ScrollTrace
    do { trace = try TraceFile.parse(Array(StudioPage.demonstration.utf8), file: name) } catch {
      throw CommandError(error)
    }
    return try TraceInput.laidOut(trace, as: other, name)
  }

  /// Throws an error for a setting that the page does not have.
  ///
  /// The page's engine contains only the entries that were built in when the engine was made.
  private static func requireBuiltIn(_ asked: RunRequest) throws(CommandError) {
    let engine = StudioContents.embedded
    let others =
      asked.policies.map(\.entry).filter { !engine.has($0) }.map { ("policy", $0.name) }
      + [asked.loader.entry].filter { !engine.has($0) }.map { ("loader", $0.name) }
      + [asked.prefetcher.entry].filter { !engine.has($0) }.map { ("prefetcher", $0.name) }
    guard let (kind, name) = others.first else { return }
    throw .usage(
      "\(kind) '\(name)' is not built into the page's engine of model version "
        + "\(engine.modelVersion); expected another")
  }
}

/// The limits of a page.
///
/// Its scripts represent whole numbers exactly up to 2⁵³, and its engine has 32-bit integers.
enum StudioLimits {
  static let seed = UInt64(1) << 53 - 1
  static let side = 16_384
  static let budget = ByteCount(1 << 40)
  static let integer = Int(Int32.max)
  /// The maximum bytes in a cache that a 32-bit engine can count, with a reserve for images that
  /// are loading.
  static let cached = ByteCount(7 << 28)
  /// The maximum length of a policy, loader or prefetcher with its settings, in UTF-8 bytes.
  static let letters = 2000
  /// The maximum number of items, for which a page needs half a gigabyte of memory.
  static let items = 500_000

  /// Throws an error for a request beyond the limits.
  static func require(_ asked: RunRequest, seed: UInt64) throws(CommandError) {
    let items = asked.source.catalog.items.count
    if items > Self.items {
      throw .usage(
        "'\(asked.path)' has \(items) items; expected at most \(Self.items) for a page")
    }
    if seed > Self.seed {
      throw .usage("--seed \(seed): a page has seeds of at most \(Self.seed)")
    }
    if let side = asked.renditions?.side, side > Self.side {
      throw .usage("--renditions side=\(side): a page has sides of at most \(Self.side)")
    }
    if asked.renditions?.keepsQuality == true {
      throw .usage(
        "--renditions quality=same: a page has files of the formats' usual quality; expected a format "
          + "alone")
    }
    if let budget = asked.budgets[0], budget > Self.budget {
      throw .usage("--budget \(budget): a page has budgets of at most \(Self.budget)")
    }
    for policy in asked.policies { try require(policy) }
    try require(asked.loader)
    try require(asked.prefetcher)
    let prepared = PreparedScenario(asked.scenario)
    let (loader, device, budget) = (asked.loader.entry, asked.scenario.device, asked.budgets[0])
    if asked.policies.contains(where: { prepared.mayHold(moreThan: cached, under: budget, $0) }) {
      throw .usage(
        "loader '\(loader.name)' on \(device.name) may cache "
          + "\(budget.map { "\($0) of images" } ?? "every image"), more than the studio can simulate; "
          + "expected a limit, as in --budget \(ByteCount(896 << 20))")
    }
  }

  private static func require<Entry>(_ choice: Choice<Entry>) throws(CommandError) {
    let count = choice.text.utf8.count
    if count > letters {
      throw .usage(
        "\(Entry.kind) '\(choice.text.prefix(40))...' has \(count) letters; a page takes \(letters)"
      )
    }
    for setting in choice.entry.settings {
      guard case .integer = setting.domain else { continue }
      let value = choice.settings.integer(setting.name)
      if value > integer {
        throw .usage(
          "setting '\(setting.name)' of '\(choice.entry.name)' is \(value); a page counts up to "
            + "\(integer)")
      }
    }
  }
}

/// The contents of the engine of a page.
///
/// The engine is built only for releases, so that it may lack newer parts of this program.
package struct StudioContents {
  /// The contents of the embedded engine.
  static let embedded = StudioContents(
    String(decoding: StudioFiles.embedded["studio.txt"], as: UTF8.self))

  /// The model version of the engine.
  let modelVersion: Int
  /// The entries with their kinds, such as `policy lru`.
  private let names: Set<String>

  /// Creates contents.
  /// - Parameter text: The engine's list, one entry per line.
  package init(_ text: String) {
    let lines = text.split(separator: "\n")
    modelVersion = lines.first.flatMap { Int($0.dropFirst("model ".count)) } ?? 0
    names = Set(lines.dropFirst().map(String.init))
  }

  package func has(_ policy: PolicyDescriptor) -> Bool { names.contains("policy \(policy.name)") }
  func has(_ loader: LoaderDescriptor) -> Bool { names.contains("loader \(loader.name)") }
  func has(_ prefetcher: PrefetcherDescriptor) -> Bool {
    names.contains("prefetcher \(prefetcher.name)")
  }

  /// Returns a note that the figures of the engine may differ from those of this program; `nil` if
  /// both have the same model version.
  package func age(besides current: Int = ModelVersion.current) -> String? {
    modelVersion == current
      ? nil
      : "note: the page's engine has model version \(modelVersion), scrollsim has \(current): "
        + "figures may differ; .ci/release/studio-engine rebuilds the engine"
  }
}
