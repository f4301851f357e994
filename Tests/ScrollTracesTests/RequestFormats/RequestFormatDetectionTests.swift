import Foundation
import ScrollTraces
import Testing

struct RequestFormatDetectionTests {
  static let records: [(id: UInt64, size: UInt32)] = [(1, 2), (3, 4), (1, 2)]

  struct Case: Sendable, CustomStringConvertible {
    let name: String, data: Data, format: String
    var description: String { "\(name) as \(format)" }
  }

  static let cases = [
    Case(name: "a.oracleGeneral.bin", data: Data([1]), format: "oracle-general"),
    Case(name: "a.oracleGeneral", data: Data([1]), format: "oracle-general"),
    Case(name: "a.vscsi", data: Data([1]), format: "vscsi"),
    Case(name: "a.txt", data: Data([1]), format: "txt"),
    Case(name: "a.CSV", data: Data([1]), format: "csv"),
    Case(name: "a.bin", data: TraceBytes.oracleGeneral(records), format: "oracle-general"),
    Case(name: "a.bin", data: TraceBytes.vscsi1(records), format: "vscsi"),
    Case(name: "a.bin", data: TraceBytes.vscsi2(records), format: "vscsi"),
    // 96 bytes: whole records of 24 bytes, too.
    Case(name: "a", data: TraceBytes.vscsi1(records), format: "vscsi"),
    Case(name: "a", data: TraceBytes.lcs(records), format: "lcs"),
    Case(name: "a", data: TraceBytes.oracleOpNS(records), format: "oracle-general-opns"),
    Case(name: "a", data: TraceBytes.oracleSimTwrNS(records), format: "oracle-sim-twrns"),
    Case(name: "a", data: TraceBytes.oracleSysTwrNS(records), format: "oracle-sys-twrns"),
    Case(name: "a", data: Data("12 4 0 1\n16 8 0 2\n".utf8), format: "arc"),
    Case(name: "a.txt.zst", data: Data([1]), format: "txt"),
    Case(name: "a.oracleGeneral.zst.22", data: Data([1]), format: "oracle-general"),
    Case(name: "a.csv.GZ", data: Data([1]), format: "csv"),
    Case(name: "a", data: Data("\n12\n13\n".utf8), format: "txt"),
    Case(name: "a", data: Data("time,id\n1,2\n".utf8), format: "csv"),
    // 24 bytes of text are no record.
    Case(name: "a", data: Data("12345678901\n12345678901\n".utf8), format: "txt"),
  ]

  @Test(arguments: cases)
  func `the name or else the content determines the format`(sample: Case) throws {
    let file = RequestFile(path: sample.name, data: sample.data)
    #expect(try RequestFormatCatalog.builtIn.detect(file).name == sample.format)
  }

  @Test func `the error for a recorded scroll names the command that reads it`() {
    let file = RequestFile("t_ms;scroll_y\n0;0\n16;3\n", "recorded.csv")
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.detect(file)
    }
    #expect(error.map { "\($0)" }?.contains("the output of 'scrollsim trace import'") == true)
  }

  @Test func `the error for an unknown format lists all formats`() {
    let file = RequestFile("t_ms,lines\n0,0\n", "recorded.dat")
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.detect(file)
    }
    let sentence = """
      the format of 'recorded.dat' is not clear from its name or content; tried lcs (it does not \
      begin as an lcs file does), txt ('t_ms,lines' is no id), arc (its lines are not numbers), \
      webcachesim (its lines are not numbers separated by blanks), csv (its first line names no \
      id, no obj_id, no key), vscsi (neither version 1 nor 2), oracle-general (the file is text), \
      oracle-general-opns (the file is text), oracle-sim-twrns (the file is text), \
      oracle-sys-twrns (the file is text), binary (chosen by --binary-format only); expected a \
      file of one of these formats, or the format as --trace-format
      """
    #expect(error.map { "\($0)" } == sentence)
  }
}
