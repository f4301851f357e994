import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollTraces

/// The networks, or every figure of one with its source.
struct NetworksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "networks",
    abstract: "Lists the networks, or every figure of one with its source.",
    discussion: """
      A profile file of your own (.yml) is accepted wherever a network is named. --validate \
      checks profile files and reports the first mistake.

      Example:
        scrollsim list networks 3g-lossy
        scrollsim list networks --validate Sources/ScrollTraces/Networks/lte.yml
      """)

  @Argument(help: "A name, or a profile file (default: all).", completion: .networks)
  var name: String?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Check profile files instead.", valueName: "file"),
    completion: .spec)
  var validate: [String] = []
  @OptionGroup var output: FormatOption

  func run() throws {
    guard validate.isEmpty else {
      guard name == nil else {
        throw CommandError.usage("--validate checks files; it takes no network '\(name ?? "")'")
      }
      return try ProfileListing.validate(validate, load: NetworkInput.load, output)
    }
    guard let name else {
      return try ProfileListing.printAll(NetworkCatalog.builtIn.entries, output)
    }
    try ProfileListing.printOne(NetworkInput.find(name), output)
  }
}
