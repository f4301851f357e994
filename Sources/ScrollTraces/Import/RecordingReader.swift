public import ScrollLayout

/// A reader for a recorded scroll in any format, which converts it into the rows that `CSVImporter`
/// reads.
///
///     let rows = try RecordingReader(player: content.player).load("scroll.json")
///     let trace = try importer.parse(rows.bytes, file: "scroll.json")
///
/// - Complexity: O(1) per byte. Memory is taken by the file, the rows and the data of the format's
///   reader: at most 128 bytes for each byte of the file, plus the rows of a day.
public struct RecordingReader: Sendable {
  /// The format; `nil` to detect it by the content.
  public var format: RecordingFormat?
  /// The columns of times and offsets; `nil` to find them by their names.
  public var time: ColumnChoice?, offset: ColumnChoice?
  public var touch: String?
  /// The number of pixels per point, for offsets in pixels.
  public var scale = 1.0
  /// A Boolean value that indicates whether the user gave the scale.
  public var isScaleGiven = false
  /// A Boolean value that indicates whether the recording has rows only while the content moves, as
  /// scroll events do.
  ///
  /// If `true`, the content rests in longer gaps between rows.
  public var hasMovesOnly = false
  /// A Boolean value that indicates whether invalid rows are left out and listed.
  ///
  /// The `problems` of the result list these rows. If they are more than a tenth of all rows,
  /// reading fails with the first problem.
  package var leavesOutRows = false
  /// The axis of the offset that counts.
  public var axis = Layout.Axis.vertical
  /// The player that determines the movement of content under recorded fingers and after them.
  public var player: GesturePlayer

  public init(player: GesturePlayer) { self.player = player }

  /// Reads a file.
  /// - Throws: `TraceError` for the first error.
  public func load(_ path: String) throws(TraceError) -> RecordingRows {
    try read(try InputFile.readText(path), file: path)
  }

  /// Reads the bytes of a file, with `file` as its name in messages.
  public func read(_ bytes: [UInt8], file: String) throws(TraceError) -> RecordingRows {
    let source = RecordingSource(bytes: bytes, file: file)
    let found: RecordingFormat
    if let format { found = format } else { found = try .detect(bytes, file: file) }
    switch found {
    case .csv:
      var table = CSVTable(bytes, file: file)
      // The importer reports the error of a file that is not a table.
      guard let names = try? table.readNames() else { return RecordingRows(file: source) }
      guard var columns = plainColumns(of: table, names, in: source) else {
        return try rows(of: table, in: source)
      }
      try columns.check(table, in: source)
      var rows = RecordingRows(file: source)
      rows.note = columns.note
      return rows
    case .json: return try rows(of: JSONTable(bytes, file: file), in: source)
    case .traceEvents: return try TraceEventReader(self, source).rows()
    case .pointerEvents:
      if JSONReader(bytes, file: file).beginsValue {
        return try PointerEventReader(self, source).rows(of: JSONTable(bytes, file: file))
      }
      return try PointerEventReader(self, source).rows(of: CSVTable(bytes, file: file))
    }
  }

  /// Returns the columns of a file that is the CSV that `CSVImporter` reads; `nil` for any other.
  private func plainColumns(
    of table: CSVTable, _ names: [String], in source: RecordingSource
  ) -> ScrollColumns? {
    guard table.separator == UInt8(ascii: ","), !table.namesSeparator, time == nil, offset == nil,
      touch == nil,
      !hasMovesOnly, !leavesOutRows
    else { return nil }
    // A carousel whose rows have only one offset moves by that offset.
    var asked = self
    if axis == .horizontal, !names.contains("scroll_x") { asked.axis = .vertical }
    let columns = try? ScrollColumns(
      among: names, asked, at: table.namesPlace ?? RecordingPlace(), in: source)
    guard columns?.time.name == "t_ms", columns?.offset.name == "scroll_y" else { return nil }
    return columns
  }

