import ScrollCaching
import ScrollCore
import Testing

@Suite struct KineticTournamentTests {
  /// Between two visits to one crossing the centre is somewhere else, so that what decides
  /// is a result found far away and how long it claims to hold.
  @Test(arguments: 0..<40)
  func `within rounding of a crossing the rounded scores decide`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<400 {
      let count = 2 + random.below(3)
      let (span, lead) = ([1, 1000, 1e6][random.below(3)], [1, 1.7][random.below(2)])
      let contenders = (0..<count).map { index in
        KineticTournament.Contender(
          middle: span * (1 + random.unit()), weight: 1 + random.unit() / [1, 1e6][round % 2],
          admission: index)
      }
      var tournament = KineticTournament(count: count)
      for (index, contender) in contenders.enumerated() { tournament.enter(index, as: contender) }
      for crossing in crossings(of: contenders[0], contenders[1], lead: lead) {
        for ulps in -6...6 {
          let away = crossing + span * (random.unit() - 0.5)
          let near = crossing + Double(ulps) * crossing.ulp
          for centre in [away, near] {
            let focus = Focus(centre: centre, direction: .forward, lead: lead)
            let winner = tournament.winner(seenFrom: focus)
            #expect(
              winner == highest(contenders, focus), "seed \(seed), round \(round), at \(centre)")
          }
        }
      }
    }
  }

  @Test func `equal images stay in order however the centre moves`() {
    var tournament = KineticTournament(count: 5)
    for index in 0..<5 {
      tournament.enter(
        index,
        as: KineticTournament.Contender(middle: 10, weight: 3, admission: (index + 2) % 5))
    }
    for centre in [0.0, 10, 99, 10.5, -7] {
      let focus = Focus(centre: centre, direction: .forward, lead: 1)
      #expect(tournament.winner(seenFrom: focus) == 3)
    }
    tournament.leave(3)
    let focus = Focus(centre: 4, direction: .forward, lead: 1)
    #expect(tournament.winner(seenFrom: focus) == 4)
    tournament.reenter(3)
    #expect(tournament.winner(seenFrom: focus) == 3)
  }

  @Test func `nobody wins an empty tournament`() {
    var tournament = KineticTournament(count: 0)
    let focus = Focus(centre: 4, direction: .forward, lead: 1)
    #expect(tournament.winner(seenFrom: focus) == nil)
  }

  private typealias Contender = KineticTournament.Contender

  private func highest(_ contenders: [Contender], _ focus: Focus) -> Int? {
    contenders.indices.max { left, right in
      let (a, b) = (contenders[left], contenders[right])
      let scores = (
        focus.distance(to: a.middle) * a.weight, focus.distance(to: b.middle) * b.weight
      )
      return scores.0 < scores.1 || scores.0 == scores.1 && a.admission > b.admission
    }
  }

  /// Going forward: where the sides of two V, each ahead of the centre or behind it, meet.
  private func crossings(of a: Contender, _ b: Contender, lead: Double) -> [Double] {
    [1, -lead].flatMap { (first: Double) in
      [1, -lead].compactMap { (second: Double) -> Double? in
        let (p, q) = (a.weight * first, b.weight * second)
        return p == q ? nil : (p * a.middle - q * b.middle) / (p - q)
      }
    }
  }
}
