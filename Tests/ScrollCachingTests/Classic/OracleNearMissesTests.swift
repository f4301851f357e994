import ScrollCaching
import TestSupport
import Testing

/// Policies that draw, or differ in a detail, have miss counts near libCacheSim's.
///
/// The tolerance and its reason are columns of the table.
struct OracleNearMissesTests {
  /// The mean is over 5 seeds if the policy draws, and over 20 at night.
  @Test(arguments: OracleTable.near)
  func `the mean is near the count of libCacheSim`(row: OracleTable.Row) throws {
    let seeds: UInt64 = row.draws ? (isNightly ? 20 : 5) : 1
    let tallies = try (0..<seeds).map { try row.replay(seed: $0) }
    let count = Double(tallies.count)
    let misses = Double(tallies.reduce(0) { $0 + $1.misses }) / count
    let bytes = Double(tallies.reduce(0) { $0 + $1.costMissed }) / count
    let (expected, expectedBytes) = (Double(row.misses), Double(row.bytesMissed))
    let tolerance = try #require(row.tolerance)
    let bytesTolerance = try #require(row.bytesTolerance)
    #expect(
      abs(misses / expected - 1) <= tolerance, "\(misses) misses; expected \(expected)")
    #expect(
      abs(bytes / expectedBytes - 1) <= bytesTolerance, "\(bytes) bytes; expected \(expectedBytes)")
  }
}