  private func rows(
    of table: some RecordingTable, in source: RecordingSource
  ) throws(TraceError) -> RecordingRows {
    var table = table
    let whole = table
    // An error about the names of columns comes before those of rows.
    if var lines = table as? CSVTable, let names = try? lines.readNames() {
      _ = try ScrollColumns(
        among: names, self, at: lines.namesPlace ?? RecordingPlace(), in: source)
    }
    var problems: [TraceError] = []
    func nextRow() throws(TraceError) -> RecordingRow? {
      while true {
        do { return try table.nextRow() } catch {
          guard leavesOutRows, table.continuesAfterErrors else { throw error }
          problems.append(error)
        }
      }
    }
    guard var row = try nextRow() else {
      throw problems.first
        ?? TraceError(
          file: source.file, subject: .file, found: .fact("has no samples"),
          expected: "a row for each")
    }
    var columns = try ScrollColumns(
      among: row.names, self, at: table.namesPlace ?? row.place, in: source)
    try columns.check(whole, in: source)
    var rows = ScrollRows(columns, hasMovesOnly: hasMovesOnly, of: source)
    repeat {
      do { try rows.append(row) } catch {
        guard leavesOutRows else { throw error }
        problems.append(error)
      }
      guard let next = try nextRow() else { break }
      row = next
    } while true
    rows.finish(problems, columns.note)
    if rows.rows.isMostlyProblems, let first = problems.first { throw first }
    return rows.rows
  }
}

extension JSONReader {
  /// A Boolean value that indicates whether an object or an array begins here.
  var beginsValue: Bool { next == UInt8(ascii: "{") || next == UInt8(ascii: "[") }
}

/// The rows of a table with offsets, in milliseconds and points.
struct ScrollRows {
  private(set) var rows: RecordingRows
  private let columns: ScrollColumns
  private let hasMovesOnly: Bool
  private let source: RecordingSource
  private var last: (time: Double, offset: Double, others: [ArraySlice<UInt8>])?
  /// A Boolean value that indicates whether a row has the viewport in the pixels of a phone.
  private var hasPhonePixels = false

  init(_ columns: ScrollColumns, hasMovesOnly: Bool, of source: RecordingSource) {
    self.columns = columns
    self.hasMovesOnly = hasMovesOnly
    self.source = source
    let touch = columns.touch == nil ? [] : ["touch"]
    var names = ["t_ms": columns.time.name, "scroll_y": columns.offset.name]
    names["touch"] = columns.touch
    rows = RecordingRows(
      ["t_ms", "scroll_y"] + touch + columns.others, names: names, of: source)
  }

  /// Adds the rows that are left out, and the sentences about what was guessed.
  mutating func finish(_ problems: [TraceError], _ note: String?) {
    rows.problems = problems
    let viewport =
      hasPhonePixels ? "width and height are read as pixels, as the offsets are" : nil
    let notes = [note, viewport].compactMap { $0 }
    if !notes.isEmpty { rows.note = notes.joined(separator: "; ") }
  }

  mutating func append(_ row: RecordingRow) throws(TraceError) {
    let time = try number(columns.time, "a time", row)
    let offset = try number(columns.offset, "an offset", row)
    var others: [ArraySlice<UInt8>] = []
    if let touch = columns.touch { others.append(row[touch] ?? []) }
    for name in columns.others { others.append(try value(name, row)) }
    if hasMovesOnly, let last, offset != last.offset,
      time - last.time > RecordingRows.longestStep
    {
      rows.append(
        time - RecordingRows.frame, last.offset, last.others, at: row.place)
    }
    rows.append(time, offset, others, at: row.place)
    last = (time, offset, others)
  }

  /// Returns the value of a further column.
  ///
  /// If the offsets are in pixels, a viewport that can only be in pixels, too, is converted.
  private mutating func value(
    _ name: String, _ row: RecordingRow
  ) throws(TraceError) -> ArraySlice<UInt8> {
    let value = row[name] ?? []
    guard columns.offset.isInPixels, ["width", "height"].contains(name),
      let width = row["width"].flatMap({ Double(recorded: $0) }),
      let height = row["height"].flatMap({ Double(recorded: $0) }),
      TraceHeader.sides.contains(width), TraceHeader.sides.contains(height),
      ViewportSize(width: width, height: height).looksLikePhonePixels
    else { return value }
    hasPhonePixels = true
    let side = (name == "width" ? width : height) * columns.offset.factor
    var text: [UInt8] = []
    Millionths(side).append(to: &text)
    return text[...]
  }

