import Foundation

/// The figures of one run as JSON, by the names that `scrollsim run --format json` gives them where
/// it has them.
struct RunResult: Codable {
  var trace: String, loader: String, policy: String, budgetBytes: Int, prefetch: String
  var lanes: Int, clock: String, requestsGoOut: String
  var requests: Int, hits: Int, joined: Int, started: Int, prefetches: Int
  var appearances: Int, neverShown: Int, unfinished: Int, frames: Int
  var hitches: Int, hitchMilliseconds: Double
  var blankSeconds: Double, blankFrames: Int
  /// Milliseconds; nil for an image that was never shown.
  var p50Milliseconds: Double?, p95Milliseconds: Double?, lateP50Milliseconds: Double?
  var decodes: Int, decodesSideBySide: Int
  var decodeWallMilliseconds: Double, decodeProcessorMilliseconds: Double
  var machine: MachineWatch.Findings?
  var disturbed: [String]

  /// A document with sorted keys; what is nil is `null`.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension RunResult {
  /// Writes the figures of a ledger down; the rest is what was run.
  init(_ ledger: Ledger, _ options: RunCommand, jobs: [Job], machine: MachineWatch.Findings?) {
    let decodes = jobs.filter { $0.kind == .decode }
    func milliseconds(_ time: Int64?) -> Double? { time.map { Double($0) / 1e6 } }
    self.init(
      trace: options.sceneName, loader: options.loader.rawValue, policy: options.policy,
      budgetBytes: options.budgetBytes, prefetch: options.prefetch.rawValue, lanes: options.lanes,
      clock: options.clock.rawValue, requestsGoOut: options.requests.rawValue,
      requests: ledger.requests, hits: ledger.hits, joined: ledger.joined, started: ledger.started,
      prefetches: ledger.prefetches, appearances: ledger.appearances,
      neverShown: ledger.neverShown, unfinished: ledger.unfinished, frames: ledger.frames,
      hitches: ledger.hitches, hitchMilliseconds: Double(ledger.hitchTime) / 1e6,
      blankSeconds: ledger.blank / 1e9, blankFrames: ledger.blankFrames,
      p50Milliseconds: milliseconds(ledger.timeToImage(percent: 50)),
      p95Milliseconds: milliseconds(ledger.timeToImage(percent: 95)),
      lateP50Milliseconds: milliseconds(ledger.medianOfLate), decodes: decodes.count,
      decodesSideBySide: decodes.count { $0.others > 0 },
      decodeWallMilliseconds: decodes.reduce(0) { $0 + Double($1.wall) } / 1e6,
      decodeProcessorMilliseconds: decodes.reduce(0) { $0 + Double($1.cpu) } / 1e6,
      machine: machine, disturbed: machine?.disturbances ?? [])
  }
}
