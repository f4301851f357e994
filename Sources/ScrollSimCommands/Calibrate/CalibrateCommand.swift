import ArgumentParser
import ScrollDevice
import ScrollTraces

/// A device profile from measurements.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Makes a device profile from measured decode times.",
    discussion: #"""
      READINGS has a row for each decode of a file: file,width,height,bytes,format,ms, and perhaps \#
      content and repetition. Decode times are fitted for each format: how many milliseconds, how \#
      sure that is, and how far single files and single decodes are off. --measure adds what needs \#
      no decoder: reads, copies and fresh memory of this machine.

      --output writes a profile. What was not measured is as in the device of --base. It has \#
      decode times of the formats that were read and of no others. --images also writes a list of \#
      the pictures for `scrollsim trace import --images`, each with its own decode time.

      Example:
        scrollsim calibrate Traces/readings/pillow.csv
        scrollsim calibrate Traces/readings/pillow.csv --base pixel-8 \
          --output measured.yml
        scrollsim run Traces/photo-grid.scroll --device measured.yml
      """#)

  @Argument(
    help: "How long decodes took on a device (.csv).", completion: .file(extensions: ["csv"]))
  var readings: String?
  @Flag(help: "Measure reads, copies and fresh memory of this machine, too: about 15 s.")
  var measure = false
  @OptionGroup var machine: MachineOptions
  @OptionGroup var profile: ProfileOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    guard readings != nil || measure else {
      throw CommandError.usage(
        "there is nothing to calibrate by; expected READINGS.csv or --measure")
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
