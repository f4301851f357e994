import ArgumentParser
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `advise` command: the settings of a library that suit a scroll, on three axes: blank time,
/// hitches and memory.
struct AdviseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Names the settings of your image library to change.",
    discussion: """
      Tries the library's settings on three devices (two for libraries of Android) and two \
      networks. It lists the settings to change, the most valuable first, each with the effect that \
      it has alone. The rule of choice: \(ChoiceRule.sentence).

      Libraries: \(Self.libraries).

      Without --limit there are two limits: the app takes at most half of the memory that the \
      system allows it, and has at most 5 ms of hitches per second.

      Example:
        scrollsim advise Traces/recorded/feed-to-and-fro.scroll --for nuke
        scrollsim advise Traces/tall-feed.scroll --for kingfisher \\
          --now 'budget=128MiB prefetch=none' --device iphone-12 --network lte
      """)

  private static var names: [String] { Catalog<AdvisedLibrary>.advised.entries.map(\.name) }
  private static var libraries: String { names.joined(separator: ", ") }

  @Argument(
    help: "A scroll trace (.scroll), or a recording, a HAR file or the log of a cache.",
    completion: .file(extensions: ["scroll", "csv", "json", "jsonl", "har"]))
  var scroll: String
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The image library of the app.", valueName: "library"),
    completion: .list(Catalog<AdvisedLibrary>.advised.entries.map(\.name)))
  var library: String
  @Option(
    help: ArgumentHelp(
      "The present settings: 'budget=128MiB prefetch=none', or the file that `emit` wrote "
        + "(default: the library's defaults).",
      valueName: "settings"))
  var now: String?
  @Option(
    help: ArgumentHelp(
      "The pictures of a recording: a folder, a list (.csv) or a HAR file.", valueName: "pictures"),
    completion: .file())
  var images: String?
  @Option(help: "The layout of a recording's pictures: grid:columns=3.", completion: .layouts)
  var layout: String?
  @Option(
    help: ArgumentHelp("Names or profile files (.yml), comma-separated.", valueName: "devices"),
    completion: .devices)
  var device: String?
  @Option(
    help: ArgumentHelp("Names or profile files (.yml), comma-separated.", valueName: "networks"),
    completion: .networks)
  var network: String?
  @Option(
    help: ArgumentHelp(
      "A file (.yml) with your users' shares of devices and networks, instead of three devices and "
        + "two networks.",
      valueName: "file"),
    completion: .file(extensions: ["yml"]))
  var population: String?
  @Option(
    help: ArgumentHelp(
      "A limit instead of a default one: 'footprintPeakBytes <= 300MiB'; repeatable.",
      valueName: "limit")
  )
  var limit: [String] = []
  @Flag(help: "Print the answer as JSON.") var json = false
  @Option(
    help: ArgumentHelp("Also write the advised settings as code.", valueName: "file"),
    completion: .file(extensions: ["swift", "kt", "ts", "dart"]))
  var emit: String?
  @Option(
    help: ArgumentHelp("Also write the answer as a page, .html.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  func run() throws {
    let files = [scroll, images, population] + (now.map { $0.contains("=") ? [] : [$0] } ?? [])
    let language = Catalog<EmitTarget>.targets.entries.first { $0.name == library }?.language
    try OutputCheck.require(
      [.file("--emit", emit, language?.fileEnding), .file("--html", html, "html")], reading: files)
    for path in [emit, html] { if let path { try Output.requireRoom(for: path) } }
    let read = try AdvisedScroll(scroll, images: images, layout: layout)
    let answer = try question(about: read.trace).answered()
    let drawn = ParallelMap.run(AdviseBands.jobs(for: answer), progress: "draw") { $0.reports() }
    let advice = AdviseDocument(
      answer, AdviseBands(answer, drawn), read: read.note, command: words)
    if let emit { try write(answer.advised.setting, to: emit) }
    if let html { try Output.write(Array(AdvisePage(advice).html.utf8), to: html) }
    try Output.print(json ? JSONDocument.text(advice) : AdviseText(advice).text)
  }

  /// Writes settings as code for the library.
  private func write(_ setting: AdvisedSetting, to path: String) throws(CommandError) {
    let text = try LibraryCode.text(
      for: library, loader: setting.loader.label, policy: setting.policy?.label,
      budget: setting.budget.text, prefetch: setting.prefetcher.label,
      source: "advised by scrollsim \(ScrollSim.version)")
    try Output.write(Array(text.utf8), to: path)
  }

  /// The arguments of the command line, without the options for output.
  private var words: [String] {
    var words = ["scrollsim", "advise", scroll, "--for", library]
    let options = [
      ("--now", now), ("--images", images), ("--layout", layout), ("--device", device),
      ("--network", network), ("--population", population),
    ]
    for (option, value) in options { if let value { words += [option, value] } }
    for limit in limit { words += ["--limit", limit] }
    return words
  }

  private func question(about trace: ScrollTrace) throws(CommandError) -> AdviseQuestion {
    let library: AdvisedLibrary
    do { library = try Catalog<AdvisedLibrary>.advised.choose(self.library).entry } catch {
      throw .usage("--for: \(error)")
    }
    let now = try PresentSettings(
      now ?? "", of: library, smallest: trace.catalog.smallestImage
    ).setting
    let users = try users(of: library)
    var limits: [Limit] = []
    for text in limit {
      do { limits.append(try Limit(parsing: text)) } catch { throw .usage("--limit: \(error)") }
    }
    for limit in users.limits where !limits.contains(where: { $0.figure.name == limit.figure.name })
    {
      limits.append(limit)
    }
    for session in users.sessions {
      if let objection = now.loading.objection(to: trace.catalog.images, on: session.device) {
        throw CommandError(.badData, "\(scroll): \(objection)")
      }
    }
    return AdviseQuestion(
      path: scroll, trace: trace, library: library, now: now, sessions: users.sessions,
      limits: limits, catalogs: ScrollSim.catalogs)
  }

  private func users(of library: AdvisedLibrary) throws(CommandError) -> AdvisedUsers {
    let devices = device.map(ChoiceList.texts) ?? library.devices
    let networks = network.map(ChoiceList.texts) ?? AdvisedLibrary.networks
    guard let population else { return try AdvisedUsers(devices: devices, networks: networks) }
    return try AdvisedUsers(
      population: population, scroll: scroll, devices: devices, networks: networks)
  }
}
