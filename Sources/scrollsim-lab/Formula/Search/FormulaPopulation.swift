import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// All that was tried in every scene, and which of it breeds.
///
/// Of formulas with the same loss in every scene the smallest is kept: no training scene tells them
/// apart, whatever else they would do. Those breed that have the least loss, each node counting as
/// a little of it, and those that no smaller formula beats.
struct FormulaPopulation {
  typealias Candidate = FormulaSearch.Candidate

  let capacity: Int
  let parsimony: Double
  /// Those that breed, best first.
  private(set) var members: [Candidate] = []
  /// No two have the same losses; in the order of birth.
  private var all: [Candidate] = []
  private var places: [[Double]: Int] = [:]

  init(capacity: Int, parsimony: Double) {
    self.capacity = capacity
    self.parsimony = parsimony
  }

  /// Adds what was tried, and chooses anew who breeds.
  mutating func take(_ candidates: [Candidate]) {
    for candidate in candidates {
      if let place = places[candidate.losses] {
        if candidate.formula.size < all[place].formula.size { all[place] = candidate }
      } else {
        places[candidate.losses] = all.count
        all.append(candidate)
      }
    }
    choose()
  }

  /// Puts a pruned formula in the place of what it was.
  mutating func replace(_ old: Candidate, by new: Candidate) {
    if let place = places.removeValue(forKey: old.losses) {
      all.remove(at: place)
      for losses in places.keys {
        if let later = places[losses], later > place { places[losses] = later - 1 }
      }
    }
    take([new])
  }

  /// Everything, the least loss first, of equal ones the smallest.
  var best: [Candidate] {
    all.indices.sorted { key($0, parsimony: 0) < key($1, parsimony: 0) }.map { all[$0] }
  }

  /// Those that no smaller formula beats, from the smallest to the best.
  var front: [Candidate] { frontPlaces.map { all[$0] } }

  /// The best of a few members drawn at random.
  /// - Precondition: there is a member.
  func tournament(_ random: inout SeededRandom) -> Candidate {
    let drawn = (0..<Self.contestants).map { _ in random.below(members.count) }
    return members[drawn.min() ?? 0]
  }

  private static let contestants = 3

  private mutating func choose() {
    let ranked = all.indices.sorted {
      key($0, parsimony: parsimony) < key($1, parsimony: parsimony)
    }
    let front = Set(frontPlaces)
    let chosen = ranked.enumerated().filter { $0.offset < capacity || front.contains($0.element) }
    members = chosen.map { all[$0.element] }
  }

  private func key(_ place: Int, parsimony: Double) -> (Double, Int, Int) {
    let size = all[place].formula.size
    return (all[place].loss + parsimony * Double(size), size, place)
  }

  private var frontPlaces: [Int] {
    let bySize = all.indices.sorted {
      (all[$0].formula.size, all[$0].loss, $0) < (all[$1].formula.size, all[$1].loss, $1)
    }
    var front: [Int] = []
    for place in bySize {
      if let last = front.last, all[place].loss >= all[last].loss { continue }
      front.append(place)
    }
    return front
  }
}
