import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSweeps

/// A profile that knows where its figures come from: a device, a network.
protocol SourcedProfile: CatalogEntry {
  /// As text with their sources, in the order of the file.
  var figures: [DeviceProfile.Figure] { get }
}

extension DeviceProfile: SourcedProfile {}
extension NetworkProfile: SourcedProfile {}

/// The listing of profiles: a line per profile, one with every figure, or a check of files.
enum ProfileListing {
  struct Document: Encodable {
    let name: String, summary: String
    let figures: [Figure]

    init(_ profile: some SourcedProfile) {
      name = profile.name
      summary = profile.summary
      figures = profile.figures.map {
        Figure(
          name: $0.name, value: $0.text, error: $0.error, source: $0.source,
          isEstimate: $0.isEstimate)
      }
    }
  }

  struct Figure: Encodable {
    let name: String, value: String
    /// One standard error, relative to the value.
    @OrNull var error: Double?
    let source: String
    let isEstimate: Bool
  }

  /// A file that has been checked.
  struct Verdict: Encodable {
    let path: String, name: String
    let figures: Int, estimates: Int
  }

  /// A line for every profile.
  static func printAll(_ profiles: [some SourcedProfile], _ output: FormatOption) throws {
    var table = Table([.left("name"), .prose("summary")])
    for profile in profiles { table.append([profile.name, profile.summary]) }
    try output.print(table, profiles.map { Document($0) })
  }

  /// Every figure of one profile.
  static func printOne(_ profile: some SourcedProfile, _ output: FormatOption) throws {
    var table = Table([.left("figure"), .right("value"), .prose("source")])
    for figure in profile.figures {
      let error = figure.error.map { " ±\(NumberText.percent($0))" } ?? ""
      table.append([figure.name, figure.text + error, figure.source])
    }
    if output.format == .table {
      let summary = "\(profile.name): \(profile.summary)"
      try Output.print(Terminal.wrapped(summary, to: output.width) + "\n\n")
    }
    try output.print(table, [Document(profile)])
  }

  /// Says of files that they are profiles.
  /// - Throws: `CommandError` for the first that is not; nothing is printed then.
  static func validate<Profile: SourcedProfile>(
    _ paths: [String], load: (String) throws(CommandError) -> Profile, _ output: FormatOption
  ) throws {
    var verdicts: [Verdict] = []
    for path in paths {
      let profile = try load(path)
      verdicts.append(
        Verdict(
          path: path, name: profile.name, figures: profile.figures.count,
          estimates: profile.figures.count { $0.isEstimate }))
    }
    guard output.format != .table else {
      for verdict in verdicts {
        try Output.print(
          "\(verdict.path): OK (\(Profile.kind) \(verdict.name), \(verdict.figures) figures, "
            + "\(verdict.estimates) of them estimates)\n")
      }
      return
    }
    var table = Table([
      .left("valid profile"), .left("name"), .right("figures"), .right("estimates"),
    ])
    for verdict in verdicts {
      table.append([verdict.path, verdict.name, "\(verdict.figures)", "\(verdict.estimates)"])
    }
    try output.print(table, verdicts)
  }
}
