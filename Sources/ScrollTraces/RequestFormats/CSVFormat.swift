import ScrollCaching

/// The format of lines with separated fields, with a header or without.
///
/// The separator is the requested one, or else the most frequent of comma, semicolon, tab and bar
/// in the first line, or else any number of blanks. The id column is the requested one, or else one
/// with a name in `idNames`. If several columns have such names, it is the first one in which a
/// value recurs, since a line number is not an id. The size column is the requested one, or else
/// one with a name in `sizeNames`, in upper or lower case. Other columns are ignored.
///
/// The user may request a column by its number from 1, and must do so if there is no header. The
/// names of the columns may be in a comment (`#`) before the first line. Ids are decimal numbers,
/// or texts if no id in the first lines is a number. A field may be in double quotation marks, but
/// must not contain a line break. Requests of size 0 are kept, empty lines are ignored.
///
/// A column of operations (`CSVOperation`) turns lines into stores and removals, and `op_count`
/// turns one line into a number of requests. With a column `ttl` (the lifetime in seconds) and a
/// column of times, an object whose lifetime has passed is removed before its next request, as in
/// memcached. The unit of times is that in the column's name, `time_ms`, else that in which they
/// are dates of this century if they have 13, 16 or 19 digits, else the second.
enum CSVFormat {
  static let idNames = [
    "id", "obj_id", "key", "object_id", "objectid", "obj", "object", "url", "uri", "path",
    "image", "image_id",
  ]
  static let sizeNames = [
    "size", "obj_size", "bytes", "object_size", "objectsize", "size_bytes", "content_length",
    "length",
  ]

  static let descriptor = RequestFormat(
    "csv", "Separated values with a header: id, key or url, optionally size.",
    sizes: .perhaps, endings: [".csv", ".tsv"], contents: "one request per line after the header",
    mismatch: { beginning in
      guard beginning.bytes.span.looksLikeText() else { return "no text" }
      guard let sample = ColumnSample(beginning), let names = sample.names else {
        return "its first line has no names"
      }
      let isOne = (try? CSVColumns(names, sample, RequestOptions(), in: "")) != nil
      return isOne ? nil : "its first line names no \(idNames[..<3].joined(separator: ", no "))"
    }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    var columns = try columns(of: &file, options)
    recorder.reading += ": \(columns.words)"
    recorder.doubts = columns.doubts
    if !options.includesSizes { columns.size = nil }
    if columns.size == nil { recorder.leaveOutSizes() }
    var hasBegun = !columns.hasHeader
    var (expiries, repeated) = ([UInt64: Double](), 0)
    var (latest, backward) = (-Double.infinity, [Int]())
    while let line = try file.nextLine() {
      let bytes = file.window.span
      guard !bytes.trimmed(line).isEmpty else { continue }
      if !hasBegun || recorder.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      guard hasBegun else {
        hasBegun = true
        continue
      }
      let idField = bytes.field(columns.id, of: line, columns.delimiter)
      let id = idField.flatMap { columns.hasTextIDs ? bytes.hash(of: $0) : bytes.decimal(in: $0) }
      guard let id else {
        throw wrong(
          "the id", idField, bytes, file.path, file.line,
          expected: columns.hasTextIDs
            ? "a text" : "a whole number from 0 to \(UInt64.max), or --text-ids for texts")
      }
      var size = 1
      if let column = columns.size {
        let field = bytes.field(column, of: line, columns.delimiter)
        let value = field.flatMap { bytes.decimal(in: $0) }.flatMap(Int.init(exactly:))
        // The sum of all sizes must be a number of bytes, too.
        guard let value, recorder.accepts(value) else {
          throw wrong(
            "the size", field, bytes, file.path, file.line,
            expected:
              "a whole number of bytes from 0, all of them adding up to at most \(Int.max)")
        }
        size = value
      }
      guard columns.hasOperations else {
        try recorder.append(id, size: size)
        continue
      }
      let (operation, repetitions) = try columns.operation(line, bytes, file.path, file.line)
      guard let operation else { continue }
      if let expiry = try columns.expiry(line, bytes, file.path, file.line) {
        if expiry.time < latest { backward.append(file.line) }
        latest = expiry.time
        // The time of an object starts with its first line, and with each line that stores it.
        if let old = expiries[id], expiry.time >= old {
          try recorder.append(id, size: 0, as: .removal)
          expiries[id] = nil
        }
        if expiry.lifetime > 0, expiries[id] == nil || operation == .store {
          expiries[id] = expiry.time + expiry.lifetime
        } else if operation == .store {
          expiries[id] = nil
        }
      }
      repeated += repetitions
      guard repeated <= CSVColumns.repetitionsLimit || repetitions < 2 else {
        throw .wrongLine(
          file: file.path, line: file.line, field: "the count", found: "'\(repetitions)'",
          expected: "at most \(CSVColumns.repetitionsLimit) requests in all counts together")
      }
      for _ in 0..<repetitions {
        guard recorder.accepts(size) else {
          throw .wrongLine(
            file: file.path, line: file.line, field: "the size", found: "\(size)",
            expected: "sizes that add up to at most \(Int.max)")
        }
        try recorder.append(id, size: operation == .removal ? 0 : size, as: operation)
      }
      if operation == .removal { expiries[id] = nil }
    }
    if let first = backward.first {
      let count = backward.count == 1 ? "one line" : "\(backward.count) lines"
      recorder.doubts.append(
        "the time goes backward in \(count), first in line \(first); lifetimes need lines by time")
    }
  }

