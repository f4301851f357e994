import ArgumentParser
import Foundation
import ScrollSweeps

/// The results of a sweep as a page, a text, or data.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Reports a sweep: the best choice and its cost.",
    discussion: #"""
      Formats: text, markdown, html (one file that needs nothing else: pictures, tables, and \#
      every run), csv (a line per run), json (the report and every run). Without --format the \#
      ending of --output decides (.html, .md, .csv, .json), else text.

      Example:
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim report demo.sqlite
        scrollsim report demo.sqlite --band
        scrollsim report demo.sqlite --baseline 'lru, 64MiB' --output demo.html
        scrollsim report demo.sqlite --table effects --format csv
        scrollsim report demo.sqlite --population Traces/users.yml
        scrollsim report demo.sqlite --picture ranking-bars --output stalls.svg
        scrollsim report demo.sqlite --interactive --output demo.html

      The page shows the best and the worst policy's run on each device in detail; they are run \#
      again for it, from the traces that the sweep names, relative to the current folder. --run \#
      shows any other: a run key or unique prefix.

      --band tells how far what is advised holds: its runs, and those of what it is held \#
      against, are made again in 64 draws of what the devices' figures may truly be, given \#
      their stated errors, all with the same luck in each.

      --interactive puts the studio (`scrollsim studio`) into the page, with up to four of the \#
      scrolls, as the advice has them: budget, policies and devices can be changed there.
      """#)

  @Argument(help: "The results of a sweep.", completion: .file()) var store: String
  @Option(help: "The format.") var format: ReportFormat?
  @Option(
    help: ArgumentHelp("A file to write instead of printing.", valueName: "file"),
    completion: .file())
  var output: String?
  @Option(
    help: ArgumentHelp(
      "The sweep, if the store has several: a key prefix or the title.",
      valueName: "key"))
  var sweep: String?
  @Flag(help: "The replays of the store, not its sweeps.") var replays = false
  @Option(name: .customLong("run"), help: ArgumentHelp("One run in detail.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "One picture of the page alone, as SVG: its id, like ranking-bars.",
      valueName: "id"))
  var picture: String?
  @Option(
    help: ArgumentHelp(
      "One table of the report alone: its id, like effects (text, markdown or csv).",
      valueName: "id"))
  var table: String?
  @Option(
    help: ArgumentHelp(
      "What you have now, to be compared with: a library as it comes (nuke), or a row ('lru, 64MiB').",
      valueName: "row"))
  var baseline: String?
  @Option(
    help: ArgumentHelp(
      "Who the users are: a file of shares of devices, networks and sessions (.yml).",
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var population: String?
  @Flag(help: "Add how far what is advised holds, given the errors of the devices' figures.")
  var band = false
  @Flag(help: "Put a simulation to be tried into the page.") var interactive = false
  @OptionGroup var materiality: MaterialityOptions
  @Option(
    help: ArgumentHelp("The most runs that the page shows in detail.", valueName: "n"))
  var details = WholeReport.fewDetails
  @Option(
    help: ArgumentHelp("How long to wait for a locked store.", valueName: "seconds"))
  var wait = 10
  @OptionGroup var wide: WideOption

  func validate() throws {
    guard (0...100).contains(details) else {
      throw ValidationError("--details \(details) cannot be; expected from 0 to 100")
    }
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait \(wait) cannot be; expected from 0 to 86400 seconds")
    }
  }

  func run() throws {
    try requireAdvice()
    try requirePage()
    let results = try SweepInput.openMade(store, wait: .seconds(wait))
    defer { try? results.close() }
    if try isAboutReplays(results) { return try reportReplays(results) }
    let asked = try SweepChoice(results, called: store).sweep(sweep)
    let asks = try? SweepSpec.parse(asked.spec, file: "question")
    try OutputCheck(
      reading: ResultStore.files(store) + (asks?.files ?? []) + (population.map { [$0] } ?? [])
    )
    .require("--output", output)
    let place = ReportPlace(output, isWide: wide.wide)
    if let runKey {
      guard picture == nil else {
        throw CommandError.usage("--picture is of the whole report; expected it without --run")
      }
      return try SingleRunReport(results, asked, called: store)
        .write(runKey, writtenFormat(), to: place)
    }
    var report = WholeReport(results, asked, details: details)
    report.materiality = materiality.materiality
    report.baseline = baseline
    report.isBanded = band
    report.isInteractive = interactive
    if let population {
      do { report.population = try Population.load(path: population) } catch {
        throw CommandError(error)
      }
    }
    if let table { return try report.writeTable(table, writtenFormat(), to: place) }
    if let picture { return try report.draw(picture, to: place) }
    try report.write(writtenFormat(), to: place)
  }

  func writtenFormat() throws(CommandError) -> ReportFormat {
    if let format { return format }
    return try ReportFormat(path: output)
  }
}
