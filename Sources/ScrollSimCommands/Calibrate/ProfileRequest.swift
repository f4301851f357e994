import ScrollDevice
import ScrollTraces

/// A profile to write.
struct ProfileRequest {
  let output: String
  /// Where a list of the pictures goes; nil for none.
  let images: String?
  let base: DeviceProfile
  let name: String
  let machine: String
  let date: String

  /// What was written.
  struct Written {
    let path: String
    let text: String
    let profile: DeviceProfile
    let base: String
    /// How many of its figures were measured.
    let measured: Int
  }

  /// The profile: the base with what was measured in its place.
  /// - Throws: `CommandError` if it cannot be read back, which names the figure.
  func profile(of calibration: Calibration) throws(CommandError) -> Written {
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
      name: name, summary: "\(machine), measured \(date); the rest as \(base.name).",
      figures: figures)
    let profile: DeviceProfile
    do { profile = try DeviceFile.parse(text, file: output) } catch { throw CommandError(error) }
    return Written(
      path: output, text: text, profile: profile, base: base.name, measured: names.count)
  }
}
