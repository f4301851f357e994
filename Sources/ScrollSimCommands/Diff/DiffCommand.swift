import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Two policies on one trace: where they diverge, and the result.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows where two policies diverge, and which gains.",
    discussion: #"""
      Runs both, and shows the first eviction where they diverge: when, where, what each of \#
      them evicted, and what they held. Then the stretches of the scroll over which one stalls \#
      more than the other, the greatest difference first. Differences are A less B; \#
      screen-seconds are the share of the screen that was wanted and missing, integrated over time; \#
      what late frames keep from the user counts for the runs and is in no stretch.

      --svg draws a filmstrip: the divergence and the greatest gains and losses, each with what \#
      both caches hold around the viewport, over the accumulated blank time.

      Example:
        scrollsim diff lru sieve --trace Traces/tall-feed.scroll --budget 64MiB \
          --device iphone-5
        scrollsim diff distance distance:lead=2 --trace Traces/photo-grid.scroll \
          --budget 64MiB --device iphone-5 --svg diff.svg
      """#)

  @Argument(
    help: ArgumentHelp("A policy: NAME[:KEY=VALUE...].", valueName: "A"), completion: .policies)
  var a: String
  @Argument(help: ArgumentHelp("Another one.", valueName: "B"), completion: .policies)
  var b: String
  @Option(
    help: ArgumentHelp("A scroll trace (.scroll).", valueName: "file"), completion: .trace)
  var trace: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Of the memory cache: one size, or A's and B's (default: the loader's own, or 64MiB).",
      valueName: "size"))
  var budget = SweepAxis.own
  @OptionGroup var scenario: ScenarioOptions
  @OptionGroup var materiality: MaterialityOptions
  @Option(
    help: ArgumentHelp("Also write a filmstrip, .svg.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try OutputCheck(reading: scenario.files(trace: trace)).require("--svg", svg)
    let asked = try DiffRequest(load(), typed: budget)
    let diff = try asked.diff(seed: scenario.seed)
    if let svg {
      let drawing = Filmstrip(diff, of: asked.title).drawing
      try Output.write(Array(drawing.file.utf8), to: svg)
    }
    let table = DiffTable(diff)
    let sentences = asked.sentences(on: diff, materiality.materiality)
    try output.print(
      output.format == .csv ? table.whole : table.greatest,
      DiffDocument(asked, diff, seed: scenario.seed, sentences: sentences),
      caption: "\(asked.request.caption)\n\n" + sentences.joined(separator: "\n"))
  }

  private func load() throws(CommandError) -> RunRequest {
    for text in [a, b] where ChoiceList.texts(in: text).count != 1 {
      throw .usage("'\(text)' is a list of policies; expected one, as in: diff lru sieve")
    }
    return try scenario.load(trace: trace, policies: [a, b], option: "diff", budgets: [budget])
  }
}
