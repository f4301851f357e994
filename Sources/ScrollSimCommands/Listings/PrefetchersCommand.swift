import ArgumentParser
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// The prefetchers.
struct PrefetchersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetchers", abstract: "Lists the prefetchers, or the settings of one.",
    discussion: """
      Example:
        scrollsim list prefetchers neighbours
      """)

  @Argument(help: "A prefetcher (default: all).", completion: .prefetchers) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(name, of: ScrollSim.catalogs.prefetchers, output)
  }
}
