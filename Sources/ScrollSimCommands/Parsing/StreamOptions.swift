import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollTraces

/// The unit of a capacity.
enum CapacityUnit: String, ExpressibleByArgument, CaseIterable {
  case items, bytes
}

/// Which columns of a file have what, where it names them.
struct ColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of a CSV file with the ids, by its name (default: id, obj_id or key).",
      valueName: "name"))
  var idColumn: String?
}

/// A request stream and the unit of its capacities, for the commands that read streams.
struct StreamOptions: ParsableArguments {
  @Argument(help: "A scroll trace, or a request trace.", completion: .file()) var trace: String
  @Option(
    help: ArgumentHelp(
      "One of auto, scroll, \(Catalog<RequestFormat>.names).", valueName: "format"),
    completion: .requestFormats)
  var traceFormat = "auto"
  @OptionGroup var columns: ColumnOptions
  @Option(help: "The unit of a capacity.") var unit: CapacityUnit?

  /// The stream with the sizes of its file, and the unit of a capacity.
  /// - Throws: `CommandError` for a file that cannot be read, or bytes that it does not have.
  func load() throws(CommandError) -> (stream: RequestStream, unit: CapacityUnit) {
    let stream = try RequestInput.load(
      trace, format: traceFormat, idColumn: columns.idColumn, counting: false)
    if unit == .bytes, stream.sizes == nil { throw Self.noSizes(trace) }
    return (stream, unit ?? (stream.sizes == nil ? .items : .bytes))
  }

  static func noSizes(_ trace: String) -> CommandError {
    .usage(
      "--unit bytes: '\(trace)' has no sizes; expected a trace with sizes, or --unit items")
  }

  /// Capacities as typed.
  /// - Throws: `CommandError` for a text that is no size, and for memory where items are counted.
  static func capacities(
    _ texts: [String], in unit: CapacityUnit
  ) throws(CommandError) -> [Int] {
    var capacities: [Int] = []
    for text in texts {
      let list = try SizeList.parse(text, option: "--capacity")
      guard unit == .bytes || !list.hasUnits else {
        throw .usage(
          "--capacity \(texts.joined(separator: ",")): items have no unit; "
            + "expected numbers like 100, or --unit bytes with a trace that has sizes")
      }
      capacities += list.sizes.map(\.bytes)
    }
    return capacities
  }
}
