import ScrollTraces
import Testing

struct MeasuredFileTests {
  func parsed(_ text: String) throws(TraceError) -> MeasuredFile {
    try MeasuredFile.parse(Array(text.utf8), file: "m.csv")
  }

  @Test func `figures have a name, a value and a unit`() throws {
    guard
      case .figures(let figures) = try parsed("# iOS 26\nunit,name,value\nms/s,hitchRatio,3.5\n")
    else {
      Issue.record("no figures")
      return
    }
    #expect(figures.map(\.name) == ["hitchRatio"])
    #expect(figures.map(\.value) == [3.5])
    #expect(figures.map(\.unit) == ["ms/s"])
    #expect(figures.map(\.line) == [3])
  }

  @Test func `late frames and blank shares have a time`() throws {
    #expect(
      try parsed("t_ms,late_ms\n0,0\n16.7,33\n")
        == .late([.init(time: 0, value: 0), .init(time: 16.7, value: 33)]))
    #expect(
      try parsed("blank;t_ms\n0.5;100\n0;200\n")
        == .blank([.init(time: 100, value: 0.5), .init(time: 200, value: 0)]))
  }

  static let mistakes: [(text: String, sentence: String)] = [
    ("", "m.csv: the file is empty; expected a first line that names the columns"),
    (
      "a,b\n1,2\n",
      "m.csv:1: the line has the columns 'a,b'; expected 'name,value,unit', 't_ms,late_ms' or "
        + "'t_ms,blank'"
    ),
    ("t_ms,blank\n", "m.csv: the file has no rows; expected measurements, a row for each"),
    (
      "t_ms,blank\n0,1.5\n",
      "m.csv:2: field 'blank' is '1.5'; expected a share of the viewport, from 0 to 1"
    ),
    (
      "t_ms,late_ms\n5,1\n4,1\n",
      "m.csv:3: field 't_ms' is '4'; expected milliseconds since the trace began, in order, within a week"
    ),
    ("t_ms,late_ms\n5,-1\n", "m.csv:2: field 'late_ms' is '-1'; expected a number of milliseconds"),
    (
      "name,value,unit\nhitches,many,\n",
      "m.csv:2: field 'value' is 'many'; expected a number with a decimal point"
    ),
    (
      "name,value,unit\nblankSeconds,0,5,s\n",
      "m.csv:2: the line has 4 fields; expected 3, as in the first line; if commas are decimal "
        + "marks here, points, or semicolons between the fields"
    ),
    (
      "name,value,unit\nblankSeconds,\"0,5\",s\n",
      "m.csv:2: field 'value' is '0,5'; expected a number with a decimal point"
    ),
    (
      "name,value,unit,value\nhitches,1,,2\n",
      "m.csv:1: field 'value' is there twice; expected every column once"
    ),
    ("name,value,unit\n,1,\n", "m.csv:2: field 'name' is empty; expected the name of a figure"),
    (
      "name,value,unit\nhitches,1,\nhitches,2,\n",
      "m.csv:3: field 'name' repeats 'hitches'; expected every figure once"
    ),
  ]

  @Test(arguments: mistakes)
  func `every mistake has its error message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) { try parsed(text) }
    #expect(error?.description == sentence)
  }
}
