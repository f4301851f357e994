import ScrollCore

/// A search for the best of many combinations of a few choices.
///
/// The search lists the combinations to try in `next`, and receives a score for each with
/// `hear(_:)`.
///
/// If the number of combinations does not exceed the maximum, the search tries all of them.
/// Otherwise it varies one choice at a time, keeps the best of its values, and turns to the next
/// choice, until no single choice improves the result. Then it restarts from a random combination
/// that has not been tried. It ends when three restarts in a row find nothing better, or when it
/// has tried the maximum number. The search may miss gains that need two changes at once. In
/// return, the number of trials grows with the sum of the numbers of values, and not with their
/// product.
///
/// F. Hutter, H. H. Hoos, K. Leyton-Brown, T. Stützle, "ParamILS: an automatic algorithm
/// configuration framework", Journal of Artificial Intelligence Research 36, 2009,
/// doi:10.1613/jair.2861, searches such spaces by local search with restarts. This search tries a
/// whole line before it makes a step, as coordinate descent does (S. J. Wright, "Coordinate descent
/// algorithms", Mathematical Programming 151, 2015, doi:10.1007/s10107-015-0892-3), since the runs
/// of a line are made at the same time.
///
///     var search = JointSearch(points, most: 500, seed: 0) { $0 < $1 }
///     while !search.next.isEmpty { search.hear(search.next.map(stall)) }
///     search.best
package struct JointSearch<Score> {
  /// The combinations to try next; empty once the search is over.
  package private(set) var next: [Int] = []
  /// The number of completed rounds.
  private(set) var step = 0
  /// The best combination so far, the earlier of equal ones; `nil` before the first round.
  package private(set) var best: Int?
  /// A Boolean value that indicates whether the search tries all combinations.
  package let isExhaustive: Bool
  /// The scores of the combinations that were tried.
  package private(set) var scores: [Int: Score] = [:]

  private let lines: SearchLines
  private let most: Int
  private let isBetter: (Score, Score) -> Bool
  private var random: SeededRandom
  /// The current combination; `nil` before a restart.
  private var place: Int?
  /// The line that is being tried, or was tried last.
  private var line: [Int] = []
  private var axis = 0
  /// The number of choices in a row that brought no improvement.
  private var settled = 0
  /// The number of restarts in a row that found nothing better.
  private var failures = 0
  private var bestBefore: Int?

  private static var patience: Int { 3 }

  /// Creates a search.
  /// - Parameters:
  ///   - points: the value of each choice in each combination; no two combinations are equal.
  ///   - start: the combination to begin with.
  ///   - most: the largest number of combinations to try.
  ///   - seed: the seed for restarts.
  ///   - isBetter: whether one score is better than another.
  /// - Precondition: there is a combination, and `most` is positive.
  package init(
    _ points: [[Int]], from start: Int = 0, most: Int, seed: UInt64,
    isBetter: @escaping (Score, Score) -> Bool
  ) {
    precondition(!points.isEmpty && most > 0, "nothing may be tried")
    lines = SearchLines(points)
    self.most = most
    self.isBetter = isBetter
    random = SeededRandom(seed: seed)
    isExhaustive = points.count <= most
    next = isExhaustive ? Array(points.indices) : [start]
    place = start
  }

  /// Records the scores of the combinations in `next`.
  /// - Precondition: there are as many scores as there are combinations.
  package mutating func hear(_ heard: [Score]) {
    precondition(heard.count == next.count, "\(heard.count) scores for \(next.count) combinations")
    for (point, score) in zip(next, heard) { scores[point] = score }
    for point in next {
      guard let leader = best else {
        best = point
        continue
      }
      let isEarlier = point < leader && !isBetter(leader, than: point)
      if isBetter(point, than: leader) || isEarlier { best = point }
    }
    next = []
    step += 1
    if !isExhaustive { advance() }
  }

  /// Adds the untried combinations on the lines through a combination to `next`, within the
  /// maximum.
  /// - Precondition: the search is over.
  mutating func ask(around point: Int, on axes: [Int]) {
    precondition(next.isEmpty, "the search is not over")
    next = untried(axes.flatMap { lines.line(of: point, on: $0, &random) })
    (place, line, axis, settled, failures) = (point, [], 0, 0, Self.patience)
  }

  private func untried(_ points: [Int]) -> [Int] {
    let news = Set(points).filter { scores[$0] == nil }.sorted()
    return Array(news.prefix(max(0, most - scores.count)))
  }

  private func isBetter(_ one: Int, than other: Int) -> Bool {
    guard let first = scores[one], let second = scores[other] else { return false }
    return isBetter(first, second)
  }

  /// Advances the search until there is something to try, or the search is over.
  private mutating func advance() {
    while scores.count < most {
      guard let place else {
        guard let start = newStart() else { return }
        begin(at: start)
        return
      }
      if line.isEmpty {
        line = lines.line(of: place, on: axis, &random)
        next = untried(line)
        if !next.isEmpty { return }
      }
      takeStep(from: place)
    }
  }

  /// Moves to the best combination of a line that was tried.
  private mutating func takeStep(from place: Int) {
    let winner = line.reduce(place) { isBetter($1, than: $0) ? $1 : $0 }
    settled = winner == place ? settled + 1 : 1
    self.place = winner
    line = []
    axis = (axis + 1) % lines.axes
    if settled >= lines.axes { self.place = nil }
  }

  private mutating func begin(at start: Int) {
    (place, line, axis, settled) = (start, [], 0, 0)
    next = [start]
  }

  /// Returns a combination for a restart; `nil` after too many restarts without improvement, or if
  /// all combinations were tried.
  private mutating func newStart() -> Int? {
    failures = bestBefore == best ? failures + 1 : 0
    bestBefore = best
    guard failures < Self.patience else { return nil }
    let left = lines.points.indices.filter { scores[$0] == nil }
    return left.isEmpty ? nil : left[random.below(left.count)]
  }
}

