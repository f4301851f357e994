import ScrollCaching
import ScrollCore
import ScrollTraces

/// The replays of one log of cache operations.
///
/// If no capacities are requested, the limits of the log apply, including their changes. If no
/// policies are requested, the policy of the log applies.
final class LogReplay {
  private let log: CacheLog
  /// The log's own policy; `nil` if the log does not name one.
  private let own: Choice<PolicyDescriptor>?

  /// Creates the replays of a log.
  /// - Parameters:
  ///   - log: The log of operations.
  ///   - namesPolicies: `true` if policies are requested, so that the policy of the log need not be
  ///     available.
  /// - Throws: `CommandError` if the policy of the log is not known to this program.
  init(_ log: CacheLog, namesPolicies: Bool) throws(CommandError) {
    self.log = log
    do throws(ChoiceError) {
      own = try log.header.policy.map { text throws(ChoiceError) in
        try ScrollSim.policies.choose(text)
      }
    } catch .unavailable(_) where namesPolicies {
      own = nil
    } catch { throw CommandError(.badData, "\(log.name): field 'policy': \(error)") }
  }

  /// Returns every replay, in the requested order.
  /// - Parameters:
  ///   - question: The request; capacities may be missing.
  ///   - isKept: `true` if there is a store, which cannot keep replays of logs.
  /// - Returns: a row for each.
  /// - Throws: `CommandError` for a request that is not possible for a log.
  func rows(_ question: ReplayQuestion, isKept: Bool) throws(CommandError) -> [ReplayRow] {
    var question = question
    if let own, !question.namesPolicies { question.policies = [own] }
    try check(question, isKept: isKept)
    let counting = (question.unit ?? (log.hasCosts ? .bytes : .items)) == .items
    let unit = counting ? CapacityUnit.items : .bytes
    try question.capacities.require(unit, typed: question.typed)
    if !log.hasPlaces, question.policies.contains(where: { $0.entry.isSpatial }) {
      RequestInput.noteOrder()
    }
    let workingSet = question.capacities.hasShares ? log.workingSet(counting: counting) : 0
    var cells: [Cell] = []
    for policy in question.policies {
      let seeds = isOwn(policy) ? log.header.seed.map { [$0] } ?? question.seeds : question.seeds
      let draws = policy.entry.facts.drawsAtRandom || !policy.entry.isBuiltIn
      for capacity in question.capacities.optional {
        let amount = capacity?.amount(of: workingSet)
        let limits = amount.map { counting ? CacheLimits(count: $0) : CacheLimits(cost: $0) }
        for seed in draws ? seeds : [seeds[0]] {
          cells.append(
            Cell(
              policy: policy, share: capacity?.share, capacity: amount, limits: limits, seed: seed,
              showsSeed: draws && seeds.count > 1))
        }
      }
    }
    let served = log
    let tallies = ParallelMap.run(cells, progress: "replay") { cell in
      ServedLog(served, counting: counting, limits: cell.limits)
        .tally(of: Candidate(cell.policy), seed: cell.seed)
    }
    return zip(cells, tallies).map { cell, tally in
      var row = ReplayRow(
        trace: log.name, policy: cell.policy.text, unit: unit.rawValue,
        capacity: cell.capacity ?? ownCapacity(counting: counting), tally: tally)
      row.share = cell.share
      row.seed = cell.showsSeed ? cell.seed : nil
      return row
    }
  }

