import ArgumentParser
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// What a run stalls for, and what would help, by how much.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Names what a run stalls for, and what would help.",
    discussion: #"""
      Runs once, with the options of `scrollsim run`, sums the stall seconds by their \#
      causes, then runs the alternatives: levers, which the maker of an app can pull, and \#
      ideals, which nobody can have and which show what is short. Best first. Each lever \#
      prints the options that make its run.

      The errors of the device's figures leave a band of the stall and of what the best lever \#
      saves, of 64 draws.

      Of a store it takes the run of a key, or with --worst the run that is ranked last.

      Example:
        scrollsim doctor Traces/photo-grid.scroll --device iphone-5 --budget 32MiB
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim doctor demo.sqlite --worst
      """#)

  @OptionGroup var options: RunOptions
  @OptionGroup(title: "A run of a store") var stored: StoredRunOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let asked =
      stored.isAsked
      ? try stored.runCase(options)
      : try RunCase(options)
    var diagnosis = try asked.diagnosed(withBound: true)
    let band = diagnosis.banded()
    if let band { diagnosis.decimals = band.stall.decimals(atMost: diagnosis.decimals) }
    switch output.format {
    case .table: try Output.print(DoctorText(diagnosis, band).text(fitting: output.width))
    case .csv, .json, .markdown:
      try output.print(DoctorTable(diagnosis).whole, DoctorDocument(diagnosis, band))
    }
  }
}
