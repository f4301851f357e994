import Foundation
import ScrollCore
import ScrollTraces
import Testing

/// Whatever is in a file, a reader ends with requests or with a sentence that names the place.
///
/// `SCROLL_MUTATIONS` is the number of damaged files for each reader: 2000 unless it is set.
struct RequestMutationTests {
  static let readers = RequestFormatCatalog.builtIn.entries.map(\.name)
  private static let count =
    ProcessInfo.processInfo.environment["SCROLL_MUTATIONS"]
    .flatMap { UInt64($0) } ?? 2_000

  private static let records: [(id: UInt64, size: UInt32)] = [
    (77, 10), (.max, 20), (77, 11), (5, 0), (0, 4_294_967_295), (5, 30), (9, 9), (77, 11),
  ]

  /// A whole file of each format, and how it is read.
  private static func sample(
    _ format: String, _ random: inout SeededRandom
  ) -> (bytes: [UInt8], options: RequestOptions) {
    var options = RequestOptions()
    switch format {
    case "lcs":
      return (Array(TraceBytes.lcs(records, version: UInt64(random.within(1...8)))), options)
    case "txt": return (Array("12\n\n7\r\n18446744073709551615\n12\n 7\n".utf8), options)
    case "arc":
      return (Array("4096 8 0 1\n4100 3 0 2\r\n\n9 1\n18446744073709551600 7".utf8), options)
    case "webcachesim":
      return (Array("0 7 100\n3 8 20 1\r\n\n4  7\t100\n9 18446744073709551615 5".utf8), options)
    case "csv":
      options.hasTextIDs = random.chance(0.3)
      options.hasHeader = random.chance(0.8)
      if random.chance(0.2) { options.delimiter = RequestOptions.Delimiter(";") }
      if random.chance(0.2) { options.idColumn = "\(random.within(0...9))" }
      if random.chance(0.3) {
        let text =
          "time,key,op,op_count,size,ttl\n1,7,GET,2,10,0\n2,8,SET,1,9,5\n3,7,DELETE,1,0,0\n"
        return (Array((text + "9,8,GET,3,9,0\n").utf8), options)
      }
      return (
        Array("time,\"id\",size\n1,7,100\n2,\"8\",9223372036854775000\n3, 7 ,800\n".utf8), options
      )
    case "vscsi":
      return (
        Array(random.chance(0.5) ? TraceBytes.vscsi1(records) : TraceBytes.vscsi2(records)), options
      )
    case "oracle-general-opns": return (Array(TraceBytes.oracleOpNS(records)), options)
    case "oracle-sim-twrns": return (Array(TraceBytes.oracleSimTwrNS(records)), options)
    case "oracle-sys-twrns": return (Array(TraceBytes.oracleSysTwrNS(records)), options)
    case "binary":
      let texts = ["<IQIq", ">IQIq", "3x2HbqB", "q", "2Q4I"]
      options.record = try? BinaryRecord(parsing: random.pick(texts))
      options.idColumn = "\(random.within(0...5))"
      options.sizeColumn = random.chance(0.7) ? "\(random.within(0...5))" : nil
      return (Array(TraceBytes.oracleGeneral(records)), options)
    default: return (Array(TraceBytes.oracleGeneral(records)), options)
    }
  }

  /// Some bytes changed, put in, taken out, doubled or cut off.
  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let texts = ["-1", "99999999999999999999", "\n", "\r", ",", "\"", "\0", " ", "\u{feff}", "1e9"]
    for _ in 0..<random.within(1...6) {
      let place = random.below(bytes.count + 1)
      switch random.below(7) {
      case 0 where place < bytes.count: bytes[place] = UInt8(random.below(256))
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
      case 2: bytes.insert(contentsOf: Array(random.pick(texts).utf8), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.within(1...40)))
      case 4:
        let end = min(bytes.count, place + random.within(1...200))
        bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
      case 5: bytes.removeSubrange(place...)
      default:
        let end = min(bytes.count, place + random.within(1...9))
        let value: UInt8 = random.chance(0.5) ? 0xff : 0
        for index in place..<end { bytes[index] = value }
      }
    }
  }

  @Test(arguments: readers)
  func `a damaged file is requests or an error with a message`(name: String) throws {
    let format = try RequestFormatCatalog.builtIn.choose(name).entry
    var (results, sentences) = (0, 0)
    let log = MutatedReader.Log()
    for seed in 0..<Self.count {
      var random = SeededRandom(seed: seed)
      var (bytes, options) = Self.sample(name, &random)
      Self.mutate(&bytes, &random)
      let file = RequestFile(bytes, "damaged")
      try log.note(name, Int(seed))
      let begin = ContinuousClock.now
      do {
        let log = try format.read(file, options)
        results += 1
        // A run of blocks is at most 65 536 requests, a line with a count a million, another one.
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let most =
          switch name {
          case "arc": 65_536 * 64
          case "csv": 1_000_000 * lines
          default: bytes.count
          }
        #expect(log.count <= most, "seed \(seed)")
        #expect(log.imageCount <= log.count && log.workingSet >= 0, "seed \(seed)")
      } catch {
        sentences += 1
        let text = "\(error)"
        #expect(text.contains("damaged") && text.contains("expected"), "seed \(seed): \(text)")
        #expect(text.utf8.count < 600 && !text.contains { $0.isNewline }, "seed \(seed): \(text)")
        // A line, a record, a byte, or what the whole file lacks.
        let place = /:\d+:|byte|record|the file|the header|has no requests|is empty/
        let hasPlace = text.contains(place)
        #expect(hasPlace, "seed \(seed): \(text)")
      }
      let time = ContinuousClock.now - begin
      #expect(time < .seconds(10), "seed \(seed): \(time)")
      _ = try? RequestFormatCatalog.builtIn.detect(file)
    }
    #expect(results > 0 && sentences > 0, "\(results) results, \(sentences) sentences")
  }
}
