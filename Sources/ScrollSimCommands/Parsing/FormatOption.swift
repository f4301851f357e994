import ArgumentParser
package import ScrollPages

extension OutputFormat: ExpressibleByArgument {
  init?(argument: String) { self.init(word: argument) }
}

/// The `--format` option of commands that list or measure.
package struct FormatOption: ParsableArguments {
  @Option(help: "The output format.") package var format = OutputFormat.table
  @OptionGroup var wide: WideOption

  /// The maximum width of a table in columns; `nil` for its full width.
  package var width: Int? { wide.wide ? nil : Terminal.width }

  /// Prints a table, or the document if the format is JSON.
  ///
  /// Only a table for people has the caption.
  package func print(_ table: Table, _ document: some Encodable, caption: String? = nil) throws {
    switch format {
    case .table:
      let text = table.text(fitting: width, style: .standardOutput)
      let caption = caption.map { Terminal.wrapped($0, to: width) }
      try Output.print(caption.map { "\($0)\n\n\(text)" } ?? text)
    case .csv: try Output.printData(table.csv())
    case .markdown: try Output.print(table.markdown())
    case .json: try Output.print(JSONDocument.text(document))
    }
  }
}

/// The `--wide` option of commands that print tables.
struct WideOption: ParsableArguments {
  @Flag(help: "Print all columns, even if the terminal is too narrow for them.") var wide = false
}
