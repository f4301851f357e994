import Foundation
import ScrollCore
import TestSupport
import Testing
import scrollsim_lab

/// Tests of the guard alone, against formulas whose stalls do not depend on the formula.
@Suite struct GuardNoiseTests {
  /// A search in which no formula is better than another.
  private struct Experiment {
    private static let formulas = 1000, scenes = 6, sessionsEach = 6

    private var random: SeededRandom
    private let weights = ScenarioWeights(
      (0..<Self.scenes).map { scene in (0..<Self.sessionsEach).map { "\(scene) \($0)" } })

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Returns `true` if a formula is certified.
    mutating func isCertified() -> Bool {
      let (validation, sealed) = (sessions(), sessions())
      var formulas: [[[Double]]] = []
      for _ in 0..<Self.formulas { formulas.append(stalls(validation)) }
      // Whichever formula is the opponent, its stall on the sealed scenarios is random, too.
      let opened = (winner: stalls(sealed), opponent: stalls(sealed))
      let judged = EvolveGuard(validation: weights, sealed: weights)
        .judged(formulas) { _ in opened }
      return judged?.gain.isCertain == true
    }

    /// Returns the stall of each session, as a mean over all formulas.
    private mutating func sessions() -> [[Double]] {
      var scenes: [[Double]] = []
      for _ in 0..<Self.scenes {
        scenes.append((0..<Self.sessionsEach).map { _ in random.exponential() })
      }
      return scenes
    }

    /// Returns the stall of a formula in some sessions.
    private mutating func stalls(_ sessions: [[Double]]) -> [[Double]] {
      sessions.map { $0.map { $0 * (0.5 + random.exponential()) } }
    }
  }

  @Test func `the guard certifies one in forty of equally good formulas`() {
    let (experiments, most) = isNightly ? (2000, 70) : (200, 10)
    var certified = 0
    for seed in 0..<experiments {
      var experiment = Experiment(seed: UInt64(seed))
      certified += experiment.isCertified() ? 1 : 0
    }
    #expect(certified <= most, "\(certified) of \(experiments), seeds from 0")
  }

  @Test func `the guard certifies a formula that saves a tenth everywhere`() throws {
    var random = SeededRandom(seed: 1)
    let weights = ScenarioWeights((0..<6).map { scene in (0..<6).map { "\(scene) \($0)" } })
    let opponent = (0..<6).map { _ in (0..<6).map { _ in 1 + random.exponential() } }
    let winner = opponent.map { $0.map { $0 * (0.85 + 0.1 * random.unit()) } }
    let found = EvolveGuard(validation: weights, sealed: weights)
      .judged([opponent, winner]) { _ in (winner, opponent) }
    let judged = try #require(found)
    #expect(judged.winner == 1)
    #expect(judged.gain.isCertain)
    #expect((0.05...0.15).contains(judged.gain.share))
    let interval = try #require(judged.gain.interval)
    #expect(interval.contains(judged.gain.share) && interval.lowerBound > 0)
  }

  @Test func `the guard rejects a formula that is better in only one session`() {
    let weights = ScenarioWeights((0..<6).map { scene in (0..<6).map { "\(scene) \($0)" } })
    let opponent = Array(repeating: Array(repeating: 1.0, count: 6), count: 6)
    var winner = opponent
    winner[0][0] = 0.1
    let gain = PairedGain(of: winner, against: opponent, weights)
    #expect(gain.share > 0)
    #expect(gain.interval == nil)
    #expect(!gain.isCertain)
  }
}

extension SeededRandom {
  /// Returns a random number from the exponential distribution with mean 1.
  fileprivate mutating func exponential() -> Double { -Elementary.log(1 - unit()) }
}
