import ScrollCore
import ScrollPages

extension ComparableRuns {
  /// Those of a sweep in a store; nil if the sweep is finished, since all of its runs compare.
  /// - Throws: `ResultStoreError` if the store cannot be read.
  package init?(_ sweep: SweepRecord, in store: ResultStore) throws {
    guard try store.memberCount(of: sweep.key) < sweep.runs else { return nil }
    var places = RunPlaces()
    try store.rows(of: sweep.key) { places.add($0) }
    self.init(places)
  }
}

/// Which runs of an unfinished sweep compare: those of several policies in the same places.
///
/// A mean over an old phone and one over a new phone tell nothing about two policies. A place is a
/// scene, a session and a budget; a policy without a cache has every budget of its scene. Of all
/// policies those are taken that have most places in common, the number of policies times that of
/// places; the others wait. The most of all would be NP-hard to find (a maximum biclique, as for
/// `CompletePart`), so only the policies of some place are tried together.
package struct ComparableRuns: Sendable {
  /// At most so many sets of policies are tried, those of most places.
  private static let triedSets = 256

  /// How many policies there are, and those that are compared.
  package let allPolicies: Int
  package let policies: Set<String>
  /// How many places were begun, and in how many all of these policies were run.
  package let allPlaces: Int
  package var placeCount: Int { shared.count }
  private let shared: Set<RunPlaces.Place>
  private let sharedScenes: Set<RunPlaces.Place>

  /// - Parameter places: of the runs that have been made.
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

  /// Whether nothing compares.
  package var isEmpty: Bool { shared.isEmpty }

  package func contains(_ row: RunRow) -> Bool {
    guard policies.contains(row.run.label ?? SweepReport.noCache) else { return false }
    let place = RunPlaces.Place(row)
    return place.budget == nil ? sharedScenes.contains(place) : shared.contains(place)
  }

  /// The set of policies that, times the number of places that have it, is the most.
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

/// Where each policy of a sweep has been run so far.
package struct RunPlaces: Sendable {
  /// A scene, a session in it and a budget.
  struct Place: Hashable, Sendable {
    let scene: Scene
    let session: String
    /// In bytes; nil without a cache.
    var budget: Int?

    init(_ row: RunRow) {
      scene = Scene(row.scenario)
      session = row.scenario.trace.digest
      budget = SweepReport.budget(of: row.run)
    }

    var withoutBudget: Place {
      var place = self
      place.budget = nil
      return place
    }
  }

  /// In the order in which they came.
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

  /// The policies that were run in each place with every seed that any was; without a cache they
  /// have every budget of their scene.
  ///
  /// A policy that never had several seeds draws nothing: one run is all that it has in a place.
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
