import ArgumentParser
import ScrollTraces

/// Which columns of a file have what, where it does not say so itself.
struct ColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of a CSV or binary file with the ids: its name, or its number from 1.",
      discussion: "Otherwise id, obj_id or key.", valueName: "column"))
  var idColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column with the sizes, likewise (otherwise size, obj_size or bytes).",
      valueName: "column"))
  var sizeColumn: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What separates the fields of a CSV file, or tab.", valueName: "character"))
  var delimiter: String?
  @Flag(help: "The first line of a CSV file is a request, and columns have numbers.")
  var noHeader = false
  @Flag(help: "Ids of a CSV file are texts, like addresses, not numbers.") var textIds = false
  @Option(
    help: ArgumentHelp(
      "The fields of a binary record, as in Python's struct: '<IQIq'.", valueName: "fields"))
  var binaryFormat: String?

  /// What was said of the file.
  /// - Throws: `CommandError` for what is no separator or no record.
  func options() throws(CommandError) -> RequestOptions {
    var options = RequestOptions()
    options.idColumn = idColumn
    options.sizeColumn = sizeColumn
    options.hasHeader = !noHeader
    options.hasTextIDs = textIds
    if let delimiter {
      guard let known = RequestOptions.Delimiter(delimiter) else {
        throw .usage(
          "--delimiter '\(delimiter)' separates nothing; expected one character like ';', or tab")
      }
      options.delimiter = known
    }
    if let binaryFormat {
      do { options.record = try BinaryRecord(parsing: binaryFormat) } catch {
        throw .usage("--binary-format: \(error)")
      }
    }
    return options
  }

  /// The first of these options that was given, as typed.
  var given: String? {
    if let idColumn { return "--id-column \(idColumn)" }
    if let sizeColumn { return "--size-column \(sizeColumn)" }
    if let delimiter { return "--delimiter \(delimiter)" }
    if noHeader { return "--no-header" }
    if textIds { return "--text-ids" }
    return binaryFormat.map { "--binary-format \($0)" }
  }
}
