extension KineticTournament {
  /// Two contenders, who wins, and for which centres that is certain.
  ///
  /// Certain means that comparing the two scores in `Double` gives the same answer there. The
  /// interval ends at the next kink of either V, so that both scores are straight in it, and
  /// where the winner's lead would fall below `slack` times both scores, which is more than
  /// rounding can make up. Two V that are equal never overtake each other.
  struct Match {
    /// The contenders; -1 is nobody.
    var first = Int32(-1), second = Int32(-1)
    var winner = Int32(-1)
    var lower = -Double.infinity, upper = Double.infinity

    /// Nobody against nobody.
    init() {}

    /// At most one of the two is somebody.
    init(walkover first: Int32, _ second: Int32) {
      (self.first, self.second) = (first, second)
      winner = max(first, second)
    }

    /// Plays a match.
    init(
      _ first: Int32, _ a: Contender, _ second: Int32, _ b: Contender, _ focus: Focus
    ) {
      (self.first, self.second) = (first, second)
      let scoreA = focus.distance(to: a.middle) * a.weight
      let scoreB = focus.distance(to: b.middle) * b.weight
      let firstWins = scoreA > scoreB || scoreA == scoreB && a.admission < b.admission
      winner = firstWins ? first : second
      if a.middle == b.middle, a.weight == b.weight { return }

      let centre = focus.centre
      let certain = abs(scoreA - scoreB) - Self.slack * (scoreA + scoreB)
      (lower, upper) = (centre, centre)
      guard certain > 0 else { return }

      // Upward, whoever lies above comes nearer and whoever lies below falls behind.
      let sign: Double = firstWins ? 1 : -1
      var kink = Double.infinity
      var (rateA, rateB) = (a.weight * focus.below, b.weight * focus.below)
      if a.middle > centre { (kink, rateA) = (a.middle, -a.weight * focus.above) }
      if b.middle > centre { (kink, rateB) = (min(kink, b.middle), -b.weight * focus.above) }
      var closing = sign * (rateB - rateA) + Self.slack * (abs(rateA) + abs(rateB))
      upper = closing > 0 ? min(kink, (centre + certain / closing).nextDown) : kink
      upper = max(centre, upper)

      kink = -.infinity
      (rateA, rateB) = (a.weight * focus.above, b.weight * focus.above)
      if a.middle < centre { (kink, rateA) = (a.middle, -a.weight * focus.below) }
      if b.middle < centre { (kink, rateB) = (max(kink, b.middle), -b.weight * focus.below) }
      closing = sign * (rateB - rateA) + Self.slack * (abs(rateA) + abs(rateB))
      lower = closing > 0 ? max(kink, (centre - certain / closing).nextUp) : kink
      lower = min(centre, lower)
    }

    /// 32 units in the last place, where scores and rates have errors of at most three each.
    private static var slack: Double { 0x1p-48 }

    /// Somebody who plays is judged otherwise from now on: the result is certain nowhere.
    mutating func forget() { (lower, upper) = (.infinity, -.infinity) }

    func isCertain(at centre: Double) -> Bool { lower <= centre && centre <= upper }

    func isBetween(_ index: Int32) -> Bool { first == index || second == index }
  }
}
