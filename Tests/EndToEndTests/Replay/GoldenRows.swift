import Foundation

/// A row of golden-misses.csv, for a policy that the command has.
struct GoldenRows {
  /// As it is typed.
  var policy: String
  var capacity: Int
  var requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int

  static let folder = PackageRoot.url.deletingLastPathComponent()
    .appendingPathComponent("shared/data/replay")

  static var areAtHand: Bool {
    FileManager.default.isReadableFile(
      atPath: folder.appendingPathComponent("golden-misses.csv").path)
  }

  /// What the file calls a policy and its parameters, and what we type.
  private static let names = [
    "clock,n-bit-counter=2": "clock:bits=2",
    "s3fifo,move-to-main-threshold=2": "s3fifo:promotesAtFrequency=2",
    "slru,n-seg=5": "slru:segments=5",
    "qdlp,default": "qd-lp",
    "cr_lfu,default": "cr-lfu",
    "wtinylfu,default": "w-tinylfu:sketchByBytes=true",
  ].merging(
    [
      "fifo", "lru", "mru", "clock", "sieve", "s3fifo", "arc", "lfu", "slru", "sfifo", "2q",
      "lirs", "size", "gdsf", "belady",
    ].map { ("\($0),default", $0) }, uniquingKeysWith: { $1 })

  /// The rows of a trace in a mode, `count` or `size`.
  static func load(trace: String, mode: String) throws -> [GoldenRows] {
    let text = try String(
      contentsOf: folder.appendingPathComponent("golden-misses.csv"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      // trace,policy,params,mode,capacity,requests,misses,bytes_requested,bytes_missed
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 9, fields[0] == trace, fields[3] == mode,
        let policy = names["\(fields[1]),\(fields[2])"]
      else { return nil }
      let numbers = fields[4...].compactMap { Int($0) }
      guard numbers.count == 5 else { return nil }
      return GoldenRows(
        policy: policy, capacity: numbers[0], requests: numbers[1], misses: numbers[2],
        bytesRequested: numbers[3], bytesMissed: numbers[4])
    }
  }
}
