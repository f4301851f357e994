import ScrollCore

/// Finds the best of many combinations of a few choices: asks for some of them, and hears how good
/// each is.
///
/// Where there are no more combinations than may be tried, all of them are. Otherwise one choice is
/// varied at a time, the best of its values is kept, and so on in turn until no choice gets better
/// alone; then it begins anew somewhere else, drawn from what has not been tried, until three times
/// in a row nothing better was found or as many were tried as may be. What two choices only gain
/// together may be missed: that is the price of trying sums of values instead of products.
///
/// F. Hutter, H. H. Hoos, K. Leyton-Brown, T. Stützle, "ParamILS: an automatic algorithm
/// configuration framework", Journal of Artificial Intelligence Research 36, 2009,
/// doi:10.1613/jair.2861, which searches such spaces by local search with restarts; here a whole
/// line is tried before a step is made, as in coordinate descent (S. J. Wright, "Coordinate descent
/// algorithms", Mathematical Programming 151, 2015, doi:10.1007/s10107-015-0892-3), since runs of a
/// line are made at the same time.
///
///     var search = JointSearch(points, most: 500, seed: 0) { $0 < $1 }
///     while !search.next.isEmpty { search.hear(search.next.map(stall)) }
///     search.best
package struct JointSearch<Score> {
  /// The combinations to try now; none once it is over.
  package private(set) var next: [Int] = []
  /// How often was asked before.
  package private(set) var step = 0
  /// The best of those that were tried, the earlier of equal ones; nil before the first.
  package private(set) var best: Int?
  /// Whether everything is tried.
  package let isExhaustive: Bool
  /// How good each of those is that were tried.
  package private(set) var scores: [Int: Score] = [:]

  private let lines: SearchLines
  private let most: Int
  private let isBetter: (Score, Score) -> Bool
  private var random: SeededRandom
  /// Where it is; nil before it begins anew.
  private var place: Int?
  /// The line that is tried or was tried last.
  private var line: [Int] = []
  private var axis = 0
  /// How many choices in a row did not get better.
  private var settled = 0
  /// How often in a row it began anew and found nothing better.
  private var failures = 0
  private var bestBefore: Int?

  private static var patience: Int { 3 }

  /// - Parameters:
  ///   - points: what each combination has of each choice; no two are equal.
  ///   - start: where to begin.
  ///   - most: how many may be tried.
  ///   - seed: for where it begins anew.
  ///   - isBetter: whether one score is better than another.
  /// - Precondition: there is a combination, and one may be tried.
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

  /// Takes note of how good the combinations in `next` are.
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

  /// Asks, once it is over, for what lines through a combination have that was not tried; for as
  /// much of it as may be tried.
  package mutating func ask(around point: Int, on axes: [Int]) {
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

  /// Goes on until there is something to try, or it is over.
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

  /// Goes to the best of a line that was tried.
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

  /// Where to begin anew; nil if that has not helped for too long, or everything was tried.
  private mutating func newStart() -> Int? {
    failures = bestBefore == best ? failures + 1 : 0
    bestBefore = best
    guard failures < Self.patience else { return nil }
    let left = lines.points.indices.filter { scores[$0] == nil }
    return left.isEmpty ? nil : left[random.below(left.count)]
  }
}

/// Combinations of choices that differ from one of them in a single choice.
///
/// Not every combination need exist: a loader without a cache has no policy. Where one does not,
/// the one that is nearest to it stands for it.
struct SearchLines {
  /// At most so many are on a line; of more some are drawn.
  static let limit = 64

  let points: [[Int]]
  let axes: Int
  private let places: [[Int]: Int]
  /// The combinations with each value of each choice.
  private let members: [[[Int]]]

  /// - Precondition: there is a combination, and all have as many choices.
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

  /// What a choice may be changed to, everything else being as it is.
  /// - Parameters:
  ///   - place: of the combination.
  ///   - axis: the choice that is varied.
  ///   - random: draws where there are too many.
  /// - Returns: the places of the others, in the order of their values.
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
