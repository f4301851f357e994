public import ArgumentParser
public import ScrollReports

extension OutputFormat: ExpressibleByArgument {}

/// `--format`, wherever something is listed or measured.
struct FormatOption: ParsableArguments {
  @Option(help: "How to print.") var format = OutputFormat.table

  /// Prints a table, or the document for JSON.
  func print(_ table: Table, _ document: some Encodable) throws {
    switch format {
    case .table: try Output.print(table.text(style: .standardOutput))
    case .csv: try Output.print(table.csv())
    case .markdown: try Output.print(table.markdown())
    case .json: try Output.print(JSONDocument.text(document))
    }
  }
}
