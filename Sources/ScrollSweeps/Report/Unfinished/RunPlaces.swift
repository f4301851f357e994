/// Where each policy of a sweep has been run so far.
package struct RunPlaces: Sendable {
  /// A scene, a session in it and a budget.
  struct Place: Hashable, Sendable {
    let scene: Scene
    let session: String
    /// In bytes; nil without a cache.
    var budget: Int?

    init(_ row: ResultRow) {
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
  package mutating func add(_ row: ResultRow) {
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