  /// Returns the columns to use.
  private static func columns(
    of file: inout RequestBytes, _ options: RequestOptions
  ) throws(RequestFormatError) -> CSVColumns {
    let beginning = try file.beginning()
    let sample = ColumnSample(beginning, delimiter: options.delimiter?.byte)
    let line = beginning.firstText
    let delimiter =
      options.delimiter?.byte ?? sample?.delimiter
      ?? ColumnSample.delimiter(of: line.utf8) ?? UInt8(ascii: " ")
    guard options.hasHeader else {
      return try CSVColumns(withoutHeader: options, delimiter, in: file.path)
    }
    // The names are those of the sample, or else those of the first line.
    let names = sample?.names ?? ColumnSample.names(of: line, delimiter)
    let shown = beginning.bytes.span.quoted(beginning.firstLine)
    return try CSVColumns(names, sample, options, delimiter, shown: shown, in: file.path)
  }

  private static func wrong(
    _ name: String, _ field: Range<Int>?, _ bytes: Span<UInt8>, _ file: String, _ line: Int,
    expected: String
  ) -> RequestFormatError {
    .wrongLine(
      file: file, line: line, field: name, found: field.map { bytes.quoted($0) } ?? "missing",
      expected: expected)
  }
}

/// The fields of a line with the id and the size.
struct CSVColumns {
  /// The column of the id, from 0.
  let id: Int
  /// The column of the size, from 0; `nil` if there are no sizes.
  var size: Int?
  let delimiter: UInt8
  /// A Boolean value that indicates whether the first line holds the names.
  var hasHeader = true
  /// A Boolean value that indicates whether ids are texts.
  var hasTextIDs: Bool
  /// The columns of the operation, of the number of its repetitions, of the time and of the
  /// lifetime, from 0.
  private var operation, repetitions, time, lifetime: Int?
  /// The unit of the column of times.
  private var timeUnit = TimeUnit.seconds
  /// The names of all columns; empty if there are none.
  private var names: [String] = []
  /// Warnings about columns that the reader ignores.
  private(set) var doubts: [String] = []

