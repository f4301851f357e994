import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

struct RequestFormatErrorTests {
  struct Case: Sendable, CustomStringConvertible {
    let format: String, data: Data, sentence: String
    let options: RequestOptions

    init(
      _ format: String, _ data: Data, _ sentence: String,
      _ options: RequestOptions = RequestOptions()
    ) {
      self.format = format
      self.data = data
      self.sentence = sentence
      self.options = options
    }

    init(
      _ format: String, _ text: String, _ sentence: String,
      _ options: RequestOptions = RequestOptions()
    ) {
      self.init(format, Data(text.utf8), sentence, options)
    }

    var description: String { sentence }
  }

  static let records: [(id: UInt64, size: UInt32)] = [(1, 2), (3, 4)]
  static let largest = "a whole number from 0 to 18446744073709551615"
  static let sizes =
    "a whole number of bytes from 0, all of them adding up to at most 9223372036854775807"

  /// A record of a 32-bit id and a signed size of 64 bits.
  static let record = {
    var options = RequestOptions()
    options.record = try? BinaryRecord(parsing: "<Iq")
    (options.idColumn, options.sizeColumn) = ("1", "2")
    return options
  }()
  static let withoutHeader = {
    var options = RequestOptions()
    (options.idColumn, options.hasHeader) = ("photo", false)
    return options
  }()

