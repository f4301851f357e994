import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollTraces

/// Capacities as typed, such as `100,1000` or `64MiB..4GiB:x2`, or as shares of the working set,
/// such as `1%,10%`.
struct CapacityList {
  /// A capacity of the list.
  struct Capacity: Sendable, Hashable {
    private enum Kind: Hashable {
      case whole(Int)
      case percent(Double)
    }

    /// The share as typed; `nil` for a capacity that is not a share.
    let share: String?
    private let kind: Kind

    fileprivate init(_ amount: Int) { (share, kind) = (nil, .whole(amount)) }
    fileprivate init(share: String, percent: Double) {
      (self.share, kind) = (share, .percent(percent))
    }

    /// Returns the capacity for a working set, which is the total size of a trace's images.
    ///
    /// A share gives at least 1.
    func amount(of workingSet: Int) -> Int {
      switch kind {
      case .whole(let amount): amount
      case .percent(let percent):
        max(1, Int((Double(workingSet) * percent / 100).rounded(.down)))
      }
    }
  }

  let capacities: [Capacity]
  /// A Boolean value that indicates whether a capacity was given as an amount of memory, such as
  /// `64MiB`.
  let hasUnits: Bool
  /// A Boolean value that indicates whether a capacity is a share of the working set.
  var hasShares: Bool { capacities.contains { $0.share != nil } }

  /// Parses the values of `--capacity`.
  /// - Throws: `CommandError` for a text that is no size and no share.
  init(_ texts: [String]) throws(CommandError) {
    var (capacities, hasUnits) = ([Capacity](), false)
    for part in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard !part.hasSuffix("%") else {
        capacities.append(try Self.share(String(part)))
        continue
      }
      let list = try SizeList.parse(String(part), option: "--capacity")
      hasUnits = hasUnits || list.hasUnits
      capacities += list.sizes.map { Capacity($0.bytes) }
    }
    (self.capacities, self.hasUnits) = (capacities, hasUnits)
  }

  /// Throws an error if images are counted and the list has sizes of memory, such as `64MiB`.
  func require(_ unit: CapacityUnit, typed texts: [String]) throws(CommandError) {
    guard unit == .bytes || !hasUnits else {
      throw .usage(
        "--capacity \(texts.joined(separator: ",")): items have no unit; "
          + "expected numbers like 100, or --unit bytes with a trace that has sizes")
    }
  }

  private static func share(_ text: String) throws(CommandError) -> Capacity {
    guard let percent = Double(text.dropLast()), percent > 0, percent <= 100 else {
      throw .usage(
        "--capacity '\(text)' is not a share of the working set; expected above 0 % to 100 "
          + "%, like 1%")
    }
    return Capacity(share: text, percent: percent)
  }
}

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

  /// Loads the stream with the sizes of its images, and determines the unit of capacities.
  /// - Throws: `CommandError` for a file that cannot be read, or that lacks the requested byte
  ///   sizes.
  func load() throws(CommandError) -> (log: RequestLog, unit: CapacityUnit) {
    let log = try RequestInput(format: traceFormat, columns: columns).load(trace, counting: false)
    if unit == .bytes, !log.hasSizes { throw Self.noSizes(trace) }
    if log.hasOperations {
      throw Self.hasOperations(trace, "curves and bounds apply only to requests")
    }
    return (log, unit ?? (log.hasSizes ? .bytes : .items))
  }

  /// Returns the error for a log that has operations other than requests, where only requests are
  /// possible.
  static func hasOperations(_ trace: String, _ reason: String) -> CommandError {
    CommandError(
      .badData,
      "\(trace): the file has operations that store or remove, but \(reason); keep only the "
        + "lines that request something")
  }

  static func noSizes(_ trace: String) -> CommandError {
    .usage(
      "--unit bytes: '\(trace)' has no sizes; expected a trace with sizes, or --unit items")
  }

  /// Parses capacities for a stream.
  ///
  /// `workingSet` is the size of its working set, in the given unit.
  /// - Throws: `CommandError` for a text that is not a size, and for sizes of memory where items
  ///   are counted.
  static func capacities(
    _ texts: [String], in unit: CapacityUnit, workingSet: @autoclosure () -> Int
  ) throws(CommandError) -> [Int] {
    let list = try CapacityList(texts)
    try list.require(unit, typed: texts)
    let whole = list.hasShares ? workingSet() : 0
    return list.capacities.map { $0.amount(of: whole) }
  }
}

/// The unit of a capacity.
enum CapacityUnit: String, ExpressibleByArgument, CaseIterable {
  case items, bytes
}

/// The options that describe the columns of a file, for formats without a description.
struct ColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of a CSV or binary file that has the ids: its name, or its number from 1.",
      discussion: "Default: id, obj_id, key or url, whichever has repeated values.",
      valueName: "column"))
  var idColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column that has the sizes (default: size, obj_size or bytes).",
      valueName: "column"))
  var sizeColumn: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character that separates fields, or tab (default: detected).", valueName: "character"))
  var delimiter: String?
  @Flag(help: "The first line of a CSV file is a request, not a header; columns have numbers.")
  var noHeader = false
  @Flag(help: "Ids of a CSV file are texts, such as addresses, not numbers.") var textIds = false
  @Option(
    help: ArgumentHelp(
      "The fields of a binary record, as in Python's struct: '<IQIq'.", valueName: "fields"))
  var binaryFormat: String?

  /// Returns the options for reading the file.
  /// - Throws: `CommandError` for an invalid separator or record.
  func options() throws(CommandError) -> RequestOptions {
    var options = RequestOptions()
    options.idColumn = idColumn
    options.sizeColumn = sizeColumn
    options.hasHeader = !noHeader
    options.hasTextIDs = textIds
    if let delimiter {
      guard let known = RequestOptions.Delimiter(delimiter) else {
        throw .usage(
          "--delimiter '\(delimiter)' is not a separator; expected one character like ';', or tab")
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
