import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollTraces

/// The devices, or every figure of one with its source.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the devices, or every figure of one with its source.",
    discussion: """
      A profile file of your own (.yml) is accepted wherever a device is named. --validate checks \
      profile files and reports the first mistake.

      Example:
        scrollsim list devices iphone-5
        scrollsim list devices --validate Sources/ScrollTraces/Devices/iphone-5.yml
      """)

  @Argument(help: "A name, or a profile file (default: all).", completion: .devices)
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
        throw CommandError.usage("--validate checks files; it takes no device '\(name ?? "")'")
      }
      return try ProfileListing.validate(validate, load: DeviceInput.load, output)
    }
    guard let name else {
      return try ProfileListing.printAll(DeviceCatalog.builtIn.entries, output)
    }
    try ProfileListing.printOne(DeviceInput.find(name), output)
  }
}
