import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

@Suite struct ReadingsFileTests {
  private func parsed(_ text: String) throws(TraceError) -> ReadingsFile {
    try ReadingsFile.parse(Array(text.utf8), file: "r.csv")
  }

  @Test func `a row is one decode of a file`() throws {
    let file = try parsed(
      "ms,format,bytes,height,width,file,other\n4.5,image/jpeg,3000,20,30,\"a, b.jpg\",x\n")
    #expect(
      file.readings == [
        DecodeReading(
          file: "a, b.jpg", width: 30, height: 20, encoded: ByteCount(3000), format: .jpeg,
          repetition: 0, milliseconds: 4.5)
      ])
    #expect(file.machine == nil && file.date == nil)
  }

  @Test func `the import counts repetitions if the file lacks them`() throws {
    let head = "file,width,height,bytes,format,ms"
    let row = ",9,9,99,png,1"
    let counted = try parsed("\(head)\na\(row)\nb\(row)\na\(row)\n")
    #expect(counted.readings.map(\.repetition) == [0, 0, 1])
    let given = try parsed("\(head),repetition,content\na\(row),7,photo\na\(row),3,photo\n")
    #expect(given.readings.map(\.repetition) == [7, 3])
    #expect(given.readings.map(\.content) == [.photo, .photo])
  }

  @Test func `machine and date precede the rows`() throws {
    let file = try parsed(
      "# machine: A phone: the old one\n#date:2026-11-24\n# other: x\nfile,width,height,bytes,format,ms\na,9,9,99,png,1\n# machine: another\n"
    )
    #expect(file.machine == "A phone: the old one")
    #expect(file.date == "2026-11-24")
    #expect(file.readings.count == 1)
  }

  static let head = "file,width,height,bytes,format,content,repetition,ms\n"
  static let mistakes: [(text: String, sentence: String)] = [
    ("", "r.csv: the file is empty; expected a first line that names the columns"),
    (
      "a,b\n1,2\n",
      "r.csv:1: the line has the columns 'a,b'; expected 'file,width,height,bytes,format,ms', "
        + "optionally content and repetition"
    ),
    (head, "r.csv: the file has no rows; expected readings, a row for each decode"),
    (
      head + ",1,1,1,png,,,1\n", "r.csv:2: field 'file' is empty; expected the name of a file"
    ),
    (
      head + "a,0,1,1,png,,,1\n",
      "r.csv:2: field 'width' is '0'; expected a whole number of pixels from 1 to 100000"
    ),
    (
      head + "a,1,1.5,1,png,,,1\n",
      "r.csv:2: field 'height' is '1.5'; expected a whole number of pixels from 1 to 100000"
    ),
    (
      head + "a,1,1,,png,,,1\n",
      "r.csv:2: field 'bytes' is empty; expected a whole number of bytes from 1 to 100000000000"
    ),
    (
      head + "a,1,1,1,astc,,,1\n",
      "r.csv:2: field 'format' is 'astc'; expected a format with a decoder: png, jpeg, progressive-jpeg, heic, webp, avif, jpeg-2000, gif, tiff"
    ),
    (
      head + "a,1,1,1,png,drawing,,1\n",
      "r.csv:2: field 'content' is 'drawing'; expected photo, graphic or nothing"
    ),
    (
      head + "a,1,1,1,png,,first,1\n",
      "r.csv:2: field 'repetition' is 'first'; expected a whole number of repetitions from 0 to 2000000"
    ),
    (
      head + "a,1,1,1,png,,,soon\n",
      "r.csv:2: field 'ms' is 'soon'; expected a number of milliseconds"
    ),
    (
      head + "a,1,1,1,png,,,0\n",
      "r.csv:2: field 'ms' is '0'; expected milliseconds from 0.00001 to a day"
    ),
    (
      head + "a,1,1,1,png,photo,0,5,5\n",
      "r.csv:2: the line has 9 fields; expected 8, as in the first line; if commas are decimal "
        + "marks here, points, or semicolons between the fields"
    ),
    (
      head + "a,1,1,1,png,,,\"5,5\"\n",
      "r.csv:2: field 'ms' is '5,5'; expected a number of milliseconds, with a decimal point"
    ),
    (
      "file,width,height,bytes,format,ms,ms\na,1,1,1,png,1,2\n",
      "r.csv:1: field 'ms' is there twice; expected every column once"
    ),
    (
      head + "a,1,1,1,png,,1,1\na,1,1,1,png,,1,1\n",
      "r.csv:3: field 'repetition' repeats 1 for 'a'; expected each repetition of a file once"
    ),
    (
      head + "a,1,1,1,png,,,1\na,1,2,1,png,,,1\n",
      "r.csv:3: field 'file' is 'a' with another size, format or content than above; expected the same fields in every row of a file"
    ),
  ]

  @Test(arguments: mistakes)
  func `every mistake has its error message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) { try parsed(text) }
    #expect(error?.description == sentence)
  }
}