  private func number(
    _ column: ScrollColumns.Numbers, _ what: String, _ row: RecordingRow
  ) throws(TraceError) -> Double {
    let text = row[column.name]
    let number =
      try source.number(text, column.name, at: row.place, expected: "\(what) as a number")
      * column.factor
    // This number of milliseconds is 285 years: it includes dates, but not microseconds since 1970.
    guard abs(number) < 9e12 else {
      throw source.error(
        row.place, field: column.name, .text(ClippedText(bytes: text ?? [])),
        expected: "\(what) below 9e12 ms or pt, or a unit with its name, as t:us")
    }
    return number
  }
}

/// The columns of a recording with its times, offsets and touches, found by their names.
struct ScrollColumns {
  /// A column of numbers.
  struct Numbers: Equatable {
    let name: String
    /// The number of milliseconds, or points, in one unit.
    var factor: Double
    /// A Boolean value that indicates whether the file or the user names the unit.
    var isUnitNamed = false
    /// A Boolean value that indicates whether the user names the unit, which is not checked.
    var isUnitAsked = false
    /// A Boolean value that indicates whether these are offsets in pixels.
    var isInPixels = false
  }

  var time: Numbers
  let offset: Numbers
  let touch: String?
  /// The columns with the same meaning as in a CSV of scrollsim.
  let others: [String]
  /// Clauses about what was guessed.
  private var notes: [String] = []
  /// A sentence about what was guessed; `nil` without a guess.
  var note: String? { notes.isEmpty ? nil : notes.joined(separator: "; ") }

  /// The known names, in lower case and without a unit; the first one in the file counts.
  private static let times = ["t", "time", "timestamp"]
  private static let touches = ["touch", "touching", "dragging", "isdragging", "tracking"]
  private static let kept = ["phase", "width", "height", "visible", "src"]

  private static func offsets(along axis: Layout.Axis) -> [String] {
    let (letter, side) = axis == .vertical ? ("y", "top") : ("x", "left")
    return [
      "scroll_\(letter)", "scroll\(letter)", "scroll\(side)", "offset", "offset_\(letter)",
      "offset\(letter)", "contentoffset.\(letter)", "nativeevent.contentoffset.\(letter)", letter,
    ]
  }

