import ArgumentParser
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// The ways of loading.
struct LoadersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loaders", abstract: "Lists the loaders, or the settings of one.",
    discussion: """
      Example:
        scrollsim list loaders cached
      """)

  @Argument(help: "A loader (default: all).", completion: .loaders) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(
      name, of: ScrollSim.catalogs.loaders, discussion: { Self.cache(of: $0.entry) }, output)
  }

  /// The memory cache that a loader has unless a run says otherwise; empty if it has none.
  private static func cache(of loader: LoaderDescriptor) -> String {
    guard let own = loader.ownCache else { return "" }
    return "Memory cache unless a run says otherwise: policy \(own.policy), \(own.limit)."
  }
}
