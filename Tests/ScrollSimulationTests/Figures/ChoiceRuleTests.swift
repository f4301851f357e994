import ScrollSimulation
import Testing

/// Tests of the rule that chooses a setting, on made-up figures of a minute of scrolling at 60 Hz.
@Suite struct ChoiceRuleTests {
  private typealias Candidate = ChoiceRule.Candidate

  private static let mebibyte = Double(1 << 20)

  /// The missing screen in a minute for each millisecond of hitches per second, in seconds: 60 ms of
  /// late frames, each of which misses the tenth of the screen that has moved away.
  private static let missingByHitches = 0.06 / 10

  private func candidate(
    blank: Double = 1, late: Double = 0, hitches: Double = 0, mebibytes: Double = 100,
    changes: Int = 0, killed: Double = 0, lived: Double = 60, broken: Double = 0,
    worst: Double? = nil
  ) -> Candidate {
    func spread(_ mean: Double, _ high: Double? = nil) -> ChoiceRule.Spread {
      ChoiceRule.Spread(mean: mean, high: high ?? mean)
    }
    return Candidate(
      killed: killed, livedSeconds: lived, broken: broken,
      stall: spread(blank + late + hitches * Self.missingByHitches, worst),
      blank: spread(blank, worst), hitches: spread(hitches),
      memory: spread(mebibytes * Self.mebibyte), changes: changes, frames: 1.0 / 60)
  }

  private func choice(_ candidates: Candidate...) -> Int { ChoiceRule().choice(among: candidates) }

  @Test func `a setting that keeps the limits precedes one with less blank time`() {
    #expect(choice(candidate(blank: 0, broken: 0.5), candidate(blank: 9)) == 1)
    #expect(choice(candidate(blank: 0, killed: 0.5), candidate(blank: 9, broken: 1)) == 1)
  }

  @Test func `less blank time wins if the difference is visible`() {
    #expect(choice(candidate(blank: 1), candidate(blank: 0.5, mebibytes: 900, changes: 3)) == 1)
    #expect(choice(candidate(blank: 1), candidate(blank: 0.99, changes: 1)) == 0)
  }

  @Test func `missing screen counts at equal blank time, and blank time at equal missing screen`() {
    #expect(choice(candidate(blank: 1, late: 1), candidate(blank: 1, changes: 1)) == 1)
    #expect(choice(candidate(blank: 2), candidate(blank: 1, late: 1, changes: 1)) == 1)
  }

  @Test func `fewer hitches win if the difference is visible`() {
    // Of ten seconds, the missing screen of these hitches is invisible.
    #expect(
      choice(candidate(blank: 10, hitches: 4), candidate(blank: 10, hitches: 1, changes: 1)) == 1)
    #expect(choice(candidate(hitches: 0.9), candidate(hitches: 0, changes: 1)) == 0)
  }

  @Test func `a blank time that is long in a few sessions counts`() {
    #expect(choice(candidate(blank: 1, worst: 5), candidate(blank: 1, changes: 1, worst: 1)) == 1)
    #expect(
      choice(candidate(blank: 1, worst: 5), candidate(blank: 1.005, changes: 1, worst: 1)) == 1)
  }

  @Test func `the visibly least mean wins against better bad sessions`() {
    #expect(
      choice(
        candidate(blank: 2, worst: 6), candidate(blank: 0.9, changes: 1, worst: 5),
        candidate(blank: 0.95, worst: 4)) == 1)
  }

  @Test func `of equal settings the one with less memory wins, also against the present one`() {
    #expect(choice(candidate(mebibytes: 280), candidate(mebibytes: 80, changes: 2)) == 1)
  }

  // 16 MiB and 5 % of the memory are worth a change.
  @Test(arguments: [(60.0, 45.0), (1000, 960)])
  func `of equal settings with about the same memory the one with fewer changes wins`(
    more: Double, less: Double
  ) {
    #expect(
      choice(candidate(mebibytes: more, changes: 1), candidate(mebibytes: less, changes: 2)) == 0)
  }

  @Test func `of settings with as many changes the one with less memory wins`() {
    #expect(
      choice(candidate(mebibytes: 100, changes: 1), candidate(mebibytes: 99, changes: 1)) == 1)
  }

  @Test func `if the app is always killed the setting that lives longest wins`() {
    #expect(
      choice(
        candidate(blank: 0, killed: 1, lived: 5), candidate(blank: 9, killed: 1, lived: 50)) == 1)
  }

  @Test func `the first of equal settings wins`() {
    #expect(choice(candidate(), candidate()) == 0)
  }

  @Test func `the order of settings begins with the choice and ends with broken limits`() {
    let settings = [
      candidate(blank: 0, broken: 1), candidate(blank: 0.2, mebibytes: 300), candidate(blank: 9),
      candidate(blank: 0.2, mebibytes: 90, changes: 2),
    ]
    #expect(ChoiceRule().order(of: settings) == [3, 1, 2, 0])
  }

  @Test func `a spread has the mean and the 95th percentile by the nearest rank`() {
    for (count, high) in [(30, 29.0), (40, 38)] {
      let spread = ChoiceRule.Spread((1...count).map { (Double($0), 1) })
      #expect(spread == ChoiceRule.Spread(mean: Double(count + 1) / 2, high: high))
    }
    let equal = ChoiceRule.Spread([(0.1, 1), (0.1, 1), (0.1, 1)])
    #expect(equal == ChoiceRule.Spread(mean: 0.1, high: 0.1))
    #expect(ChoiceRule.Spread([]) == ChoiceRule.Spread(mean: 0, high: 0))
  }

  private func session(_ blank: Double, share: Double = 1, seconds: Double = 60)
    -> ChoiceRule.Session
  {
    ChoiceRule.Session(share: share, isKilled: false, isBroken: false, refreshRate: 60) {
      $0.name == Figure.duration.name ? seconds : $0.name == Figure.hitchRatio.name ? 0 : blank
    }
  }

  @Test func `copies of a session with a part of its weight change nothing`() {
    let rule = ChoiceRule()
    let halves = [session(1, share: 0.5), session(1, share: 0.5)]
    #expect(
      rule.candidate(halves + [session(4)], changes: 0)
        == rule.candidate([session(1), session(4)], changes: 0))
  }

  @Test func `a difference below one frame is not visible, however short the scroll is`() {
    let rule = ChoiceRule()
    func stalling(_ seconds: Double) -> Candidate {
      rule.candidate([session(seconds, seconds: 5)], changes: 0)
    }
    #expect(!rule.differ(stalling(0.01), stalling(0)))
    #expect(rule.differ(stalling(0.02), stalling(0)))
  }

  @Test func `the choice does not depend on the order of the settings`() {
    let settings = [
      candidate(blank: 1, mebibytes: 280), candidate(blank: 0.2, mebibytes: 300, changes: 1),
      candidate(blank: 0.2, mebibytes: 90, changes: 2), candidate(blank: 0, broken: 1),
    ]
    for shift in settings.indices {
      let turned = Array(settings[shift...] + settings[..<shift])
      #expect(turned[ChoiceRule().choice(among: turned)] == settings[2])
    }
  }
}
