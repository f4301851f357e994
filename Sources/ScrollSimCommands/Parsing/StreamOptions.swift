import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollTraces

/// A request stream and the unit of its capacities, for the commands that read streams.
struct StreamOptions: ParsableArguments {
  @Argument(
    help: "A scroll trace, or a request trace; - is standard input.", completion: .file())
  var trace: String
  @Option(
    help: ArgumentHelp(
      "One of auto, scroll, \(Catalog<RequestFormat>.names).", valueName: "format"),
    completion: .requestFormats)
  var traceFormat = "auto"
  @OptionGroup var columns: ColumnOptions
  @Option(help: "The unit of a capacity.") var unit: CapacityUnit?

  /// The stream with the sizes of its file, and the unit of a capacity.
  /// - Throws: `CommandError` for a file that cannot be read, or bytes that it does not have.
  func load() throws(CommandError) -> (log: RequestLog, unit: CapacityUnit) {
    let log = try RequestInput(format: traceFormat, columns: columns).load(trace, counting: false)
    if unit == .bytes, !log.hasSizes { throw Self.noSizes(trace) }
    return (log, unit ?? (log.hasSizes ? .bytes : .items))
  }

  static func noSizes(_ trace: String) -> CommandError {
    .usage(
      "--unit bytes: '\(trace)' has no sizes; expected a trace with sizes, or --unit items")
  }

  /// Capacities as typed, of a stream whose images weigh so much together in the unit.
  /// - Throws: `CommandError` for a text that is no size, and for memory where items are counted.
  static func capacities(
    _ texts: [String], in unit: CapacityUnit, workingSet: @autoclosure () -> Int
  ) throws(CommandError) -> [Int] {
    let list = try CapacityList(texts)
    try list.require(unit, typed: texts)
    let whole = list.hasShares ? workingSet() : 0
    return list.capacities.map { $0.amount(of: whole) }
  }
}
