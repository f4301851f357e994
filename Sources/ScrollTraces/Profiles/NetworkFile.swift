import ScrollCore
public import ScrollDevice

/// A reader and writer of network profiles in YAML, for built-in and custom ones.
///
/// The figures are at the top level, each as `{value: 780 kbit/s, source: ...}` like those of a
/// device (`DeviceFile`). All of them are required.
public enum NetworkFile {
  static let kind = "network"

  /// Reads a file.
  /// - Throws: `YAMLFileError` with the file, the line, the field, the value found and the expected
  ///   one.
  public static func load(path: String) throws(YAMLFileError) -> NetworkProfile {
    try parse(YAMLText.load(path: path, kind: kind), file: path)
  }

  /// Reads text.
  /// - Parameters:
  ///   - text: the YAML text.
  ///   - file: the name of the file in error messages.
  /// - Returns: the profile, with every figure in the order of `NetworkProfile`.
  /// - Throws: `YAMLFileError`, like `load(path:)`.
  public static func parse(
    _ text: String, file: String
  ) throws(YAMLFileError) -> NetworkProfile {
    let top = try YAMLText.compose(text, file: file, kind: kind).fields(
      [
        "name", "summary", "latency", "roundTrip", "bandwidth", "loss", "connections", "timeOut",
        "failures",
      ], of: "a network")
    var reader = ProfileReader()
    let name = try top.name(like: "3g-lossy")
    let summary = try top.summary
    let latency = try reader.number("latency", of: top, .time)
    let roundTrip = try reader.number("roundTrip", of: top, .time)
    let bandwidth = try reader.number("bandwidth", of: top, .networkBandwidth)
    let loss = try reader.number("loss", of: top, .probability)
    let connections = try reader.number("connections", of: top, .connections)
    let timeOut = try reader.number("timeOut", of: top, .positiveTime)
    let failures = try reader.number("failures", of: top, .probability)
    return NetworkProfile(
      name: name, summary: summary, latency: SimTime(milliseconds: latency),
      roundTrip: SimTime(milliseconds: roundTrip), bandwidth: Int64(bandwidth), loss: loss,
      connections: Int(connections), timeOut: SimTime(milliseconds: timeOut),
      failures: failures, figures: reader.figures)
  }
}

extension NetworkFile {
  /// Returns the text of a profile, which reads back as an equal one.
  /// - Precondition: the profile has all its figures.
  package static func text(of profile: NetworkProfile) -> String {
    var text = "name: \(profile.name)\nsummary: \(YAMLText.quoted(profile.summary))\n\n"
    for figure in profile.figures {
      text += "\(figure.name): {value: \(figure.text), source: \(YAMLText.quoted(figure.source))}\n"
    }
    return text
  }
}
