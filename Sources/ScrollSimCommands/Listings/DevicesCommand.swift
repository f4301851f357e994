import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollReports
import ScrollTraces

/// The devices, or every figure of one with its source.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists the devices, or every figure of one with its source.",
    discussion: """
      A profile file of your own (.yml) is accepted wherever a device is named.

      Example:
        scrollsim devices iphone-5
      """)

  @Argument(help: "A name, or a profile file; all of them unless given.") var name: String?
  @OptionGroup var output: FormatOption

  struct Document: Encodable {
    let name: String, summary: String
    let figures: [Figure]
  }

  struct Figure: Encodable {
    let name: String, value: String, source: String
    let isEstimate: Bool
  }

  func run() throws {
    let devices = try name.map { [try DeviceInput.find($0)] } ?? DeviceCatalog.builtIn.entries
    let documents = devices.map { device in
      Document(
        name: device.name, summary: device.summary,
        figures: device.figures.map {
          Figure(name: $0.name, value: $0.text, source: $0.source, isEstimate: $0.isEstimate)
        })
    }
    guard name != nil, let device = devices.first else {
      var table = Table([.left("name"), .left("summary")])
      for device in devices { table.append([device.name, device.summary]) }
      return try output.print(table, documents)
    }
    var table = Table([.left("figure"), .right("value"), .left("source")])
    for figure in device.figures { table.append([figure.name, figure.text, figure.source]) }
    if output.format == .table { try Output.print("\(device.name): \(device.summary)\n\n") }
    try output.print(table, documents)
  }
}

/// Devices by name or by file.
enum DeviceInput {
  static func find(_ text: String) throws(CommandError) -> DeviceProfile {
    guard text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/") else {
      do { return try DeviceCatalog.builtIn.choose(text).entry } catch {
        throw .usage("\(error)")
      }
    }
    do { return try DeviceFile.load(path: text) } catch {
      switch error {
      case .missingFile, .directory: throw CommandError(.noInput, "\(error)")
      case .unreadable: throw CommandError(.inputOutput, "\(error)")
      default: throw CommandError(.badData, "\(error)")
      }
    }
  }
}
