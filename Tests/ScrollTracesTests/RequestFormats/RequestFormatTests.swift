import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

struct RequestFormatTests {
  static let formats = RequestFormatCatalog.builtIn
  static let records: [(id: UInt64, size: UInt32)] = [
    (77, 10), (.max, 20), (77, 11), (5, 0), (0, 4_294_967_295), (5, 30),
  ]

  private func read(
    _ format: String, _ data: Data, includingSizes: Bool = true,
    _ options: RequestOptions = RequestOptions()
  ) throws -> RequestStream {
    var options = options
    options.includesSizes = includingSizes
    return try Self.formats.choose(format).entry.read(
      RequestFile(path: "trace", data: data), options
    ).stream
  }

  private func numbers(_ stream: RequestStream) -> [Int32] { stream.images.map(\.index) }

  @Test func `oracle-general numbers ids by first appearance and skips size 0`() throws {
    let stream = try read("oracle-general", TraceBytes.oracleGeneral(Self.records))
    #expect(numbers(stream) == [0, 1, 0, 2, 3])
    #expect(stream.sizes == [10, 20, 11, 4_294_967_295, 30])
    #expect(stream.imageCount == 4)
    #expect(stream.items == nil)
  }

  @Test(arguments: [1, 255, 256, 257, 9_000, 40_000], [UInt64(1), 1 << 32, 0x9e37_79b9_7f4a_7c15])
  func `the numbering of ids equals that of a dictionary`(count: Int, stride: UInt64) throws {
    var random = SeededRandom(seed: UInt64(count))
    let ids = (0..<count).map { _ in UInt64(random.below(count / 2 + 1)) &* stride }
    var (numbered, expected) = ([UInt64: Int32](), [Int32]())
    for id in ids {
      let number = numbered[id] ?? Int32(numbered.count)
      numbered[id] = number
      expected.append(number)
    }
    let stream = try read("oracle-general", TraceBytes.oracleGeneral(ids.map { ($0, 1) }))
    #expect(numbers(stream) == expected)
    #expect(stream.imageCount == numbered.count)
    #expect(ids.allSatisfy { id in numbered[id].map { stream.keys[Int($0)] == id } ?? false })
  }

  @Test func `vscsi keeps requests of size 0`() throws {
    for data in [TraceBytes.vscsi1(Self.records), TraceBytes.vscsi2(Self.records)] {
      let stream = try read("vscsi", data)
      #expect(numbers(stream) == [0, 1, 0, 2, 3, 2])
      #expect(stream.sizes == [10, 20, 11, 0, 4_294_967_295, 30])
      #expect(stream.imageCount == 4)
    }
  }

  @Test(arguments: ["7\n8\n7\n", "7\r\n8\r\n7", "\n 7\n\n008\n7\t\n\n", "\u{feff}7\n8\n7\n"])
  func `txt has one decimal id per line and no sizes`(text: String) throws {
    let stream = try read("txt", Data(text.utf8))
    #expect(numbers(stream) == [0, 1, 0])
    #expect(stream.sizes == nil)
  }

  @Test(arguments: [
    "time,id,size\n0,7,100\n1,8,0\n2,7,101\n",
    "size,obj_id\r\n100,7\r\n0,8\r\n101,7\r\n",
    "Note,Key,Bytes\n\"a, b\",\"7\",100\n, 8 ,\"0\"\nx,7,101",
    "\u{feff}ID,time,Size\n7,,100\n\n8,,0\n7,,101\n",
  ])
  func `csv finds its columns by name`(text: String) throws {
    let stream = try read("csv", Data(text.utf8))
    #expect(numbers(stream) == [0, 1, 0])
    #expect(stream.sizes == [100, 0, 101])
  }

  @Test(arguments: [
    ("5;7;100\n5;8;0\n\n5;7;101\n", ";"), ("5\t7\t100\n5\t8\t0\n5\t7\t101\n", "tab"),
  ])
  func `csv without a header finds columns by number`(
    text: String, delimiter: String
  ) throws {
    var options = RequestOptions()
    (options.idColumn, options.sizeColumn, options.hasHeader) = ("2", "3", false)
    options.delimiter = RequestOptions.Delimiter(delimiter)
    let stream = try read("csv", Data(text.utf8), options)
    #expect(numbers(stream) == [0, 1, 0])
    #expect(stream.sizes == [100, 0, 101])
  }

  @Test func `csv finds a column by number if no column has that name`() throws {
    var options = RequestOptions()
    options.idColumn = "2"
    #expect(try numbers(read("csv", Data("a,b\n1,7\n2,7\n".utf8), options)) == [0, 0])
    #expect(try numbers(read("csv", Data("2,b\n1,7\n2,7\n".utf8), options)) == [0, 1])
  }