  /// Finds the columns.
  /// - Throws: `TraceError` if a necessary column is missing, with the columns of the file.
  init(
    among names: [String], _ asked: RecordingReader, at place: RecordingPlace,
    in source: RecordingSource
  ) throws(TraceError) {
    func missing(_ what: String, orNamedBy option: String? = nil) -> TraceError {
      let shown = names.prefix(12).map { "\(ClippedText($0))" }.joined(separator: ", ")
      return source.error(
        place,
        .fact(names.isEmpty ? "has nothing" : "has '\(shown)'\(names.count > 12 ? " ..." : "")"),
        expected: what + (option.map { ", or \($0) NAME[:UNIT] to name it" } ?? ""))
    }
    var notes: [String] = []
    /// Returns the first of the columns with a known name, and notes the others.
    func first(
      _ known: [String], _ what: String
    ) -> (name: String, unit: RecordingUnit?)? {
      let found = Self.find(known, among: names)
      let others = found.dropFirst().filter { $0.name != found[0].name }
      if !others.isEmpty {
        notes.append(
          "the \(what) are those of '\(ClippedText(found[0].name))', not of "
            + others.map { "'\(ClippedText($0.name))'" }.joined(separator: " or "))
      }
      return found.first
    }
    func find(
      _ choice: ColumnChoice?, _ known: [String], _ what: String, _ option: String, isTime: Bool
    ) throws(TraceError) -> Numbers {
      let found: (name: String, unit: RecordingUnit?)
      if let choice {
        guard names.contains(choice.name) else {
          throw missing("the column '\(ClippedText(choice.name))' of \(option)")
        }
        found = (choice.name, choice.unit ?? RecordingUnit.split(choice.name)?.unit)
      } else {
        guard let column = first(known, isTime ? "times" : "offsets") else {
          throw missing(what, orNamedBy: option)
        }
        found = column
      }
      let unit = found.unit ?? (isTime ? .milliseconds : .points)
      guard unit.isTime == isTime else {
        throw source.error(
          place, field: found.name, .fact("counts \(unit.rawValue)"),
          expected: isTime ? "s, ms, us or ns" : "pt or px")
      }
      guard unit != .pixels || asked.scale != 1 || asked.isScaleGiven else {
        throw source.error(
          place, field: found.name, .fact("counts pixels"),
          expected: "--scale with the pixels per point, like 3 on most phones")
      }
      return Numbers(
        name: found.name, factor: unit.factor(scale: asked.scale), isUnitNamed: found.unit != nil,
        isUnitAsked: choice?.unit != nil, isInPixels: unit == .pixels)
    }
    time = try find(
      asked.time, Self.times, "a column of times, like t_ms", "--time-column", isTime: true)
    offset = try find(
      asked.offset, Self.offsets(along: asked.axis), "a column of offsets, like scroll_y",
      "--offset-column", isTime: false)
    if let touch = asked.touch {
      guard names.contains(touch) else {
        throw missing("the column '\(ClippedText(touch))' of --touch-column")
      }
      self.touch = touch
    } else {
      touch = first(Self.touches, "touches")?.name
    }
    others = Self.kept.filter(names.contains)
    self.notes = notes
    for name in [time.name, offset.name] + (touch.map { [$0] } ?? []) + others
    where names.count(where: { $0 == name }) > 1 {
      throw source.error(
        place, field: name, .fact("is there twice"), expected: "every column once")
    }
  }

  /// Checks the times and offsets of all rows for sense, and determines a unit that is not named.
  /// - Throws: `TraceError` for times and offsets that make no sense in any unit, or not in theirs.
  mutating func check(
    _ table: some RecordingTable, in source: RecordingSource
  ) throws(TraceError) {
    let rate = SampleRate(of: table, time, offset)
    if let found = try rate.unit(of: time, in: source) {
      time.factor = found.factor(scale: 1)
      notes.append(
        "'\(ClippedText(time.name))' is read as \(found.words), which gives the rate of a display")
    } else if let note = try rate.steps(of: time, in: source) {
      notes.append(note)
    }
    guard !offset.isUnitAsked, OffsetRange(of: table, offset).isFraction else { return }
    throw TraceError(
      file: source.file, subject: .field("\(ClippedText(offset.name))"),
      found: .fact("lies within 0 to 1, as a fraction of the content does"),
      expected: "points or pixels, so the fraction times the length of the content, or "
        + "--offset-column '\(ClippedText(offset.name)):pt' if these are points")
  }

  /// Returns the columns with known names and the units in their names, the best first.
  private static func find(
    _ known: [String], among names: [String]
  ) -> [(name: String, unit: RecordingUnit?)] {
    var found: [(name: String, unit: RecordingUnit?)] = []
    for word in known {
      for name in names {
        if name.lowercased() == word {
          found.append((name, nil))
        } else if let (bare, unit) = RecordingUnit.split(name), bare.lowercased() == word {
          found.append((name, unit))
        }
      }
    }
    return found
  }
}

/// Rows under a line with the names of their columns.
///
/// The separators are commas, semicolons, tabs or bars, whichever is most frequent in the first
/// line.
///
/// Fields may be in quotation marks (RFC 4180), within which a line does not end. Empty lines and
/// lines that begin with `#` are skipped.
///
/// - Complexity: O(1) per byte; memory is that of one row.
struct CSVTable: RecordingTable {
  var continuesAfterErrors: Bool { names != nil }

