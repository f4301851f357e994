import ArgumentParser

/// How a report is written.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, html, csv, json

  /// What the ending of a file's name asks for; text for others, and without a file.
  init(path: String?) {
    let ending = path?.split(separator: ".").last.map { $0.lowercased() }
    switch ending {
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    default: self = .text
    }
  }
}
