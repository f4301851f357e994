import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollTraces

/// The `calibrate` command: a device profile from measurements.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Makes a device profile from measured decode times.",
    discussion: #"""
      READINGS is a CSV file with a row for each decode: file,width,height,bytes,format,ms, \#
      optionally content and repetition. The command fits decode times for each format: \#
      milliseconds, their error, and the deviation of single files and single decodes. --measure \#
      adds the speed of reads, of copies and of new memory on this machine.

      --output writes a profile. Figures that were not measured come from the device of --base. \#
      The profile has decode times only for the formats in READINGS. --images also writes a list \#
      of the pictures, each with its decode time, for `scrollsim trace import --images`.

      Example:
        scrollsim calibrate Traces/readings/pillow.csv
        scrollsim calibrate Traces/readings/pillow.csv --base pixel-8 \
          --output measured.yml
        scrollsim run Traces/photo-grid.scroll --device measured.yml
      """#)

  @Argument(
    help: "Measured decode times of a device (.csv).", completion: .file(extensions: ["csv"]))
  var readings: String?
  @Flag(help: "Also measure reads, copies and new memory of this machine: about 15 s.")
  var measure = false
  @OptionGroup var machine: MachineOptions
  @OptionGroup var profile: ProfileOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    guard readings != nil || measure else {
      throw CommandError.usage(
        "there are no measurements; expected READINGS.csv or --measure")
    }
    try machine.require(measure: measure)
    let file = try readings.map { path throws(CommandError) in try Self.load(path) }
    let request = try profile.request(readings: readings, file)
    let measured = measure ? try MachineMeasurement(folder: machine.place) : nil
    let calibration = Calibration(
      path: readings, file: file, measured: measured, reads: machine.reads)
    let written = try request.map { request in
      let profile = try request.profile(of: calibration)
      try Output.write(Array(profile.text.utf8), to: request.output)
      if let path = request.images, let file {
        let list = PictureTimes(file.readings, on: request.name)
        try Output.write(Array(list.text.utf8), to: path)
      }
      return profile
    }
    try CalibrationReport(calibration, written: written).print(output)
  }

  private static func load(_ path: String) throws(CommandError) -> ReadingsFile {
    do { return try ReadingsFile.load(path) } catch { throw CommandError(error) }
  }
}

/// The measured pictures as a list for `trace import --images`, each with its own decode time.
struct PictureTimes {
  private let pictures: [TimedPicture]
  private let device: String

  /// Creates a list.
  /// - Parameters:
  ///   - readings: The readings, at least one.
  ///   - device: The name of the profile for which the times hold.
  init(_ readings: [DecodeReading], on device: String) {
    pictures = TimedPicture.all(in: readings)
    self.device = device
  }

  /// The CSV text, one row for each file in the order of the readings.
  ///
  /// The cell of an unknown content class is empty.
  var text: String {
    var table = Table(
      ["width", "height", "bytes", "format", "content", "id", "decode_ms:\(device)"].map {
        .left($0)
      })
    for picture in pictures {
      let reading = picture.reading
      table.append([
        "\(reading.width)", "\(reading.height)", "\(reading.encoded.bytes)",
        reading.format.rawValue, reading.content?.rawValue ?? "", reading.file,
        NumberText.fixed(max(0.00001, picture.milliseconds), decimals: 5),
      ])
    }
    return table.csv()
  }
}

/// The options of the written profile.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The file (.yml) for the device profile.", valueName: "file"),
    completion: .spec)
  var output: String?
  @Option(
    help: ArgumentHelp(
      "The device, or its profile (.yml), for figures that were not measured.", valueName: "device"),
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
      "The measured machine (default: the line '# machine: ...' of the readings).",
      valueName: "text"))
  var machine: String?
  @Option(
    help: ArgumentHelp(
      "The date of the measurement (default: the line '# date: ...' of the readings).",
      valueName: "text"))
  var date: String?

  /// Returns the request to write a profile; `nil` if no profile is to be written.
  /// - Throws: `CommandError` if the profile could not be written. The check comes before the
  ///   measurement, so that no time is lost.
  func request(
    readings: String?, _ file: ReadingsFile?
  ) throws(CommandError) -> ProfileRequest? {
    guard let output else {
      let others = [
        ("base", base), ("images", images), ("name", name), ("machine", machine), ("date", date),
      ]
      for (option, text) in others {
        guard let text else { continue }
        throw .usage("--\(option) '\(text)' needs --output; expected both or none")
      }
      return nil
    }
    guard let readings, let file else {
      throw .usage(
        "--output '\(output)' needs decode times; expected READINGS.csv with --measure")
    }
    guard let base else {
      throw .usage(
        "--output '\(output)' needs a device for figures that were not measured; expected "
          + "--base NAME, like --base pixel-8")
    }
    try OutputCheck.require(
      [.file("--output", output), .file("--images", images)],
      reading: [readings] + [base].filter(ProfileInput.isFile))
    try Output.requireRoom(for: output)
    if let images { try Output.requireRoom(for: images) }
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

  /// Returns the machine or the date of the measurement, which the profile states as its source.
  private func text(
    _ option: String, _ text: String?, _ readings: String, _ example: String
  ) throws(CommandError) -> String {
    guard let text, text.contains(where: { !$0.isWhitespace }) else {
      throw .usage(
        "the profile must state \(option == "date" ? "when" : "on what") it was measured; "
          + "expected --\(option) '\(example)' or a line '# \(option): \(example)' at the "
          + "top of '\(readings)'"
      )
    }
    return text
  }
}

/// A request to write a profile.
struct ProfileRequest {
  let output: String
  /// The file for a list of the pictures; `nil` for none.
  let images: String?
  let base: DeviceProfile
  let name: String
  let machine: String
  let date: String

  /// A written profile.
  struct WrittenProfile {
    let path: String
    let text: String
    let profile: DeviceProfile
    let base: String
    /// The number of figures in the profile that were measured.
    let measured: Int
  }

  /// Creates the profile: the base profile, whose figures are replaced where they were measured.
  /// - Throws: `CommandError` with the name of the figure because of which the profile cannot be
  ///   read again.
  func profile(of calibration: Calibration) throws(CommandError) -> WrittenProfile {
    let measured = calibration.figures.map { figure in
      DeviceProfile.Figure(
        name: figure.name, text: figure.text,
        source: "measured: \(figure.what), on \(machine), \(date)", error: figure.statedError)
    }
    let names = Set(measured.map(\.name))
    let places = Dictionary(uniqueKeysWithValues: measured.map { ($0.name, $0) })
    let kept = base.figures.filter { !$0.name.hasPrefix("decode.") }
    let known = Set(kept.map(\.name))
    let figures =
      kept.map { places[$0.name] ?? $0 } + measured.filter { !known.contains($0.name) }
    let text = DeviceFile.text(
      name: name, summary: "\(machine), measured \(date); the other figures as in \(base.name).",
      figures: figures)
    let profile: DeviceProfile
    do { profile = try DeviceFile.parse(text, file: output) } catch { throw CommandError(error) }
    return WrittenProfile(
      path: output, text: text, profile: profile, base: base.name, measured: names.count)
  }
}
