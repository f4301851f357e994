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

  package func contains(_ row: ResultRow) -> Bool {
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