  private var lines: LineReader
  /// The delimiter.
  private(set) var separator = UInt8(ascii: ",")
  /// A Boolean value that indicates whether the first line is `sep=` and the delimiter, as in the
  /// files of some spreadsheets.
  private(set) var namesSeparator = false
  /// The names of the columns; `nil` before the first line.
  private(set) var names: [String]?
  private(set) var namesPlace: RecordingPlace?

  init(_ bytes: [UInt8], file: String) { lines = LineReader(bytes, file: file) }

  /// Reads the first line, unless it was read already.
  mutating func readNames() throws(TraceError) -> [String] {
    if let names { return names }
    var first = try lines.nextLine()
    if let mark = first, mark.count <= 5, mark.starts(with: "sep=".utf8) {
      // A tab at the end of a line is cut off.
      separator = mark.count == 5 ? mark[mark.endIndex - 1] : UInt8(ascii: "\t")
      namesSeparator = true
      first = try lines.nextLine()
    }
    guard let line = first else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"),
        expected: "a first line that names the columns")
    }
    if !namesSeparator { separator = ColumnSample.delimiter(of: line) ?? separator }
    let found = fields(line).map { $0.text }
    names = found
    namesPlace = RecordingPlace(line: lines.number)
    return found
  }

  mutating func nextRow() throws(TraceError) -> RecordingRow? {
    let names = try readNames()
    guard let line = try lines.nextLine() else { return nil }
    var (values, rest) = ([ArraySlice<UInt8>](), line)
    while !rest.isEmpty, values.count < names.count {
      values.append(rest.popCSVField(before: separator))
    }
    try lines.expectEnd(rest, of: line, after: names.count, before: separator)
    while values.count < names.count { values.append([]) }
    if separator != UInt8(ascii: ",") { values = values.map(\.withDecimalPoint) }
    return RecordingRow(
      place: RecordingPlace(line: lines.number), names: names, values: values)
  }

  /// Checks that none of some columns is there twice.
  func expectOnce(_ columns: [String]) throws(TraceError) {
    for name in columns where names?.count(where: { $0 == name }) ?? 0 > 1 {
      throw TraceError(
        file: lines.file, line: namesPlace?.line, subject: .field(name),
        found: .fact("is there twice"), expected: "every column once")
    }
  }

  private func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var rest = line
    repeat { fields.append(rest.popCSVField(before: separator)) } while !rest.isEmpty
    return fields
  }
}

/// The sampling rate of a recording, which reveals the unit of its times.
///
/// A display samples 30 to 240 times a second; a log of moves seldom has fewer than ten samples a
/// second.
struct SampleRate {
  /// The usual times between two samples of displays and of logs of moves, in milliseconds.
  private static let steps = 3.0...110
  /// The lower and the upper limit of the time between two samples of a scroll, in milliseconds.
  private static let impossible = (below: 0.9, above: 2000.0)
  private static let rows = 5000
  /// The number of rows in a row whose movement shows the speed of a scroll.
  private static let window = 50
  /// The most points that a scroll moves in a millisecond for longer: 20 screens of 844 points in a
  /// second, more than twice the fastest fling of a phone.
  private static let fastest = 16.88

  /// The median time between two samples, in the unit of the column and without times of 0; `nil`
  /// for fewer than four samples.
  private let step: Double?
  /// A Boolean value that indicates whether the times count: whole numbers whose usual step is 1.
  private let counts: Bool
  /// The largest median movement, in points a row, of rows in a row.
  private let fastest: Double

  init(
    of table: some RecordingTable, _ time: ScrollColumns.Numbers,
    _ offset: ScrollColumns.Numbers? = nil
  ) {
    var table = table
    var (times, offsets) = ([Double](), [Double]())
    while times.count < Self.rows, let row = table.nextReadableRow() {
      if let text = row[time.name], let number = Double(recorded: text) { times.append(number) }
      if let offset, let text = row[offset.name], let number = Double(recorded: text) {
        offsets.append(number * offset.factor)
      }
    }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    step = steps.count < 3 ? nil : steps[steps.count / 2]
    counts = step == 1 && times.allSatisfy { $0 == $0.rounded() }
    let moves = zip(offsets, offsets.dropFirst()).map { abs($1 - $0) }
    let length = min(Self.window, moves.count)
    guard counts, length >= 8 else {
      fastest = 0
      return
    }
    fastest =
      stride(from: 0, through: moves.count - length, by: max(1, length / 2))
      .map { moves[$0..<$0 + length].sorted()[length / 2] }.max() ?? 0
  }

