/// The columns of a text by its first lines: delimiter, names and values.
struct ColumnSample {
  /// The number of lines to read; further lines add no information.
  private static let lines = 1000

  /// The delimiter; a blank matches any number of blanks.
  let delimiter: UInt8
  /// The names in the first line or in the comment before it, in lower case; `nil` without.
  let names: [String]?
  /// A Boolean value that indicates whether the first line holds the names.
  let hasHeader: Bool
  /// The fields of each line; every line has the same number of fields.
  let rows: [[Substring]]
  /// The number of columns.
  var count: Int { rows.first?.count ?? names?.count ?? 0 }

  /// Creates the columns of a text; `nil` for one whose lines have different numbers of fields.
  /// - Parameters:
  ///   - beginning: the beginning of the text.
  ///   - asked: the requested delimiter; `nil` to detect it.
  init?(_ beginning: RequestBeginning, delimiter asked: UInt8? = nil) {
    let text = String(
      decoding: beginning.bytes.dropFirst(beginning.bytes[...].byteOrderMarkLength), as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline)
    // The last line may be incomplete.
    if beginning.count.map({ $0 > beginning.bytes.count }) ?? true, lines.count > 1,
      text.last?.isNewline == false
    {
      lines.removeLast()
    }
    let comments = lines.prefix { $0.hasPrefix("#") }
    let kept = lines.drop { $0.hasPrefix("#") }.filter { !$0.allSatisfy(\.isWhitespace) }
    guard let first = kept.first else { return nil }
    let delimiter = asked ?? Self.delimiter(of: first.utf8) ?? UInt8(ascii: " ")
    self.delimiter = delimiter
    func fields(_ line: Substring) -> [Substring] { Self.fields(of: line, delimiter) }
    let isHeader = !fields(first).contains { Double($0) != nil } && kept.count > 1
    hasHeader = isHeader
    rows = kept.dropFirst(isHeader ? 1 : 0).prefix(Self.lines).map { fields($0) }
    let width = rows.first?.count ?? fields(first).count
    guard rows.allSatisfy({ $0.count == width }) else { return nil }
    if isHeader {
      names = Self.names(of: first, delimiter)
    } else {
      names = comments.last.map { Self.names(of: $0.dropFirst(), delimiter) }.flatMap {
        $0.count == width ? $0 : nil
      }
    }
  }

  /// Returns the names of a line in lower case, without units in brackets: `object_size` for
  /// `Object size (byte)`.
  static func names(of line: Substring, _ delimiter: UInt8) -> [String] {
    // Text in brackets explains a name, and may have commas.
    var (plain, depth) = ("", 0)
    for character in line {
      if "([".contains(character) { depth += 1 }
      if depth == 0 { plain.append(character) }
      if ")]".contains(character) { depth = max(0, depth - 1) }
    }
    return fields(of: plain[...], delimiter).map { name in
      name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }
  }

  /// Returns the most frequent of comma, semicolon, tab and bar; `nil` without any.
  ///
  /// In a tie it is the first.
  static func delimiter(of line: some Sequence<UInt8>) -> UInt8? {
    let marks = Array(",;\t|".utf8)
    var counts = [Int](repeating: 0, count: marks.count)
    for byte in line {
      if let place = marks.firstIndex(of: byte) { counts[place] += 1 }
    }
    let most = counts.max() ?? 0
    return most == 0 ? nil : counts.firstIndex(of: most).map { marks[$0] }
  }

  private static func fields(of line: Substring, _ delimiter: UInt8) -> [Substring] {
    let character = Character(Unicode.Scalar(delimiter))
    let parts =
      delimiter == UInt8(ascii: " ")
      ? line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      : line.split(separator: character, omittingEmptySubsequences: false)
    return parts.map { part in
      var part = part.drop(while: \.isWhitespace)
      while part.last?.isWhitespace == true { part.removeLast() }
      if part.count >= 2, part.first == "\"", part.last == "\"" {
        part = part.dropFirst().dropLast()
      }
      return part
    }
  }

  // MARK: Columns by their values, from 0

  /// Returns the values of a column; empty if the lines have fewer fields than there are names.
  func values(_ column: Int) -> [Substring] {
    column < count ? rows.map { $0[column] } : []
  }