/// The lines of a space: the combinations that differ from a given combination in a single choice.
///
/// Some combinations do not exist: a loader without a cache has no policy. The nearest existing
/// combination replaces each of these.
struct SearchLines {
  /// The largest number of combinations on a line; a longer line is a random sample.
  static let limit = 64

  let points: [[Int]]
  let axes: Int
  private let places: [[Int]: Int]
  /// The combinations with each value of each choice.
  private let members: [[[Int]]]

  /// Creates the lines of some combinations.
  /// - Precondition: there is a combination, and all have the same number of choices.
  init(_ points: [[Int]]) {
    self.points = points
    axes = points[0].count
    places = Dictionary(
      uniqueKeysWithValues: points.enumerated().map { (key: $1, value: $0) })
    members = (0..<points[0].count).map { axis in
      var members = Array(repeating: [Int](), count: (points.map { $0[axis] }.max() ?? 0) + 1)
      for (place, point) in points.enumerated() { members[point[axis]].append(place) }
      return members
    }
  }

  /// Returns the combinations that differ from a given combination in a single choice.
  /// - Parameters:
  ///   - place: the index of the combination.
  ///   - axis: the choice to vary.
  ///   - random: the random generator that samples a line that is too long.
  /// - Returns: the indices of the other combinations, in the order of their values.
  func line(of place: Int, on axis: Int, _ random: inout SeededRandom) -> [Int] {
    let point = points[place]
    var values = members[axis].indices.filter { $0 != point[axis] && !members[axis][$0].isEmpty }
    while values.count > Self.limit { values.remove(at: random.below(values.count)) }
    return values.map { value in
      var other = point
      other[axis] = value
      return places[other] ?? nearest(to: other, among: members[axis][value])
    }
  }

  private func nearest(to point: [Int], among places: [Int]) -> Int {
    func distance(_ place: Int) -> Int { zip(points[place], point).count { $0 != $1 } }
    return places.min { (distance($0), $0) < (distance($1), $1) } ?? places[0]
  }
}