  /// Finds the columns by names, or by numbers.
  /// - Throws: `RequestFormatError` for a column that does not exist.
  init(
    _ names: [String], _ sample: ColumnSample?, _ options: RequestOptions,
    _ delimiter: UInt8? = nil, shown: String? = nil, in file: String
  ) throws(RequestFormatError) {
    self.names = names
    self.delimiter = delimiter ?? sample?.delimiter ?? UInt8(ascii: ",")
    // Names in a comment are not in a data line.
    hasHeader = sample.map { $0.names == nil || $0.hasHeader } ?? true
    func missing(_ wanted: String) -> RequestFormatError {
      .wrongLine(
        file: file, line: 1, field: "the header",
        found: shown ?? "'\(String(names.joined(separator: ",").prefix(40)))'",
        expected: "a column named \(wanted)")
    }
    func place(_ asked: String) throws(RequestFormatError) -> Int {
      if let place = names.firstIndex(of: asked.lowercased()) { return place }
      if let number = Int(asked), names.indices.contains(number &- 1) { return number - 1 }
      throw missing(asked)
    }
    hasTextIDs = options.hasTextIDs
    if let asked = options.idColumn {
      id = try place(asked)
    } else {
      let usual = CSVFormat.idNames.compactMap { names.firstIndex(of: $0) }
      guard let first = usual.first else {
        throw missing(
          CSVFormat.idNames[..<3].joined(separator: ", ") + ", or the one of --id-column")
      }
      let rows = sample.flatMap { $0.rows.isEmpty ? nil : $0 }
      id = rows.flatMap { rows in usual.first { rows.recurs($0) } } ?? first
      if let rows, rows.numbers(id) == nil,
        rows.values(id).allSatisfy({ !$0.isEmpty && Int($0) == nil })
      {
        hasTextIDs = true
      }
    }
    findOperations(sample)
    if let asked = options.sizeColumn {
      size = try place(asked)
    } else {
      size = CSVFormat.sizeNames.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
  }

  private mutating func findOperations(_ sample: ColumnSample?) {
    guard let sample, !sample.rows.isEmpty else { return }
    let names = names
    func column(_ known: [String]) -> Int? {
      known.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    operation = names.indices.first { column in
      column != id && sample.consists(column, of: CSVOperation.allWords)
        && (CSVOperation.columns.contains(names[column])
          || Set(sample.values(column).map { $0.lowercased() }).count > 1)
    }
    if operation == nil { doubtOperations(sample) }
    repetitions = column(["op_count", "opcount"])
    guard let ttl = column(["ttl", "ttl_s", "ttl_seconds"]),
      sample.numbers(ttl)?.contains(where: { $0 > 0 }) ?? false
    else { return }
    let words = ["time", "timestamp", "ts", "t", "op_time", "clock"]
    time = column(
      words + words.flatMap { word in TimeUnit.allCases.map { "\(word)_\($0.rawValue)" } })
    guard let time, sample.values(time).allSatisfy({ Double($0) != nil }) else {
      time = nil
      doubts.append("column '\(names[ttl])' is not used, because no column has times")
      return
    }
    lifetime = ttl
    timeUnit = TimeUnit(name: names[time]) ?? TimeUnit(sample.values(time)) ?? .seconds
  }

  /// Warns of a column of operations that is not used, because some of its values are unknown.
  private mutating func doubtOperations(_ sample: ColumnSample) {
    func isKnown(_ word: Substring) -> Bool { CSVOperation.allWords.contains(word.lowercased()) }
    for column in names.indices where column != id && CSVOperation.columns.contains(names[column]) {
      let values = sample.values(column)
      guard values.contains(where: isKnown), let other = values.first(where: { !isKnown($0) })
      else { continue }
      doubts.append(
        "column '\(names[column])' is not used, because '\(other.prefix(40))' is not a known "
          + "operation; every line counts as a request")
    }
  }

  /// The maximum number of requests of one line, and of all lines with a number of repetitions.
  private static let repetitionLimit = UInt64(1_000_000)
  static let repetitionsLimit = 200_000_000

  /// A Boolean value that indicates whether a line may be something other than one request.
  var hasOperations: Bool { operation != nil || repetitions != nil || lifetime != nil }

  /// Returns the operation of a line and the number of its repetitions; `nil` for one that touches
  /// no content.
  /// - Throws: `RequestFormatError` for an unknown operation, and for an invalid number.
  func operation(
    _ line: Range<Int>, _ bytes: borrowing Span<UInt8>, _ path: String, _ number: Int
  ) throws(RequestFormatError) -> (RequestStream.Operation?, Int) {
    var found = CSVOperation.request
    if let operation {
      let field = bytes.field(operation, of: line, delimiter)
      guard let known = field.flatMap({ CSVOperation(word: bytes.text(in: $0).lowercased()) })
      else {
        throw .wrongLine(
          file: path, line: number, field: "the operation",
          found: field.map { bytes.quoted($0) } ?? "missing",
          expected: "one like get, set or delete")
      }
      found = known
    }
    guard found == .request, let repetitions else { return (found.operation, 1) }
    let field = bytes.field(repetitions, of: line, delimiter)
    guard let count = field.flatMap({ bytes.decimal(in: $0) }), count <= Self.repetitionLimit else {
      throw .wrongLine(
        file: path, line: number, field: "the count",
        found: field.map { bytes.quoted($0) } ?? "missing",
        expected: "a whole number up to \(Self.repetitionLimit)")
    }
    return (.request, Int(count))
  }

  /// Returns the time of a line and its lifetime; `nil` if lifetimes are not used.
  /// - Throws: `RequestFormatError` for a time that is not a number.
  func expiry(
    _ line: Range<Int>, _ bytes: borrowing Span<UInt8>, _ path: String, _ number: Int
  ) throws(RequestFormatError) -> (time: Double, lifetime: Double)? {
    guard let time, let lifetime else { return nil }
    let field = bytes.field(time, of: line, delimiter)
    guard let now = field.flatMap({ Double(bytes.text(in: $0)) }), now.isFinite else {
      throw .wrongLine(
        file: path, line: number, field: "the time",
        found: field.map { bytes.quoted($0) } ?? "missing", expected: "a number of \(timeUnit)")
    }
    let stated = bytes.field(lifetime, of: line, delimiter).flatMap { Double(bytes.text(in: $0)) }
    return (now * timeUnit.seconds, stated ?? 0)
  }

  /// Finds the columns by numbers only.
  /// - Throws: `RequestFormatError` for a name, which needs a header.
  init(
    withoutHeader options: RequestOptions, _ delimiter: UInt8, in file: String
  ) throws(RequestFormatError) {
    self.delimiter = delimiter
    hasHeader = false
    hasTextIDs = options.hasTextIDs
    func place(_ asked: String?, _ what: String) throws(RequestFormatError) -> Int? {
      guard let asked else { return nil }
      guard let number = Int(asked), (1...100_000).contains(number) else {
        throw .wrongLine(
          file: file, line: 1, field: "the column of the \(what)", found: "'\(asked)'",
          expected: "its number from 1, since there is no header")
      }
      return number - 1
    }
    id = try place(options.idColumn, "ids") ?? 0
    size = try place(options.sizeColumn, "sizes")
  }

  /// The columns in words: `id = column 2 'key', size = column 3 'size'; not used: time, op`.
  var words: String {
    func column(_ place: Int) -> String {
      "column \(place + 1)" + (place < names.count ? " '\(names[place].prefix(40))'" : "")
    }
    let further = [
      ("operation", operation), ("count of requests", repetitions),
      ("time", lifetime == nil ? nil : time),
      ("lifetime", lifetime),
    ].compactMap { name, place in place.map { (name, $0) } }
    let used = [id, size].compactMap { $0 } + further.map(\.1)
    let unused = names.indices.filter { !used.contains($0) }.map { String(names[$0].prefix(40)) }
    return "id = \(column(id))" + (hasTextIDs ? " as text" : "")
      + (size.map { ", size = \(column($0))" } ?? ", no sizes")
      + further.map { ", \($0) = \(column($1))" + ($1 == time ? " in \(timeUnit)" : "") }.joined()
      + (unused.isEmpty ? "" : "; not used: \(unused.prefix(8).joined(separator: ", "))")
  }
}

/// The unit of a column of times.
private enum TimeUnit: String, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The seconds in one unit.
  var seconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// Creates the unit at the end of a column's name, `time_ms`; `nil` without a unit.
  init?(name: String) {
    guard let unit = Self.allCases.first(where: { name.hasSuffix("_\($0.rawValue)") }) else {
      return nil
    }
    self = unit
  }

  /// Creates the unit in which all times are dates from 2001 to 2286; `nil` for other times.
  init?(_ times: [Substring]) {
    let numbers = times.compactMap { Double($0) }.filter { $0.isFinite }
    let unit = Self.allCases.first { unit in
      numbers.allSatisfy { 1e9..<1e10 ~= $0 * unit.seconds }
    }
    guard let unit, !numbers.isEmpty else { return nil }
    self = unit
  }
}

/// An operation in the terms of caches and object stores.
enum CSVOperation {
  case request, store, removal
  /// An operation that neither brings nor changes content.
  case other

