import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

/// Request files that other people write: read as what they are, or refused by name.
struct ForeignRequestTests {
  /// A scroll through 60 images of different sizes: line, image, size.
  private static let requests = (0..<400).map { line in
    (
      time: line * 3, id: (line * line + line / 7) % 59,
      size: 1000 + (line * line + line / 7) % 59 * 37
    )
  }

  struct Layout: Sendable, CustomTestStringConvertible {
    let name: String
    let line: @Sendable (Int, Int, Int) -> String
    var header = ""
    let readAs: String
    var hasSizes = true
    var testDescription: String { name }
  }

  private static let layouts = [
    Layout(
      name: "time id size", line: { "\($0) \($1) \($2)" },
      readAs: "webcachesim: id = column 2, size = column 3"),
    Layout(
      name: "time id size and features", line: { "\($0) \($1) \($2) 5 1" },
      readAs: "webcachesim: id = column 2, size = column 3"),
    Layout(
      name: "several blanks", line: { "\($0)   \($1)  \($2) " },
      readAs: "webcachesim: id = column 2, size = column 3"),
    Layout(
      name: "id size", line: { "\($1) \($2)" }, readAs: "csv: id = column 1, size = column 2"),
    Layout(
      name: "time id", line: { time, id, _ in "\(time) \(id)" },
      readAs: "csv: id = column 2, no sizes",
      hasSizes: false),
    Layout(
      name: "semicolons", line: { "\($0);\($1);\($2)" }, header: "time;id;size\n",
      readAs: "csv: id = column 2 'id', size = column 3 'size'; not used: time"),
    Layout(
      name: "tabs and addresses", line: { "\($0)\ta/\($1).jpg\t\($2)" }, header: "t\tURL\tBytes\n",
      readAs: "csv: id = column 2 'url' as text, size = column 3 'bytes'; not used: t"),
    Layout(
      name: "names in a comment", line: { "\($0),1,\($1),\($2)" },
      header: "# timestamp (ms), op type [Put:0, Get:1], object id, object size (byte)\n",
      readAs: "csv: id = column 3 'object_id', size = column 4 'object_size'; "
        + "not used: timestamp, op_type"),
  ]

  @Test(arguments: layouts)
  func `the reader detects a layout from its values and reports it`(layout: Layout) throws {
    let lines = Self.requests.map { layout.line($0.time, $0.id, $0.size) }
    let data = Data((layout.header + lines.joined(separator: "\n") + "\n").utf8)
    let log = try RequestFormatCatalog.builtIn.load(data, "their.dat")
    #expect(log.readAs == layout.readAs)
    #expect(log.count == 400 && log.imageCount == Set(Self.requests.map(\.id)).count)
    #expect(log.hasSizes == layout.hasSizes)
    if layout.hasSizes {
      #expect(log.stream.sizes == Self.requests.map(\.size))
    }
    #expect(log.doubts == [])
  }

  @Test(arguments: ["their.dat", "their.csv"])
  func `that a file has no header changes none of its columns`(name: String) throws {
    let data = Data("100,1,10\n101,2,20\n102,1,10\n103,2,20\n".utf8)
    var options = RequestOptions()
    options.hasHeader = false
    let log = try RequestFormatCatalog.builtIn.load(data, name, options)
    #expect(log.readAs == "csv: id = column 2, size = column 3")
    #expect(log.stream.sizes == [10, 20, 10, 20])
  }

