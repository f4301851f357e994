import ArgumentParser

/// The formats of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, html, csv, json

  /// Creates the format from the extension of a file's name.
  ///
  /// Without an extension or a file, the format is text.
  /// - Throws: `CommandError` for an unknown extension.
  init(path: String?) throws(CommandError) {
    let name = path?.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    switch ending {
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    case nil, "txt", "text": self = .text
    case .some(let other):
      throw .usage(
        "there is no report format .\(other); expected .html, .md, .csv, .json or .txt, or "
          + "--format")
    }
  }
}