  /// The names of columns of operations.
  static let columns: Set = [
    "op", "operation", "command", "cmd", "verb", "method", "request_type", "opcode", "op_name",
  ]

  private static let words: [(CSVOperation, [String])] = [
    (.request, ["get", "gets", "gat", "get_lease", "read", "lookup", "rest.get.object"]),
    (
      .store,
      [
        "set", "set_lease", "put", "write", "add", "replace", "cas", "append", "prepend", "incr",
        "decr", "insert", "store", "rest.put.object", "rest.copy.object",
      ]
    ),
    (.removal, ["delete", "del", "remove", "invalidate", "purge", "rest.delete.object"]),
    (.other, ["head", "touch", "exists", "rest.head.object", "options"]),
  ]

  /// All words of operations, in lower case.
  static let allWords = Set(words.flatMap(\.1))

  private static let byWord = Dictionary(
    words.flatMap { operation, words in words.map { ($0, operation) } },
    uniquingKeysWith: { first, _ in first })

  /// Creates the operation of a word in lower case; `nil` for any other word.
  init?(word: String) {
    guard let operation = Self.byWord[word] else { return nil }
    self = operation
  }

  /// The operation of a stream; nil for one that touches no content.
  var operation: RequestStream.Operation? {
    switch self {
    case .request: .request
    case .store: .store
    case .removal: .removal
    case .other: nil
    }
  }
}

extension Span<UInt8> {
  /// Returns a field of a line, trimmed and without its quotation marks; `nil` if the line has
  /// fewer fields.
  ///
  /// If the separator is a blank, any number of blanks counts as one.
  func field(_ column: Int, of line: Range<Int>, _ delimiter: UInt8) -> Range<Int>? {
    let isBlank = delimiter == UInt8(ascii: " ")
    let line = isBlank ? trimmed(line) : line
    var (start, index, seen, isQuoted) = (line.lowerBound, line.lowerBound, 0, false)
    while index <= line.upperBound {
      let isEnd = index == line.upperBound
      if isEnd || !isQuoted && (self[index] == delimiter || isBlank && self.isBlank(index)) {
        if seen == column { return unquoted(trimmed(start..<index)) }
        if isEnd { return nil }
        if isBlank { while index + 1 < line.upperBound, self.isBlank(index + 1) { index += 1 } }
        (start, seen) = (index + 1, seen + 1)
      } else if self[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      index += 1
    }
    return nil
  }

  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    guard field.count >= 2, self[field.lowerBound] == quote, self[field.upperBound - 1] == quote
    else { return field }
    return field.lowerBound + 1..<field.upperBound - 1
  }

  /// Returns a number for a text; `nil` for an empty one.
  ///
  /// The hash is FNV-1a of 64 bits (G. Fowler, L. Noll, K. Vo), the same in every run: of a hundred
  /// million texts two collide with a probability of 0.03 %.
  func hash(of text: Range<Int>) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in text { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01b3 }
    return hash
  }
}
