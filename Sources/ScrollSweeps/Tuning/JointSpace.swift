import ScrollCore

/// The combinations of loader, prefetcher, policy and budget that a plan has for a device and a
/// network.
struct JointSpace: Sendable {
  /// One combination.
  struct Candidate: Sendable {
    /// The indices of the candidate's loader, prefetcher, policy and budget among those of the
    /// space.
    let point: [Int]
    /// The candidate's runs in the plan, one for each trace and seed.
    fileprivate(set) var runs: [Int]
  }

  /// The choices, in the order of a candidate's point.
  enum Axis: Int, CaseIterable {
    case loader, prefetcher, policy, budget
  }

  let device: ProfileRecord, network: ProfileRecord
  private(set) var candidates: [Candidate] = []
  /// The number of scenarios of a candidate that runs on every trace.
  ///
  /// Seeds do not count, since one may be enough.
  private(set) var instances = 0

  private init(_ scenario: ScenarioRecord) {
    device = scenario.device
    network = scenario.network
  }

  /// Returns the spaces of a plan, one for each device and network, in its order.
  /// - Complexity: O(*n*) in the runs of the plan.
  static func all(of plan: SweepPlan) -> [JointSpace] {
    var spaces: [JointSpace] = []
    var numbers = Numbers()
    var places: [[Int]: Int] = [:]
    var latest: (scenario: Int32, place: [Int])?
    for (position, run) in plan.runs.enumerated() {
      if latest?.scenario != run.scenario {
        let scenario = plan.scenario(of: run)
        let place = numbers.place(of: scenario)
        if place[0] == spaces.count { spaces.append(JointSpace(scenario.record)) }
        latest = (run.scenario, place)
      }
      guard let place = latest?.place else { continue }
      // Without a cache there is neither a policy nor a budget.
      let budget = run.hasCache ? numbers.place(of: run.budget) : 0
      let policy = run.hasCache ? numbers.place(of: plan.policyTexts[Int(run.policy)]) : 0
      let point = Array(place[1...]) + [policy, budget]
      let space = place[0]
      if let known = places[[space] + point] {
        spaces[space].candidates[known].runs.append(position)
      } else {
        places[[space] + point] = spaces[space].candidates.count
        spaces[space].candidates.append(Candidate(point: point, runs: [position]))
      }
    }
    for index in spaces.indices {
      spaces[index].instances =
        spaces[index].candidates.map { candidate in
          Set(candidate.runs.map { plan.runs[$0].scenario }).count
        }.max() ?? 0
    }
    return spaces
  }

  /// Numbers for the parts of combinations, in the order in which they first appear.
  private struct Numbers {
    private var scenes: [String: Int] = [:], loaders: [String: Int] = [:]
    private var prefetchers: [String: Int] = [:], policies: [String: Int] = [:]
    private var budgets: [ByteCount?: Int] = [:]

    /// Returns three numbers for a scenario: one for the device, network and start together, one
    /// for the loader, and one for the prefetcher.
    mutating func place(of scenario: PlannedScenario) -> [Int] {
      let record = scenario.record
      return [
        Self.number(
          of: "\(record.device.digest) \(record.network.digest) \(record.start)", in: &scenes),
        Self.number(of: scenario.loader.canonical, in: &loaders),
        Self.number(of: record.prefetcher, in: &prefetchers),
      ]
    }

    /// Returns the number of a policy, from 1; 0 means no cache.
    mutating func place(of policy: String) -> Int { Self.number(of: policy, in: &policies) + 1 }

    mutating func place(of budget: ByteCount?) -> Int { Self.number(of: budget, in: &budgets) + 1 }

    private static func number<Key: Hashable>(of key: Key, in known: inout [Key: Int]) -> Int {
      if let number = known[key] { return number }
      known[key] = known.count
      return known.count - 1
    }
  }
}
