import ArgumentParser
import ScrollCore
import ScrollLayout

/// The layouts.
struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "Lists the layouts, or the settings of one.",
    discussion: """
      Example:
        scrollsim list layouts grid
      """)

  @Argument(help: "A layout (default: all).", completion: .layouts) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(name, of: Catalog<LayoutDescriptor>.builtIn, output)
  }
}
