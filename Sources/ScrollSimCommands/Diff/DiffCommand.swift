import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The `diff` command compares two policies on one trace: the moment from which they differ, and
/// the effect.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows where two policies differ and which stalls less.",
    discussion: #"""
      Runs both policies and shows the first eviction in which they differ: when, where, and \#
      the images that each evicted and kept. Then it lists the parts of the scroll in which one \#
      stalls more than the other, the greatest difference first.

      Differences are A - B. Stall is the missing part of the screen, added up over time, in \#
      seconds. The total of a run includes the stall of late frames. The parts do not.

      --svg draws a filmstrip of the first difference and the greatest gains and losses. Each \#
      picture shows the images around the viewport that each cache holds. Below is a curve of the \#
      accumulated blank time.

      Example:
        scrollsim diff lru sieve --trace Traces/tall-feed.scroll --budget 64MiB \
          --device iphone-5
        scrollsim diff distance distance:lead=2 --trace Traces/photo-grid.scroll \
          --budget 64MiB --device iphone-5 --svg diff.svg
      """#)

  @Argument(
    help: ArgumentHelp("A policy: NAME[:KEY=VALUE...].", valueName: "A"), completion: .policies)
  var a: String
  @Argument(help: ArgumentHelp("Another policy.", valueName: "B"), completion: .policies)
  var b: String
  @Option(
    help: ArgumentHelp("A scroll trace (.scroll).", valueName: "file"), completion: .trace)
  var trace: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Limit of the memory cache: one size, or one for A and one for B; own is the loader's, or "
        + "64MiB.",
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
    try OutputCheck.require([.file("--svg", svg, "svg")], reading: scenario.files(trace: trace))
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

/// The stretches of a comparison as a table, the greatest difference first.
struct DiffTable {
  /// The maximum number of stretches in the table for people.
  static let shown = 10

  private let diff: RunDiff
  /// The number of decimals for stalls in seconds.
  private let decimals: Int

  /// Creates the table of a comparison.
  ///
  /// Its stalls have three to five decimals, more for smaller differences.
  init(_ diff: RunDiff) {
    self.diff = diff
    let greatest = diff.stretches.map { abs($0.difference.stallSeconds) }.max() ?? 1
    decimals = greatest >= 0.1 ? 3 : greatest >= 0.01 ? 4 : 5
  }

  /// A table of the stretches with the greatest differences, the sum of the other stretches, and
  /// the whole runs.
  var greatest: Table {
    var table = Table(columns)
    for stretch in diff.stretches.prefix(Self.shown) { table.append(cells(stretch)) }
    let rest = diff.stretches.dropFirst(Self.shown)
    if !rest.isEmpty {
      let items = rest.reduce(into: Set<Int>()) { $0.formUnion($1.items) }
      table.append(
        cells(
          ["\(rest.count) more", "", "", "\(items.count)"],
          rest.reduce(RunDiff.Figures()) { $0 + $1.a },
          rest.reduce(RunDiff.Figures()) { $0 + $1.b }, because: ""))
    }
    table.append(
      cells(["whole run", "", "", ""], diff.figures.a, diff.figures.b, because: ""))
    return table
  }

  /// A table of every stretch.
  var whole: Table {
    var table = Table(columns)
    for stretch in diff.stretches { table.append(cells(stretch)) }
    return table
  }

  private var columns: [Table.Column] {
    [
      .left("worse"), .right("from s"), .right("to s"), .right("items"),
      .right("\(diff.name(.a)) \(Figure.stall.header)"),
      .right("\(diff.name(.b)) \(Figure.stall.header)"),
      .right("± stall s"), .right("± waits ms"), .right("± \(Figure.neverShown.header)"),
      .right("± \(Figure.hits.header)"),
      .prose("images absent because"),
    ]
  }

  private func cells(_ stretch: RunDiff.Stretch) -> [String] {
    cells(
      [
        stretch.worse.map(diff.name) ?? "even", Self.seconds(stretch.start),
        Self.seconds(stretch.end), "\(stretch.items.count)",
      ], stretch.a, stretch.b, because: stretch.because)
  }

  private func cells(
    _ first: [String], _ a: RunDiff.Figures, _ b: RunDiff.Figures, because: String
  ) -> [String] {
    let difference = a - b
    return first + [
      NumberText.fixed(a.stallSeconds, decimals: decimals),
      NumberText.fixed(b.stallSeconds, decimals: decimals),
      Self.signed(difference.stallSeconds, decimals: decimals),
      Self.signed(difference.waited.milliseconds, decimals: 0),
      Self.signed(Double(difference.neverShown), decimals: 0),
      Self.signed(Double(difference.hits), decimals: 0), because,
    ]
  }

  private static func seconds(_ time: SimTime) -> String {
    NumberText.fixed(time.seconds, decimals: 2)
  }

  /// Returns a value with its sign, including plus.
  private static func signed(_ value: Double, decimals: Int) -> String {
    let text = NumberText.fixed(value, decimals: decimals)
    let isZero = text.allSatisfy { "0.".contains($0) }
    return value > 0 && !isZero ? "+\(text)" : text
  }
}
