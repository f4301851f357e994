import ScrollCore
import ScrollPages

extension ComparableRuns {
  /// Creates the comparable runs of a sweep in a store; `nil` if the sweep is finished, since all
  /// of its runs are comparable.
  /// - Throws: `ResultStoreError` if the store cannot be read.
  package init?(_ sweep: SweepRecord, in store: ResultStore) throws {
    guard try store.memberCount(of: sweep.key) < sweep.runs else { return nil }
    var places = RunPlaces()
    try store.rows(of: sweep.key) { places.add($0) }
    self.init(places)
  }
}

/// The runs of an unfinished sweep that are comparable: those of several policies in the same
/// places.
///
/// Two policies are not comparable if one was run on an old phone and the other on a new phone. A
/// place is a scenario, a session and a budget; a policy without a cache has every budget of its
/// scenario. The comparison takes the set of policies for which the number of policies times the
/// number of their common places is the largest. The other policies are left out until they have
/// more runs. Finding the best set of all would be NP-hard (a maximum biclique, as for
/// `CompletePart`). So the search tries only sets that consist of all policies of one place.
package struct ComparableRuns: Sendable {
  /// The largest number of sets of policies to try; those with the most places come first.
  private static let triedSets = 256

  /// The number of policies, and the policies that are compared.
  let allPolicies: Int
  let policies: Set<String>
  /// The number of places with runs, and the number of places in which all compared policies were
  /// run.
  let allPlaces: Int
  var placeCount: Int { shared.count }
  private let shared: Set<RunPlaces.Place>
  private let sharedScenes: Set<RunPlaces.Place>

  /// Finds the comparable runs.
  /// - Parameter places: the places of the runs that have been made.
  /// - Complexity: O(*p d*) in the places and their different sets of policies, 256 at most.
  package init(_ places: RunPlaces) {
    let sets = places.policiesOfPlaces
    allPolicies = places.policies.count
    allPlaces = sets.count
    let chosen = Self.mostShared(sets.map(\.policies), atLeast: min(2, allPolicies))
    policies = Set(chosen.map { places.policies[$0] })
    shared = Set(
      sets.filter { !chosen.isEmpty && chosen.isSubset(of: $0.policies) }.map(\.place))
    sharedScenes = Set(shared.map(\.withoutBudget))
  }

  /// A Boolean value that indicates whether no runs are comparable.
  var isEmpty: Bool { shared.isEmpty }

  package func contains(_ row: RunRow) -> Bool {
    guard policies.contains(row.run.label ?? SweepReport.noCache) else { return false }
    let place = RunPlaces.Place(row)
    return place.budget == nil ? sharedScenes.contains(place) : shared.contains(place)
  }

  /// Returns the set of policies with the largest product of its size and the number of places that
  /// have it.
  private static func mostShared(_ sets: [Set<Int>], atLeast least: Int) -> Set<Int> {
    var counts: [(set: Set<Int>, count: Int)] = []
    var known: [Set<Int>: Int] = [:]
    for set in sets {
      let index = known[set] ?? counts.count
      if index == counts.count { counts.append((set, 0)) }
      known[set] = index
      counts[index].count += 1
    }
    let tried = counts.enumerated().filter { $0.element.set.count >= least }
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .prefix(triedSets)
    var best: (set: Set<Int>, size: Int) = ([], 0)
    for (_, candidate) in tried {
      let places = counts.reduce(0) { $0 + (candidate.set.isSubset(of: $1.set) ? $1.count : 0) }
      let size = places * candidate.set.count
      if size > best.size || size == best.size && candidate.set.count > best.set.count {
        best = (candidate.set, size)
      }
    }
    return best.set
  }
}

/// The places in which each policy of a sweep has been run so far.
package struct RunPlaces: Sendable {
  /// A scenario, a session in it and a budget.
  struct Place: Hashable, Sendable {
    let scene: ScenarioIdentity
    let session: String
    /// The budget in bytes; `nil` without a cache.
    var budget: Int?

    init(_ row: RunRow) {
      scene = ScenarioIdentity(row.scenario)
      session = row.scenario.trace.digest
      budget = SweepReport.budget(of: row.run)
    }

    var withoutBudget: Place {
      var place = self
      place.budget = nil
      return place
    }
  }

  /// The policies, in the order in which they first appear.
  private(set) var policies: [String] = []
  private var places: [Place] = []
  /// The seeds of each policy in each place.
  private var seeds: [[Int: Set<Int>]] = []
  private var policyIndex: [String: Int] = [:]
  private var placeIndex: [Place: Int] = [:]

  package init() {}

  /// Adds a run.
  /// - Complexity: O(1).
  package mutating func add(_ row: RunRow) {
    let label = row.run.label ?? SweepReport.noCache
    let policy = policyIndex[label] ?? policies.count
    if policy == policies.count { policies.append(label) }
    policyIndex[label] = policy
    let place = Place(row)
    let index = placeIndex[place] ?? places.count
    if index == places.count {
      places.append(place)
      seeds.append([:])
    }
    placeIndex[place] = index
    seeds[index][policy, default: []].insert(row.run.seed)
  }

  /// The places, each with the policies that were run there with every seed; a policy without a
  /// cache has every budget of its scenario.
  ///
  /// A policy that never had several seeds is not randomized, so one run in a place is enough.
  var policiesOfPlaces: [(place: Place, policies: Set<Int>)] {
    var drawing: Set<Int> = []
    for (policy, seeds) in seeds.joined() where seeds.count > 1 { drawing.insert(policy) }
    let whole = seeds.map { seeds in
      let all = seeds.filter { drawing.contains($0.key) }.values
        .reduce(into: Set<Int>()) { $0.formUnion($1) }
      return Set(seeds.filter { $0.value == all || !drawing.contains($0.key) }.keys)
    }
    let sized = Set(places.filter { $0.budget != nil }.map(\.withoutBudget))
    return places.indices.compactMap { index in
      let place = places[index]
      guard place.budget != nil else {
        return sized.contains(place) ? nil : (place, whole[index])
      }
      let bare = placeIndex[place.withoutBudget].map { whole[$0] } ?? []
      return (place, whole[index].union(bare))
    }
  }
}