  @Test func `csv distinguishes ids that are texts`() throws {
    var options = RequestOptions()
    (options.idColumn, options.hasTextIDs) = ("url", true)
    let text = "url,size\nhttps://a/1,5\nhttps://a/2,6\n\"https://a/1\",5\n12,7\n"
    let stream = try read("csv", Data(text.utf8), options)
    #expect(numbers(stream) == [0, 1, 0, 2])
    #expect(stream.sizes == [5, 6, 5, 7])
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    for text in ["\u{feff}7\n8\n7\n", "\u{feff}1 7 100\n2 8 0\n3 7 101\n"] {
      let log = try RequestFormatCatalog.builtIn.load(Data(text.utf8), "their.dat")
      #expect((log.count, log.imageCount) == (3, 2), "\(log.readAs ?? "")")
    }
  }

  @Test func `arc requests every block of a run`() throws {
    let stream = try read("arc", Data("7 3 0 1\n8 2\n\n9 0 0 3\r\n1 1".utf8))
    #expect(stream.keys == [7, 8, 9, 1])
    #expect(numbers(stream) == [0, 1, 2, 1, 2, 3])
    #expect(stream.sizes == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `lcs of every version numbers ids by first appearance and skips size 0`(
    version: UInt64
  ) throws {
    let stream = try read("lcs", TraceBytes.lcs(Self.records, version: version))
    #expect(numbers(stream) == [0, 1, 0, 2, 3])
    #expect(stream.sizes == [10, 20, 11, 4_294_967_295, 30])
  }

  @Test func `the other kinds of oracle-general have the same requests`() throws {
    let expected = try read("oracle-general", TraceBytes.oracleGeneral(Self.records))
    for (format, data) in [
      ("oracle-general-opns", TraceBytes.oracleOpNS(Self.records)),
      ("oracle-sim-twrns", TraceBytes.oracleSimTwrNS(Self.records)),
      ("oracle-sys-twrns", TraceBytes.oracleSysTwrNS(Self.records)),
    ] {
      let stream = try read(format, data)
      #expect(stream.images == expected.images, "\(format)")
      #expect(stream.sizes == expected.sizes, "\(format)")
      #expect(stream.keys == expected.keys, "\(format)")
    }
  }

  @Test func `binary reads the described fields`() throws {
    var options = RequestOptions()
    options.record = try BinaryRecord(parsing: "<IQIq")
    (options.idColumn, options.sizeColumn) = ("2", "3")
    let stream = try read("binary", TraceBytes.oracleGeneral(Self.records), options)
    #expect(numbers(stream) == [0, 1, 0, 2, 3, 2])
    #expect(stream.sizes == [10, 20, 11, 0, 4_294_967_295, 30])
    options.record = try BinaryRecord(parsing: ">2xh2B")
    (options.idColumn, options.sizeColumn) = ("1", "3")
    let other = try read("binary", Data([9, 9, 0xff, 0xfe, 1, 3, 9, 9, 1, 0, 1, 4]), options)
    #expect(other.keys == [UInt64(bitPattern: -2), 256])
    #expect(other.sizes == [3, 4])
  }

  @Test(arguments: ["", "<", "3", "2y", "<70000q", "4x", "q2"])
  func `an invalid record description is an error`(text: String) {
    #expect(throws: BinaryRecord.ParsingError.self) { try BinaryRecord(parsing: text) }
  }

  @Test func `csv without a size column has no sizes`() throws {
    #expect(try read("csv", Data("time,id\n1,2\n".utf8)).sizes == nil)
  }

  @Test func `the reader omits sizes on request`() throws {
    let oracle = try read(
      "oracle-general", TraceBytes.oracleGeneral(Self.records), includingSizes: false)
    #expect(oracle.sizes == nil)
    #expect(numbers(oracle) == [0, 1, 0, 2, 3], "size 0 is skipped all the same")
    let csv = try read("csv", Data("id,size\n1,2\n".utf8), includingSizes: false)
    #expect(csv.sizes == nil)
  }

  @Test func `ten thousand ids in any order stay distinct`() throws {
    let seed: UInt64 = 7
    var random = SeededRandom(seed: seed)
    let pool = (0..<10_000).map { number in
      number.isMultiple(of: 2) ? UInt64(number) << 32 : random.next()
    }
    let ids = (0..<50_000).map { _ in pool[random.below(pool.count)] }
    let stream = try read("oracle-general", TraceBytes.oracleGeneral(ids.map { ($0, 1) }))
    var numbers: [UInt64: Int32] = [:]
    var expected: [Int32] = []
    for id in ids {
      let number = numbers[id] ?? Int32(numbers.count)
      numbers[id] = number
      expected.append(number)
    }
    #expect(stream.images.map(\.index) == expected, "seed \(seed)")
    #expect(stream.imageCount == numbers.count, "seed \(seed)")
  }
}
