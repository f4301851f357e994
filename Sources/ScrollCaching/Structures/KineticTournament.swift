import BasicContainers

/// Knows who has the highest score while one point moves, when scores are distances to it
/// times weights.
///
/// The score of a contender is `focus.distance(to: middle) * weight`: a V over the centre.
/// When the centre moves any two may change places, so no order by score can be kept. A
/// kinetic tournament (J. Basch, L. J. Guibas, J. Hershberger, "Data structures for mobile
/// data", Journal of Algorithms 31(1), 1999, doi:10.1006/jagm.1998.0988) keeps a knock-out
/// instead: each inner node has the better of its two children's winners, the interval of
/// centres in which that match keeps its result, and the interval in which all matches below
/// it do so too. A question visits only the nodes whose interval the centre has left, and
/// plays a match again only if its result is no longer certain or somebody else plays.
///
/// What one side counts against the other (`Focus.below`, `above`) decides every crossing.
/// Where it changes with the direction of scrolling each direction is a *view* with matches
/// of its own, so that turning round costs nothing.
///
/// The answer is the same as that of comparing all scores one by one in `Double`, the older
/// admission first among equals: see `Match`.
///
/// - Complexity: entering and leaving O(log count), a question O(1) while nothing moves; a
///   long jump of the centre may replay O(contenders) matches once.
package struct KineticTournament: ~Copyable {
  /// What a contender is judged by.
  package struct Contender {
    package var middle: Double, weight: Double
    /// Decides between equal scores: the smaller wins.
    package var admission: Int

    package init(middle: Double, weight: Double, admission: Int) {
      self.middle = middle
      self.weight = weight
      self.admission = admission
    }
  }

  /// The centres at which everything at a node and below it is right.
  private struct Span {
    var lower = -Double.infinity, upper = Double.infinity

    static var void: Span { Span(lower: .infinity, upper: -.infinity) }

    var isVoid: Bool { lower > upper }

    func contains(_ centre: Double) -> Bool { lower <= centre && centre <= upper }
  }

  /// In each view node 1 is the root, the children of `n` are `2n` and `2n + 1`; nodes from
  /// `leafCount` on are contenders and have no entry.
  private var spans: RigidArray<Span>
  private var matches: RigidArray<Match>
  private var contenders: RigidArray<Contender>
  private var isPresent: RigidArray<Bool>
  private let leafCount: Int
  private let views: Int

  /// A tournament without contenders, who will be numbers in `0..<count`.
  /// - Parameters:
  ///   - count: how many numbers.
  ///   - views: in how many ways distances are measured.
  package init(count: Int, views: Int = 1) {
    var leafCount = 2
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    self.views = views
    spans = RigidArray(repeating: Span(), count: views * leafCount)
    matches = RigidArray(repeating: Match(), count: views * leafCount)
    contenders = RigidArray(
      repeating: Contender(middle: 0, weight: 0, admission: 0), count: leafCount)
    isPresent = RigidArray(repeating: false, count: leafCount)
  }

  package subscript(_ index: Int) -> Contender { contenders[index] }

  package func contains(_ index: Int) -> Bool { isPresent[index] }

  /// Adds a contender, or changes one.
  package mutating func enter(_ index: Int, as contender: Contender) {
    contenders[index] = contender
    isPresent[index] = true
    voidSpans(above: index, forgettingMatches: true)
  }

  /// Takes a contender out; it is remembered for `reenter`.
  package mutating func leave(_ index: Int) {
    isPresent[index] = false
    voidSpans(above: index, forgettingMatches: false)
  }

  /// Puts one back that left.
  package mutating func reenter(_ index: Int) {
    isPresent[index] = true
    voidSpans(above: index, forgettingMatches: false)
  }

  /// Whose score is the highest; nil when nobody is there.
  /// - Precondition: the sides count what they always did in this view.
  package mutating func winner(seenFrom focus: Focus, in view: Int = 0) -> Int? {
    update(1, base: view * leafCount, focus)
    let winner = matches[view * leafCount + 1].winner
    return winner < 0 ? nil : Int(winner)
  }

  /// A void span has void spans above it, and who plays in a match has won all those below:
  /// the walk may stop at the first node that asks for neither.
  private mutating func voidSpans(above index: Int, forgettingMatches: Bool) {
    for view in 0..<views {
      var node = (index + leafCount) / 2
      while node > 0 {
        let place = view * leafCount + node
        let plays = forgettingMatches && matches[place].isBetween(Int32(index))
        if plays {
          matches[place].forget()
        } else if spans[place].isVoid {
          break
        }
        spans[place] = .void
        node /= 2
      }
    }
  }

  private mutating func update(_ node: Int, base: Int, _ focus: Focus) {
    let place = base + node
    guard !spans[place].contains(focus.centre) else { return }
    var (first, second) = (Int32(-1), Int32(-1))
    var span = Span()
    if 2 * node < leafCount {
      update(2 * node, base: base, focus)
      update(2 * node + 1, base: base, focus)
      let (left, right) = (base + 2 * node, base + 2 * node + 1)
      (first, second) = (matches[left].winner, matches[right].winner)
      span.lower = max(spans[left].lower, spans[right].lower)
      span.upper = min(spans[left].upper, spans[right].upper)
    } else {
      let left = 2 * node - leafCount
      if isPresent[left] { first = Int32(left) }
      if isPresent[left + 1] { second = Int32(left + 1) }
    }
    var match = matches[place]
    if !match.isCertain(at: focus.centre) || match.first != first || match.second != second {
      if first >= 0, second >= 0 {
        match = Match(first, contenders[Int(first)], second, contenders[Int(second)], focus)
      } else {
        match = Match(walkover: first, second)
      }
      matches[place] = match
    }
    span.lower = max(span.lower, match.lower)
    span.upper = min(span.upper, match.upper)
    spans[place] = span
  }
}
