import Foundation
import ScrollCaching
import Testing

/// Miss counts of another simulator on a published trace: ours are the same, to the byte.
@Suite(.enabled(if: GoldenTrace.isAtHand, "the published trace is not at hand"))
struct GoldenMissesTests {
  /// One line of the table.
  struct Row: CustomTestStringConvertible, Sendable {
    let trace: String, policy: String, unit: ClassicReplay.Unit, capacity: Int
    let requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int

    var testDescription: String { "\(policy) \(capacity) \(unit) on \(trace)" }

    /// A line as it stands in the file; nil for policies that are not ours to match.
    init?(_ line: Substring) {
      let fields = line.split(separator: ",")
      let numbers = fields.dropFirst(4).compactMap { Int($0) }
      guard numbers.count == 5, let unit = ClassicReplay.Unit(rawValue: String(fields[3])),
        let policy = Self.name(String(fields[1]), String(fields[2]))
      else { return nil }
      trace = String(fields[0])
      self.policy = policy
      self.unit = unit
      capacity = numbers[0]
      (requests, misses) = (numbers[1], numbers[2])
      (bytesRequested, bytesMissed) = (numbers[3], numbers[4])
    }

    /// What the table's policy is called here.
    static func name(_ policy: String, _ parameters: String) -> String? {
      switch (policy, parameters) {
      case ("clock", "n-bit-counter=2"): "clock:bits=2"
      case ("s3fifo", "move-to-main-threshold=2"): "s3fifo:promotesAtFrequency=2"
      case ("slru", "n-seg=5"): "slru:segments=5"
      case ("qdlp", _): "qd-lp"
      case ("cr_lfu", "default"): "cr-lfu"
      case ("wtinylfu", "default"): "w-tinylfu:sketchByBytes=true"
      case ("fifo", _), ("lru", _), ("mru", _), ("clock", _), ("sieve", _), ("s3fifo", _),
        ("arc", _), ("lfu", _), ("slru", _), ("sfifo", _), ("2q", _), ("lirs", _), ("size", _),
        ("gdsf", _), ("belady", _):
        parameters == "default" ? policy : nil
      default: nil
      }
    }
  }

  static let rows: [Row] = {
    let file = GoldenTrace.folder.appending(path: "golden-misses.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isNewline).compactMap { Row($0) }
  }()

  @Test func `the table has every row that is to be matched`() {
    #expect(Self.rows.count == 182)
  }

  @Test(arguments: rows)
  func `misses and missed bytes are those of the table`(row: Row) throws {
    let trace = row.trace.hasSuffix("vscsi") ? GoldenTrace.vscsi : GoldenTrace.oracleGeneral
    let tally = try ClassicReplay.run(row.policy, trace.get(), row.unit, capacity: row.capacity)
    #expect(tally.requests == row.requests)
    #expect(tally.misses == row.misses)
    #expect(tally.costRequested == row.bytesRequested)
    #expect(tally.costMissed == row.bytesMissed)
  }
}
