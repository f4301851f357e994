import Foundation

/// A record of other work on the machine during a run, which shows whether the run's figures are
/// reliable.
///
/// On Linux it reads `/proc/stat`; elsewhere only the workers' clocks show other work.
struct MachineWatch {
  /// The limits beyond which a run counts as disturbed: the workers' least share of a core, and the
  /// largest shares of other processes and of stolen time.
  static let leastOfWorkers = 0.9, mostOfOthers = 0.1, mostStolen = 0.01

  private struct Ticks {
    var all = 0.0, idle = 0.0, stolen = 0.0

    init?() {
      guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
        let line = text.split(separator: "\n").first
      else { return nil }
      // user nice system idle iowait irq softirq steal
      let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
      guard ticks.count == 8 else { return nil }
      (all, idle, stolen) = (ticks.reduce(0, +), ticks[3] + ticks[4], ticks[7])
    }
  }

  /// The shares of the machine's processor time, and of the jobs' time.
  struct Findings: Codable {
    var idle: Double?, stolen: Double?, others: Double?
    /// The processor time of the jobs divided by their wall time, by kind of job.
    var workers: [String: Double] = [:]

    /// The disturbances of the run; empty if there were none.
    var disturbances: [String] {
      var found: [String] = []
      for (kind, share) in workers.sorted(by: { $0.key < $1.key }) where share < leastOfWorkers {
        found.append("\(kind) had \(Int(100 * share)) % of a core")
      }
      if let others, others > mostOfOthers {
        found.append("others used \(Int(100 * others)) %")
      }
      if let stolen, stolen > mostStolen { found.append("stolen \(Int(100 * stolen)) %") }
      return found
    }
  }

  private let ticks = Ticks(), process = Clocks.process
  private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))

  func findings(on jobs: [Job]) -> Findings {
    var findings = Findings()
    // Reads and uploads are too short for their share to be meaningful.
    let decodes = jobs.filter { $0.kind == .decode }
    let wall = decodes.reduce(0) { $0 + Double($1.wall) }
    if wall > 0 { findings.workers["decoding"] = decodes.reduce(0) { $0 + Double($1.cpu) } / wall }
    guard let before = ticks, let after = Ticks(), after.all > before.all else { return findings }
    let all = after.all - before.all
    let own = Double(Clocks.process - process) / 1e9 * Self.ticksPerSecond
    findings.idle = (after.idle - before.idle) / all
    findings.stolen = (after.stolen - before.stolen) / all
    findings.others = max(0, 1 - (findings.idle ?? 0) - own / all)
    return findings
  }
}
