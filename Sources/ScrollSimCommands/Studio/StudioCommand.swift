import ArgumentParser
import ScrollPages
import ScrollSimulation

/// The simulator as a page.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Writes the simulator as a page: two policies scroll.",
    discussion: #"""
      The page has the scroll, every built-in device and network, and the simulator itself: drag \#
      the scroll, choose policies, budget, device, network, loader and prefetcher, and see what \#
      stays in memory, what is blank and why. It loads nothing and needs no server; its figures \#
      are those of `scrollsim run`, to the last digit.

      The options say how the page begins. Without a trace it shows a scroll of its own. One \#
      policy is compared with distance, or with lru if it is that.

      Example:
        scrollsim studio Traces/photo-grid.scroll --device iphone-5 \
          --policy lru,distance --budget 32MiB --output studio.html
      """#)

  @Argument(
    help: "A scroll trace (.scroll; default: a scroll of a minute).", completion: .trace)
  var trace: String?
  @Option(
    help: ArgumentHelp(
      "One or two: NAME[:KEY=VALUE...] (default: the loader's own, or lru, and distance).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Of the memory cache: 64MiB, 15%<=768MiB (a share of the device's memory), or none "
        + "(default: the loader's own, or 64MiB)."))
  var budget: String?
  @OptionGroup var scenario: ScenarioOptions
  @Option(
    help: ArgumentHelp("The page to write, .html.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String

  func run() throws {
    try OutputCheck(reading: scenario.files(trace: trace ?? "")).require("--output", output)
    try Output.requireRoom(for: output)
    let asked = try StudioRequest(scenario, trace: trace, policies: policy, budget: budget)
    let page = StudioPage().html(
      PackedScene(
        asked.scene, beside: asked.other, device: scenario.app.device,
        network: scenario.app.network))
    try Output.write(to: output) { file throws(CommandError) in try file.write(page) }
    let megabytes = NumberText.fixed(Double(page.utf8.count) / 1e6, decimals: 2)
    try Output.print("\(output) is written: '\(asked.scene.title)', \(megabytes) MB.\n")
  }
}
