import ArgumentParser
import ScrollDevice
import ScrollTraces

/// The profile that is written, and what it says of itself.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The file (.yml) for the device profile.", valueName: "file"),
    completion: .spec)
  var output: String?
  @Option(
    help: ArgumentHelp(
      "The device, or its profile (.yml), that has what was not measured.", valueName: "device"),
    completion: .devices)
  var base: String?
  @Option(
    help: ArgumentHelp(
      "A file (.csv) for a list of the pictures, each with its own decode time.",
      valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var images: String?
  @Option(help: "The profile's name (default: measured).") var name: String?
  @Option(
    help: ArgumentHelp(
      "On what it was measured (default: the line '# machine: ...' of the readings).",
      valueName: "text"))
  var machine: String?
  @Option(
    help: ArgumentHelp(
      "When it was measured (default: the line '# date: ...' of the readings).",
      valueName: "text"))
  var date: String?

  /// What to write; nil where nothing is to be.
  /// - Throws: `CommandError` before anything is measured, if it could not be written in the end.
  func request(
    readings: String?, _ file: ReadingsFile?
  ) throws(CommandError) -> ProfileRequest? {
    guard let output else {
      let others = [
        ("base", base), ("images", images), ("name", name), ("machine", machine), ("date", date),
      ]
      for (option, text) in others {
        guard let text else { continue }
        throw .usage("--\(option) '\(text)' is for --output; expected both or none")
      }
      return nil
    }
    guard let readings, let file else {
      throw .usage(
        "--output '\(output)' needs decode times; expected READINGS.csv beside --measure")
    }
    guard let base else {
      throw .usage(
        "--output '\(output)' needs a device for what was not measured; expected --base NAME, as "
          + "--base pixel-8")
    }
    try OutputCheck(reading: [readings, base]).require("--output", output)
    try Output.requireRoom(for: output)
    if let images {
      try OutputCheck(reading: [readings, base, output]).require("--images", images)
      try Output.requireRoom(for: images)
    }
    let name = name ?? "measured"
    guard !name.isEmpty, !name.hasPrefix("-"),
      name.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
    else {
      throw .usage("--name is '\(name)'; expected small letters, digits and hyphens, like my-phone")
    }
    return ProfileRequest(
      output: output, images: images, base: try DeviceInput.find(base), name: name,
      machine: try text("machine", machine ?? file.machine, readings, "iPhone 15 Pro, iOS 26.1"),
      date: try text("date", date ?? file.date, readings, "2026-11-24"))
  }

  /// A text that the profile's sources state.
  private func text(
    _ option: String, _ text: String?, _ readings: String, _ example: String
  ) throws(CommandError) -> String {
    guard let text, text.contains(where: { !$0.isWhitespace }) else {
      throw .usage(
        "the profile must say \(option == "date" ? "when" : "on what") it was measured; expected "
          + "--\(option) '\(example)' or a line '# \(option): \(example)' at the top of '\(readings)'"
      )
    }
    return text
  }
}