  static let cases = [
    Case(
      "oracle-general-opns", TraceBytes.oracleOpNS(records) + [0],
      "trace, byte 54: the last record has 1 bytes; expected 27"),
    Case(
      "oracle-sim-twrns", TraceBytes.oracleSimTwrNS(records, next: -2),
      "trace, byte 22: the next request is -2; expected the number of a request, or -1 for none"),
    Case(
      "oracle-sys-twrns", TraceBytes.oracleSysTwrNS([(1, 0)]),
      "trace has no requests; expected records of a size above 0"),
    Case(
      "lcs", Data([1, 2, 3]), "trace, byte 0: the last record has 3 bytes; expected 8192"),
    Case(
      "lcs", TraceBytes.lcs(records, version: 9),
      "trace, byte 8: the version is 9; expected 1 to 8"),
    Case(
      "lcs", TraceBytes.lcs(records, endMark: 7),
      "trace, byte 8184: the header's mark is 0x7; expected 0x123456789abcdef0"),
    Case(
      "lcs", TraceBytes.lcs([(1, 2)], version: 3, size: -5),
      "trace, byte 8204: the size is -5; expected a number of bytes from 0, all of them adding up "
        + "to at most 9223372036854775807"),
    Case(
      "lcs", TraceBytes.lcs(records, version: 4) + [1],
      "trace, byte 8272: the last record has 1 bytes; expected 40"),
    Case(
      "arc", "1 2\n1 65537 0 3\n",
      "trace:2: the run of blocks is '1 65537 0 3'; expected its first block and from 0 to 65536 "
        + "blocks, like '4096 8'"),
    Case(
      "arc", "18446744073709551615 2",
      "trace:1: the run of blocks is '18446744073709551615 2'; expected its first block and from "
        + "0 to 65536 blocks, like '4096 8'"),
    Case(
      "binary", Data(repeating: 0xff, count: 12),
      "trace, byte 4: the size is -1; expected a number of bytes from 0, all of them adding up to "
        + "at most 9223372036854775807", record),
    Case(
      "binary", Data(repeating: 0, count: 13),
      "trace, byte 12: the last record has 1 bytes; expected 12", record),
    Case(
      "binary", Data([0]),
      "'trace' is read as binary, whose records do not describe themselves; expected their "
        + "fields and the column of the id, like --binary-format '<IQIq' --id-column 2"),
    Case(
      "csv", "1,2\n",
      "trace:1: the column of the ids is 'photo'; expected its number from 1, since there is no "
        + "header", withoutHeader),
    Case(
      "oracle-general", TraceBytes.oracleGeneral(records) + [0],
      "trace, byte 48: the last record has 1 bytes; expected 24"),
    Case(
      "oracle-general", TraceBytes.oracleGeneral(records, next: -7),
      "trace, byte 16: the next request is -7; expected the number of a request, or -1 for none"),
    Case(
      "oracle-general", TraceBytes.oracleGeneral([(1, 0)]),
      "trace has no requests; expected records of a size above 0"),
    Case(
      "vscsi", TraceBytes.vscsi1(records) + [0, 0],
      "trace, byte 64: the last record has 2 bytes; expected 32"),
    Case(
      "vscsi", TraceBytes.vscsi1(records, version: 0x0300),
      "trace, byte 0: the version is neither 1 nor 2; "
        + "expected 1 at byte 14 or 2 at byte 2 (high byte of 16 bits)"),
    Case(
      "vscsi",
      TraceBytes.vscsi1(Array(repeating: (1, 1), count: 100))
        + TraceBytes.vscsi1(records, version: 0x0400),
      "trace, byte 3214: the version is 4; expected 1, as in the first record"),
    Case(
      "vscsi", Data([1, 2, 3]),
      "trace, byte 0: the version is neither 1 nor 2; "
        + "expected 1 at byte 14 or 2 at byte 2 (high byte of 16 bits)"),
    Case("txt", "1\n-2\n", "trace:2: the id is '-2'; expected \(largest)"),
    Case("txt", "1\n2.5\n", "trace:2: the id is '2.5'; expected \(largest)"),
    Case(
      "txt", "18446744073709551615\n18446744073709551616",
      "trace:2: the id is '18446744073709551616'; expected \(largest)"),
    Case("txt", "1 2", "trace:1: the id is '1 2'; expected \(largest)"),
    Case(
      "txt", Data([0x31, 0x0a, 0x00, 0x1b, 0x5b, 0xff]),
      "trace:2: the id is '\\x00\\x1b[\\xff'; expected \(largest)"),
    Case(
      "txt", String(repeating: "x", count: 300_000),
      "trace:1: the id is '\(String(repeating: "x", count: 40))'...; expected \(largest)"),
    Case(
      "txt", "1\n" + String(repeating: "x", count: 3_000_000),
      "trace:2: the line is longer than 1 MiB; expected a shorter one"),
    Case("txt", "\n\n", "trace has no requests; expected one decimal id per line"),
    Case(
      "csv", "time,name\n1,2",
      "trace:1: the header is 'time,name'; expected a column named id, obj_id, key, "
        + "or the one of --id-column"),
    Case(
      "csv", "id,size\n",
      "trace has no requests; expected one request per line after the header"),
    Case("csv", "time,id,size\n1,2,-3\n", "trace:2: the size is '-3'; expected \(sizes)"),
    Case(
      "csv", "time,id,size\n1,2,3\n1,2", "trace:3: the size is missing; expected \(sizes)"),
    Case(
      "csv", "time,id,size\n1,,3\n",
      "trace:2: the id is empty; expected \(largest), or --text-ids for texts"),
    Case("csv", "time,id,size\n1,2,nan\n", "trace:2: the size is 'nan'; expected \(sizes)"),
    Case(
      "csv", "id,size\n1,9223372036854775807\n2,1\n",
      "trace:3: the size is '1'; expected \(sizes)"),
  ]

  @Test(arguments: cases)
  func `invalid data is an error with the place, the value and the expected value`(
    sample: Case
  ) throws {
    let format = try RequestFormatCatalog.builtIn.choose(sample.format).entry
    let error = #expect(throws: RequestFormatError.self) {
      try format.read(RequestFile(path: "trace", data: sample.data), sample.options)
    }
    #expect(error.map { "\($0)" } == sample.sentence)
  }

  @Test func `a missing file, a directory and an empty file have different errors`() throws {
    let formats = RequestFormatCatalog.builtIn
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/requests-\(UUID().uuidString).txt"
    #expect(throws: RequestFormatError.missingFile(path)) { try formats.load(path: path) }
    #expect(throws: RequestFormatError.directory(folder)) { try formats.load(path: folder) }
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: RequestFormatError.empty(path)) { try formats.load(path: path) }
  }

  @Test func `the reader maps a file on disk`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/requests-\(UUID().uuidString).txt"
    try Data("4\n5\n4\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stream = try RequestFormatCatalog.builtIn.load(path: path).stream
    #expect(stream.images.map(\.index) == [0, 1, 0])
  }
}
