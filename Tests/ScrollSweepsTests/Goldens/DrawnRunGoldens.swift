import ScrollSimulation
import Testing

/// The file of digests: the model's version, the names of the figures in the order in which they
/// are digested, and a line for each run, its digest first.
struct DrawnRunGoldens {
  let model: Int
  let figures: [Figure]
  let runs: [(digest: String, text: String)]

  init(_ text: String) throws {
    let lines = text.split(separator: "\n")
    model = try #require(Int(lines[0].dropFirst("model ".count)))
    figures = try lines[1].split(separator: " ").dropFirst().map { name in
      try #require(FigureCatalog.ofReports.first { $0.name == name }, "no figure '\(name)'")
    }
    runs = lines.dropFirst(2).map { (String($0.prefix(16)), String($0.dropFirst(17))) }
  }

  /// The file of the same runs for the present version and figures.
  func recorded() throws -> String {
    let figures = FigureCatalog.ofReports
    var lines = [
      "model \(ModelVersion.current)",
      "figures \(figures.map { $0.name }.joined(separator: " "))",
    ]
    for (_, text) in runs { lines.append("\(try DrawnRun(text).digest(of: figures)) \(text)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