  @Test func `the fields of a binary record do not apply to a text`() throws {
    var options = RequestOptions()
    options.record = try BinaryRecord(parsing: "<IQ")
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(Data("id,size\n1,9\n".utf8), "their.csv", options)
    }
    #expect(
      error.map { "\($0)" }
        == "'their.csv' is read as csv, to which --binary-format does not apply; expected no "
        + "--binary-format, or --trace-format binary")
  }

  @Test func `line numbers are not ids if another column contains ids`() throws {
    let data = Data("id,key,size\n1,a.jpg,10\n2,b.jpg,20\n3,a.jpg,10\n4,b.jpg,20\n".utf8)
    let log = try RequestFormatCatalog.builtIn.load(data, "rows.csv")
    #expect(log.imageCount == 2)
    #expect(log.readAs?.contains("id = column 2 'key' as text") == true)
  }

  private static let foreign = [
    ("128166372003061629,srv,0,Write,7014912,4096,26\n", "MSR Cambridge"),
    ("0,20941264,8192,W,0.551706\n0,20939840,8192,r,0.554041\n", "SPC"),
    ("0,q:a:1:8W,17,213,4,get,0\n0,q:b:1:77,15,20,2,set,86400\n", "Twitter"),
    ("1219008 REST.PUT.OBJECT 8d4f 1056923\n1232437 REST.GET.OBJECT 8d4f 1056923 0 1\n", "IBM"),
    ("8,0    3        1     0.000000000   697  G   W 223490 + 8 [kjournald]\n", "blkparse"),
    (
      (0..<20).map { "\(Double($0) * 0.3) 0 \($0 * 16) 8 1" }.joined(separator: "\n") + "\n",
      "DiskSim"
    ),
    (
      (0..<20).map { "\($0 * 300) 1 \($0 * 16) 8 0" }.joined(separator: "\n") + "\n", "MQSim"
    ),
  ]

  @Test(arguments: foreign, ["their.dat", "their.csv"])
  func `a block trace is an error that names its format`(
    layout: (text: String, name: String), file: String
  ) {
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(Data(layout.text.utf8), file)
    }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.contains("looks like") && sentence.contains(layout.name), "\(sentence)")
    #expect(sentence.contains("--id-column"), "\(sentence)")
  }

  @Test func `ambiguous columns are an error that lists their possible meanings`() {
    // Neither rises, and no number recurs.
    let text = "7 30\n5 20\n9 40\n6 10\n"
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(Data(text.utf8), "their.dat")
    }
    #expect(
      error.map { "\($0)" }
        == "'their.dat' has columns without names, like '7 30', which is ambiguous; expected "
        + "one of '--no-header --delimiter ' ' --id-column 1 --size-column 2', "
        + "'--no-header --delimiter ' ' --id-column 2', or --trace-format")
  }

  @Test(arguments: [
    ("key,ttl\na,5\nb,0\na,5\n", ["'ttl' is not used, because no column has times"]),
    (
      "key,op\na,GET\nb,set\na,upsert\n",
      ["'op' is not used, because 'upsert' is not a known operation"]
    ),
    (
      (["id"] + (0..<20).map { "\($0)" }).joined(separator: "\n") + "\n",
      ["no image repeats in 20 requests"]
    ),
  ])
  func `an implausible file has doubts with messages`(text: String, words: [String]) throws {
    let log = try RequestFormatCatalog.builtIn.load(Data(text.utf8), "their.csv")
    #expect(log.doubts.count == words.count, "\(log.doubts)")
    for (doubt, word) in zip(log.doubts, words) { #expect(doubt.contains(word)) }
  }

  @Test func `a first line without names has no numbered column`() throws {
    var options = RequestOptions()
    options.idColumn = "1"
    let format = try RequestFormatCatalog.builtIn.choose("csv").entry
    for text in ["#\n", "#\n\n", " \n\n"] {
      #expect(throws: RequestFormatError.self) {
        try format.read(RequestFile(path: "their.csv", data: Data(text.utf8)), options)
      }
    }
  }

  // MARK: Operations

  /// The operations of a log as letters with the numbers of their images.
  private func operations(_ text: String) throws -> String {
    let log = try RequestFormatCatalog.builtIn.load(Data(text.utf8), "their.csv")
    let stream = log.stream
    return stream.images.indices.map { index in
      let letter =
        switch stream.operations?[index] {
        case .store: "s"
        case .removal: "d"
        default: "g"
        }
      return "\(letter)\(stream.images[index].index)"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("id,op\n1,GET\n1,SET\n2,get\n1,DELETE\n1,GET\n", "g0 s0 g1 d0 g0"),
    ("key;operation\na;read\na;write\na;remove\na;read\n", "g0 s0 d0 g0"),
    ("key\tcmd\na\tgets\na\tcas\na\ttouch\na\tget\n", "g0 s0 g0"),
    ("id,op,op_count\n1,GET,3\n1,SET,2\n1,GET,1\n", "g0 g0 g0 s0 g0"),
    ("id,op_count\n1,3\n2,1\n", "g0 g0 g0 g1"),
    ("id,verb\n1,REST.GET.OBJECT\n1,REST.PUT.OBJECT\n1,REST.HEAD.OBJECT\n", "g0 s0"),
    ("id,op\n1,GET\n2,GET\n1,GET\n", "g0 g1 g0"),
  ])
  func `the words of a log determine its operations`(text: String, operations: String) throws {
    #expect(try self.operations(text) == operations)
  }

  /// The time begins with the store; a later request finds nothing.
  @Test(arguments: [
    ("time,id,op,ttl\n0,1,SET,10\n9,1,GET,0\n10,1,GET,0\n11,1,GET,0\n", "s0 g0 d0 g0 g0"),
    ("time,id,op,ttl\n0,1,SET,10\n5,1,SET,10\n12,1,GET,0\n15,1,GET,0\n", "s0 s0 g0 d0 g0"),
    ("time,id,op,ttl\n0,1,SET,10\n5,1,SET,0\n20,1,GET,0\n", "s0 s0 g0"),
    ("time,id,ttl\n0,1,10\n5,1,10\n12,1,10\n21,1,10\n", "g0 g0 d0 g0 g0"),
    ("time_ms,id,ttl\n0,1,10\n9999,1,10\n10000,1,10\n", "g0 g0 d0 g0"),
  ])
  func `a lifetime removes an object at its end`(text: String, operations: String) throws {
    #expect(try self.operations(text) == operations)
  }

  @Test(arguments: [
    ("id,op\n1,GET\n2,SET\n3,GET\n", "3,frob", "the operation is 'frob'"),
    ("id,op,op_count\n1,GET,3\n2,SET,1\n", "1,GET,x", "the count is 'x'"),
    ("id,op,op_count\n1,GET,3\n2,SET,1\n", "1,GET,1000001", "the count is '1000001'"),
  ])
  func `a later line with an unknown word is an error`(
    text: String, wrong: String, words: String
  ) throws {
    // Beyond the lines that are looked at first.
    let many =
      text + String(repeating: "1,GET,1\n", count: text.contains("count") ? 1200 : 0)
      + String(repeating: "1,GET\n", count: text.contains("count") ? 0 : 1200)
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(Data((many + wrong + "\n").utf8), "their.csv")
    }
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `logs that differ only in operations have different digests`() throws {
    let texts = ["GET", "SET", "DELETE"].map { "id,op\n1,GET\n2,SET\n1,\($0)\n" }
    let digests = try texts.map {
      try RequestFormatCatalog.builtIn.load(Data($0.utf8), "their.csv").digest.hex
    }
    #expect(Set(digests).count == 3)
  }

  @Test func `block runs raise a doubt if few lines are many requests`() throws {
    let text = (0..<5).map { "\($0 * 65536) 60000 0 \($0)" }.joined(separator: "\n") + "\n"
    let log = try RequestFormatCatalog.builtIn.load(Data(text.utf8), "their.lis")
    #expect(log.doubts.contains { $0.contains("5 lines are 300000 requests") })
  }

  @Test(arguments: [
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4] as [UInt8], "xz -dc"),
    (Array("BZh91AY&SY".utf8), "bzip2 -dc"), ([0x04, 0x22, 0x4d, 0x18, 0x64, 0x40], "lz4 -dc"),
  ])
  func `the error for an unsupported archive names a working pipe`(
    bytes: [UInt8], command: String
  ) throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "scrollsim-packed-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(path: url.path)
    }
    #expect(
      error.map { "\($0)" }?.contains("'\(command) \(url.path) | scrollsim replay -'") == true)
  }
}

extension Catalog<RequestFormat> {
  /// Reads bytes as a file of some name.
  func load(
    _ data: Data, _ name: String, _ options: RequestOptions = RequestOptions()
  ) throws -> RequestLog {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "scrollsim-foreign-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: name)
    try data.write(to: url)
    do { return try load(path: url.path, options: options) } catch {
      throw error.naming(name)
    }
  }
}

extension RequestFormatError {
  /// The same about a file that is called by its name alone.
  fileprivate func naming(_ name: String) -> RequestFormatError {
    switch self {
    case .foreignLayout(_, let layout, let remedy):
      .foreignLayout(name, name: layout, remedy: remedy)
    case .doubtfulColumns(_, let line, let candidates):
      .doubtfulColumns(name, line: line, candidates: candidates)
    case .wrongLine(_, let line, let field, let found, let expected):
      .wrongLine(file: name, line: line, field: field, found: found, expected: expected)
    case .otherEncoding: .otherEncoding(name)
    case .isNotBinary(_, let format): .isNotBinary(file: name, format: format)
    default: self
    }
  }
}
