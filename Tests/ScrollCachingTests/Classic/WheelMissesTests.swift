import ScrollCaching
import Testing

/// The classic policies miss exactly as often as those of another simulator.
struct WheelMissesTests {
  /// One line of the table, for one policy.
  struct Cell: CustomTestStringConvertible, Sendable {
    let stream: ClassicStream, unit: ClassicReplay.Unit, capacity: Int
    let policy: String, misses: Int, bytesMissed: Int?

    var testDescription: String { "\(policy) \(capacity) \(unit) on \(stream.name)" }
  }

  static let cells =
    cells(WheelMisses.policies, WheelMisses.table)
    + cells(WheelMisses.queuePolicies, WheelMisses.queueTable)

  static func cells(_ policies: [String], _ table: String) -> [Cell] {
    table.split(separator: "\n").flatMap { cells(policies, inLine: $0) }
  }

  static func cells(_ policies: [String], inLine line: Substring) -> [Cell] {
    let words = line.split(separator: " ")
    let cell = words.prefix(3).joined(separator: " ")
    return zip(policies, words.dropFirst(3)).compactMap { name, counts in
      let refuses = name.hasPrefix("s3fifo") && WheelMisses.refusingLarge.contains(cell)
      let policy = refuses ? name + ":refusesLarge=true" : name
      let numbers = counts.split(separator: "/").compactMap { Int($0) }
      guard let stream = ClassicStream.named(words[0]), let capacity = Int(words[2]),
        let unit = ClassicReplay.Unit(rawValue: String(words[1])), let misses = numbers.first
      else { return nil }
      return Cell(
        stream: stream, unit: unit, capacity: capacity, policy: policy, misses: misses,
        bytesMissed: unit == .size ? numbers.last : nil)
    }
  }

  @Test func `every combination of stream, policy and capacity has a count`() {
    let policies = WheelMisses.policies.count + WheelMisses.queuePolicies.count
    #expect(Self.cells.count == 24 * policies)
  }

  @Test(arguments: cells)
  func `misses equal those of the other simulator`(cell: Cell) throws {
    let tally = try ClassicReplay.run(
      cell.policy, cell.stream.generate(), cell.unit, capacity: cell.capacity)
    #expect(tally.misses == cell.misses, "seed \(cell.stream.seed)")
    if let bytesMissed = cell.bytesMissed {
      #expect(tally.costMissed == bytesMissed, "seed \(cell.stream.seed)")
    }
  }
}