  /// Repeats the log with its own policy and limits, and returns the first operation whose result
  /// differs from the log.
  /// - Parameter question: The request.
  /// - Returns: a sentence about the difference; `nil` if there is none, which is printed, and if
  ///   the request has other policies or limits than the log.
  func difference(_ question: ReplayQuestion) -> String? {
    guard let own, question.capacities.capacities.isEmpty, question.unit != .items,
      !question.namesPolicies || question.policies.contains(where: isOwn)
    else { return nil }
    guard log.header.held == 0 else {
      let held = Phrase.count(log.header.held, "value")
      Output.say(
        "note: '\(log.name)' begins with \(held) in the cache, but a replay begins with an "
          + "empty cache: hits may differ"
      )
      return nil
    }
    let seed = log.header.seed ?? question.seeds[0]
    if let found = LogTrial(log).contradiction(of: Candidate(own), seed: seed) {
      return "\(log.name): \(found); expected the behavior of '\(own.text)'"
    }
    let operations = Phrase.count(log.entries.count, "operation")
    Output.say(
      "note: '\(log.name)': \(operations), all hits and evictions as recorded with '\(own.text)'")
    return nil
  }

  private func isOwn(_ policy: Choice<PolicyDescriptor>) -> Bool {
    guard let own else { return false }
    return policy.entry.name == own.entry.name
      && policy.settings.pairs.elementsEqual(own.settings.pairs) {
        $0.name == $1.name && $0.value == $1.value
      }
  }

  private struct Cell: Sendable {
    let policy: Choice<PolicyDescriptor>
    let share: String?
    /// The capacity and the limits; `nil` if the log's own limits apply.
    let capacity: Int?, limits: CacheLimits?
    let seed: UInt64
    let showsSeed: Bool
  }

  private func check(_ question: ReplayQuestion, isKept: Bool) throws(CommandError) {
    if isKept {
      throw .usage(
        "--store does not take '\(log.name)', a log of operations; expected traces of requests")
    }
    if question.regret || question.warmUp != nil {
      throw .usage(
        "\(question.regret ? "--regret" : "--warm-up") does not apply to '\(log.name)', a "
          + "log of operations; expected a trace of requests")
    }
    if let seer = question.policies.first(where: { $0.entry.facts.needsFuture }) {
      throw .usage(
        "--policy '\(seer.text)' needs to know the future, which '\(log.name)', a log of "
          + "operations, does not have; expected another policy")
    }
  }

  /// Returns the limit in the log's first line; 0 if there is none.
  private func ownCapacity(counting: Bool) -> Int {
    (counting ? log.header.limits.count : log.header.limits.cost ?? log.header.limits.count) ?? 0
  }
}

extension CapacityList {
  /// The capacities.
  ///
  /// Without capacities the list has one element, `nil`.
  fileprivate var optional: [Capacity?] { capacities.isEmpty ? [nil] : capacities.map { $0 } }
}

/// One replay as JSON.
///
/// If the unit is `items`, every number of bytes is a number of requests.
struct ReplayRow: Encodable {
  let trace: String, policy: String, unit: String
  let capacity: Int
  let requests: Int, misses: Int
  let bytesRequested: Int, bytesMissed: Int
  let missRatio: Double, byteMissRatio: Double
  /// The requested capacity, if it is a share of the working set; the key is missing otherwise.
  var share: String?
  /// The seed, if several were requested and the policy is randomized; the key is missing
  /// otherwise.
  var seed: UInt64?
  /// The number of first requests that are not counted; the key is missing if none was requested.
  var warmUp: Int?
  /// The format of the file and the columns that were read; the key is missing for a scroll trace.
  var readAs: String?
  /// The regret, if it was requested; the key is missing otherwise.
  var regret: Regret?
  /// A note that the cache is too small for the policy to behave as documented; the key is missing
  /// if it is large enough.
  var note: String?

  init(trace: String, policy: String, unit: String, capacity: Int, tally: Tally) {
    self.trace = trace
    self.policy = policy
    self.unit = unit
    self.capacity = capacity
    requests = tally.requests
    misses = tally.misses
    bytesRequested = Int(tally.costRequested)
    bytesMissed = Int(tally.costMissed)
    missRatio = Self.ratio(tally.misses, tally.requests)
    byteMissRatio = Self.ratio(bytesMissed, bytesRequested)
  }

  private static func ratio(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }
}
