import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// How often look-ups hit in a log, and in a run of the trace that was made of it.
struct LogHits {
  /// Whose device and network the run has.
  private static let device = "iphone-13-pro", network = "wifi"

  private let log: CacheLog
  private let lookups: Int, hits: Int

  init(_ log: CacheLog) {
    self.log = log
    let seen = log.entries.compactMap(\.hit)
    lookups = seen.count
    hits = seen.count { $0 }
  }

  /// By how much they differ.
  /// - Parameter trace: made of the log.
  /// - Returns: a sentence.
  /// - Throws: `CommandError` for what cannot be run.
  func comparison(with trace: ScrollTrace) throws(CommandError) -> String {
    let recorded = "\(share(hits, lookups)) of \(Words.count(lookups, "look-up")) in the log"
    guard let policy = try policy() else {
      return recorded + "; it names no policy that a run could have"
    }
    let scenario = Scenario(
      trace, device: try DeviceInput.find(Self.device),
      network: try NetworkInput.find(Self.network), loader: .cached, prefetcher: Prefetcher.none)
    let limit = log.header.limits.cost.map { ByteCount($0) }
    let run = PreparedScenario(scenario)
      .run(policy, budget: limit, seed: log.header.seed ?? 0).requests
    let points = (run.hitRate - rate(hits, lookups)) * 100
    let apart = NumberText.fixed(abs(points), decimals: 1)
    let requests = Words.count(run.count, "request")
    return "\(recorded), \(share(run.hits, run.count)) of \(requests) in a run "
      + "on \(Self.device) with its policy '\(policy.text)' and limits: \(apart) points "
      + "\(points < 0 ? "fewer" : "more"), as loads take the model's time there"
  }

  /// The policy of the log with its limit of values, which a run has as a setting.
  private func policy() throws(CommandError) -> Choice<PolicyDescriptor>? {
    guard let text = log.header.policy else { return nil }
    let count = log.header.limits.count.map { [(name: "countLimit", value: "\($0)")] } ?? []
    do {
      let plain = try ScrollSim.policies.choose(text)
      return plain.given.contains("countLimit")
        ? plain : try ScrollSim.policies.choose(text, adding: count)
    } catch {
      throw CommandError(.badData, "\(log.name): its policy: \(error)")
    }
  }

  private func rate(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }

  private func share(_ part: Int, _ whole: Int) -> String {
    "\(NumberText.fixed(rate(part, whole) * 100, decimals: 1)) %"
  }
}
