import ScrollCaching
import ScrollCore
import TestSupport
import Testing

/// Policies without randomness have the miss counts of libCacheSim, to the byte.
struct OracleMissesTests {
  @Test(arguments: OracleTable.files)
  func `the generator writes the files that libCacheSim replayed`(file: OracleTable.File) throws {
    let bytes = try #require(OracleStream.shared.bytes(of: file.name))
    #expect(SHA256(of: bytes).hex == file.sha256)
    let stream = try #require(OracleStream.shared.requests(of: file.name))
    #expect(stream.images.count == file.requests)
    #expect(stream.imageCount == file.images)
    #expect((stream.sizes?.reduce(0, +) ?? file.requests) == file.bytesRequested)
  }

  @Test func `the table has all files and rows`() {
    #expect(OracleTable.files.count == 3)
    #expect(OracleTable.rows.count == OracleRowCounts.all)
    #expect(OracleTable.exact.count == OracleRowCounts.exact)
    #expect(OracleTable.near.count == OracleRowCounts.near)
    #expect(OracleTable.rows.count { $0.tolerance == nil } == OracleRowCounts.notCompared)
  }

  @Test(arguments: OracleTable.exact)
  func `misses and missed bytes equal those of libCacheSim`(row: OracleTable.Row) throws {
    let tally = try row.replay()
    #expect(tally.requests == row.requests)
    #expect(tally.misses == row.misses)
    #expect(tally.costRequested == row.bytesRequested)
    #expect(tally.costMissed == row.bytesMissed)
  }
}

/// The number of rows, so that no row can go missing unseen.
enum OracleRowCounts {
  static let exact = 174, near = 78, notCompared = 18
  static let all = exact + near + notCompared
}

extension OracleTable.Row {
  /// Replays the file of the row with its policy.
  func replay(seed: UInt64 = 0) throws -> Tally {
    let stream = try #require(OracleStream.shared.requests(of: file))
    let unit = try #require(ClassicReplay.Unit(rawValue: unit.rawValue))
    return try ClassicReplay.run(policy, stream, unit, capacity: capacity, seed: seed)
  }
}