  /// Returns the values of a column as whole numbers; `nil` if any value is not one.
  func numbers(_ column: Int) -> [UInt64]? {
    guard column < count else { return nil }
    var numbers: [UInt64] = []
    for value in values(column) {
      guard let number = UInt64(value) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns `true` if the values of a column count the lines.
  func countsLines(_ column: Int) -> Bool {
    guard let numbers = numbers(column), let first = numbers.first, numbers.count > 2 else {
      return false
    }
    return numbers.enumerated().allSatisfy { $1 == first &+ UInt64($0) }
  }

  /// Returns `true` if a value of a column recurs.
  func recurs(_ column: Int) -> Bool {
    column < count && Set(values(column)).count < rows.count
  }

  /// Returns `true` if the numbers of a column never fall, like times.
  func rises(_ column: Int) -> Bool {
    guard rows.count > 2, column < count, let numbers = numbers(column),
      numbers.first != numbers.last
    else {
      return false
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Returns `true` if a column has only words of a set, in any case.
  func consists(_ column: Int, of words: Set<String>) -> Bool {
    column < count && !rows.isEmpty && values(column).allSatisfy { words.contains($0.lowercased()) }
  }

  /// Returns `true` if equal values in one column imply equal values in another.
  func determines(_ column: Int, _ other: Int) -> Bool {
    var known: [Substring: Substring] = [:]
    return rows.allSatisfy {
      known.updateValue($0[other], forKey: $0[column]) ?? $0[other] == $0[other]
    }
  }
}

/// A layout of requests in text that other programs write.
struct ForeignLayout {
  /// The name of the program or service that writes the layout, with the layout's columns.
  let name: String
  /// The options with which the text can be read, as far as possible.
  let remedy: String

  /// Creates the layout of a text by its first line, if its lines have different numbers of fields;
  /// `nil` for an unknown layout.
  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    if words.count > 2, words[1].hasPrefix("REST.") {
      name = "IBM's object store (time, operation, object, size, range)"
      remedy =
        "the lines with REST.GET.OBJECT, and --delimiter ' ' --no-header --text-ids "
        + "--id-column 3 --size-column 4"
    } else if words.count > 6, Self.isDevice(words[0]) {
      name = "blkparse (device, processor, number, time, process, action, type, block + length)"
      remedy =
        "the lines with Q, and --delimiter ' ' --no-header --id-column 8, which treats each "
        + "block as an image"
    } else {
      return nil
    }
  }

  /// Creates the layout of a text; `nil` for an unknown layout.
  init?(_ sample: ColumnSample) {
    let operations: Set = [
      "get", "gets", "set", "add", "replace", "cas", "append", "prepend", "delete", "incr", "decr",
    ]
    let comma = UInt8(ascii: ","), blank = UInt8(ascii: " ")
    switch (sample.delimiter, sample.count) {
    case (comma, 7) where sample.consists(3, of: ["read", "write"]):
      name = "MSR Cambridge (time, host, disk, type, offset, size, response time)"
      remedy = "--no-header --id-column 5 --size-column 6, which treats each offset as an image"
    case (comma, 5) where sample.consists(3, of: ["r", "w"]):
      name = "SPC (unit, block, size, operation, time)"
      remedy = "--no-header --id-column 2 --size-column 3, which treats each block as an image"
    case (comma, 7) where sample.consists(5, of: operations):
      name = "Twitter's cache traces (time, key, key size, value size, client, operation, ttl)"
      remedy =
        "--no-header --text-ids --id-column 2 --size-column 4, which treats every operation "
        + "as a request: keep only the lines with get first"
    case (blank, 9)
    where sample.consists(5, of: ["r", "w"])
      && sample.values(8).allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }:
      name =
        "FIU's block traces (time, process, its name, block, length, operation, device, digest)"
      remedy = "--delimiter ' ' --no-header --id-column 4, which treats each block as an image"
    case (blank, 5)
    where !sample.rows.isEmpty && sample.consists(4, of: ["0", "1"])
      && Set(sample.values(1)).count <= 8 && Set(sample.values(2)).count > 8
      && sample.values(0).allSatisfy { Double($0) != nil }:
      name = "DiskSim and MQSim (time, device, block, length, type)"
      remedy =
        "--delimiter ' ' --no-header --id-column 3 --size-column 4, which treats each block "
        + "as an image"
    default: return nil
    }
  }

  /// Returns `true` for a device number, such as `8,0`.
  private static func isDevice(_ field: Substring) -> Bool {
    let parts = field.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }
}

/// A guess at the columns of time, id and size in a text without names, by their values.
struct ColumnGuess: Equatable {
  /// The column of the id, from 0.
  let id: Int
  let size: Int?
  let delimiter: UInt8

  /// Returns options with these columns.
  func said(_ options: RequestOptions) -> RequestOptions {
    var options = options
    options.hasHeader = false
    options.delimiter = RequestOptions.Delimiter(byte: delimiter)
    options.idColumn = "\(id + 1)"
    options.sizeColumn = size.map { "\($0 + 1)" }
    return options
  }

  /// Returns all guesses that the values allow; one if there is no doubt.
  ///
  /// Times never fall, ids recur, and an image has one size.
  static func candidates(_ sample: ColumnSample) -> [ColumnGuess] {
    guard sample.count >= 2, (0..<min(3, sample.count)).allSatisfy({ sample.numbers($0) != nil })
    else { return [] }
    func guess(_ id: Int, _ size: Int?) -> ColumnGuess {
      ColumnGuess(id: id, size: size, delimiter: sample.delimiter)
    }
    let afterTime = guess(1, sample.count > 2 ? 2 : nil)
    let fromStart = guess(0, 1)
    if sample.rises(0) {
      let isSizeToo = sample.count == 2 && sample.recurs(0) && sample.determines(0, 1)
      return isSizeToo ? [afterTime, fromStart] : [afterTime]
    }
    guard sample.count == 2 else { return [fromStart, afterTime] }
    return sample.recurs(0) && sample.determines(0, 1)
      ? [fromStart] : [fromStart, guess(1, nil)]
  }

  /// The options for these columns.
  var options: String {
    "--id-column \(id + 1)" + (size.map { " --size-column \($0 + 1)" } ?? "")
  }
}