  /// Returns a clause about times that rise by one millisecond from one row to the next.
  ///
  /// A fast mouse has a thousand samples a second, but numbers of frames and whole seconds rise by
  /// one, too.
  /// - Returns: `nil` for other times, and for times whose unit the user names.
  /// - Throws: `TraceError` if no scroll is as fast as that.
  func steps(
    of time: ScrollColumns.Numbers, in source: RecordingSource
  ) throws(TraceError) -> String? {
    guard counts, time.factor == 1, !time.isUnitAsked else { return nil }
    let shown = ClippedText(time.name)
    guard fastest > Self.fastest else {
      return "'\(shown)' is read as milliseconds, which gives 1000 samples a second; frame numbers "
        + "must be multiplied by the time of a frame, and seconds need --time-column '\(shown):s'"
    }
    throw TraceError(
      file: source.file, subject: .field("\(shown)"),
      found: .fact(
        "rises by 1 ms from one row to the next, while the scroll moves by "
          + "\(Millionths(min(fastest, 1e9)).double) pt"),
      expected: "milliseconds: frame numbers times the time of a frame, "
        + "--time-column '\(shown):s' if these are seconds, or --time-column '\(shown):ms' if there "
        + "are 1000 samples a second")
  }

  /// Returns the unit that the times must have according to their steps.
  /// - Returns: `nil` for the assumed unit.
  /// - Throws: `TraceError` if no unit makes sense, or if the file states a unit and only another
  ///   one makes sense.
  func unit(
    of time: ScrollColumns.Numbers, in source: RecordingSource
  ) throws(TraceError) -> RecordingUnit? {
    guard let step, !time.isUnitAsked else { return nil }
    let assumed = step * time.factor
    guard assumed < Self.impossible.below || assumed > Self.impossible.above else { return nil }
    let sensible = RecordingUnit.allCases.first {
      $0.isTime && Self.steps.contains(step * $0.factor(scale: 1))
    }
    if let sensible, !time.isUnitNamed { return sensible }
    let shown = ClippedText(time.name)
    // Steps beyond the range of `Millionths` are shown without rounding.
    let rise = assumed < 9e12 ? Millionths(assumed).double : assumed
    let remedy = sensible.map {
      "--time-column '\(shown):\($0.rawValue)' if these are \($0.words)"
    }
    throw TraceError(
      file: source.file, subject: .field("\(shown)"),
      found: .fact("rises by \(rise) ms from one sample to the next"),
      expected: "the rate of a display, 4 to 33 ms, or "
        + (remedy ?? "--time-column '\(shown):UNIT' with s, ms, us or ns"))
  }
}

/// The range of the offsets of a recording, which reveals fractions.
struct OffsetRange {
  /// Fractions of the content, with some overscroll.
  private static let fractions = -0.25...1.25

  /// A Boolean value that indicates whether the offsets are fractions of the content: they change,
  /// not only by whole numbers, but never leave the range of a fraction.
  let isFraction: Bool

  /// Reads offsets up to the first that is no fraction.
  init(of table: some RecordingTable, _ offset: ScrollColumns.Numbers) {
    var table = table
    var (count, hasPart, first, moves) = (0, false, Double?.none, false)
    while let row = table.nextReadableRow() {
      guard let text = row[offset.name], let number = Double(recorded: text) else { continue }
      guard Self.fractions.contains(number) else {
        isFraction = false
        return
      }
      count += 1
      hasPart = hasPart || number != number.rounded()
      if let first { moves = moves || number != first } else { first = number }
    }
    isFraction = count > 3 && hasPart && moves
  }
}

extension RecordingUnit {
  /// The plural name of the unit.
  var words: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    case .points: "points"
    case .pixels: "pixels"
    }
  }
}
