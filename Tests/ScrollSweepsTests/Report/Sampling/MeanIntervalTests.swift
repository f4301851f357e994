import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

@Suite struct MeanIntervalTests {
  @Test func `an interval needs at least twelve sessions`() {
    let values = (0..<12).map { Double(1 + $0 % 5) }
    #expect(MeanInterval(Array(values.dropLast())).interval == nil)
    #expect(MeanInterval(values).interval != nil)
  }

  @Test func `equal differences have an interval without width`() {
    let certainty = MeanInterval(Array(repeating: 0.25, count: 12))
    #expect(certainty.interval == 0.25...0.25 && certainty.error == 0)
  }

  /// The mean of 1 to 12 is 6.5, and its standard error sqrt(13 / 12).
  ///
  /// Student's quantile is t(11) = 2.20099. The numbers are not skewed, so both sides allow for a
  /// skewness of 2.
  @Test func `the interval allows for Student's quantile and a skewness of 2 on both sides`() throws
  {
    let interval = try #require(MeanInterval((1...12).map(Double.init)).interval)
    func whole(_ quantile: Double) -> Double {
      quantile + 2 * (2 * quantile * quantile + 1) / (6 * 12.0.squareRoot())
    }
    for end in [interval.lowerBound, interval.upperBound] {
      let reach = abs(end - 6.5) / 1.040833
      #expect((whole(2.198)...whole(2.8)).contains(reach), "\(reach)")
    }
  }

  @Test func `the interval is longer toward the rare sessions`() throws {
    var values = (0..<25).map { 1 + 0.01 * Double($0 % 5) }
    values[7] = 9
    let certainty = MeanInterval(values)
    let interval = try #require(certainty.interval)
    #expect(interval.upperBound - certainty.mean > 1.2 * (certainty.mean - interval.lowerBound))
  }

  /// Fourteen sessions of 25 differ a little, one by much: the mean may be far above.
  @Test func `the interval is long on the side with few sessions`() throws {
    var values = (0..<25).map { $0 < 14 ? 0.01 * Double($0) : 0 }
    values[0] = 3
    let student = StudentQuantile.value(degrees: 24)
    let reach = try #require(JointReach.value(values))
    #expect(reach.upper > 2 * student && reach.lower < 1.5 * student, "\(reach)")
  }

  @Test(arguments: [(5, 2.5706), (11, 2.2010), (24, 2.0639), (99, 1.9842)])
  func `Student's quantiles equal those of published tables`(degrees: Int, value: Double) {
    #expect(abs(StudentQuantile.value(degrees: degrees) / value - 1) < 0.002)
  }

  @Test(arguments: [(2, 2.920), (4, 2.132), (7, 1.895), (29, 1.699)])
  func `quantiles for the 95th percentile equal those of published tables`(
    degrees: Int, value: Double
  ) {
    let found = StudentQuantile.value(degrees: degrees, normal: StudentQuantile.normal95)
    #expect(abs(found / value - 1) < (degrees < 5 ? 0.02 : 0.002), "\(found)")
  }

  @Test func `the interval excludes the value after the required number of sessions`()
    throws
  {
    var random = SeededRandom(seed: 3)
    let values = (0..<25).map { _ in 0.1 + (random.unit() - 0.5) }
    let certainty = MeanInterval(values)
    let needed = try #require(certainty.sessionsNeeded(toTellFrom: 0))
    // The same mean and spread in about as many sessions.
    func bound(_ count: Int) -> Double? {
      MeanInterval((0..<count).map { values[$0 % 25] }).interval?.lowerBound
    }
    let whole = (needed + 24) / 25 * 25
    let more = try #require(bound(whole + 25)), fewer = try #require(bound(max(25, whole - 50)))
    #expect(more > 0, "seed 3: \(needed)")
    #expect(whole <= 50 || fewer < 0, "seed 3: \(needed)")
  }

  @Test func `equal means require no number of sessions`() {
    #expect(MeanInterval([1, -1]).sessionsNeeded(toTellFrom: 0) == nil)
  }

  @Test func `the interval for twenty candidates is wider than for one`() throws {
    var random = SeededRandom(seed: 7)
    let candidates = (0..<20).map { _ in (0..<25).map { _ in random.normal() } }
    let student = StudentQuantile.value(degrees: 24)
    let alone = try #require(JointReach.value(candidates[0]))
    #expect((student...student * 1.3).contains(alone.lower), "seed 7: \(alone)")
    let joint = try #require(JointReach.values(candidates))
    // Bonferroni's for twenty independent ones is t(24) at 0.125 %: 3.35.
    #expect((2.9...3.9).contains(joint.reduce(0) { $0 + $1.lower } / 20), "seed 7: \(joint)")
    #expect((2.9...3.9).contains(joint.reduce(0) { $0 + $1.upper } / 20), "seed 7: \(joint)")
    // Twenty times the same is one, but for the number of draws.
    let same = try #require(JointReach.values(Array(repeating: candidates[0], count: 20)))
    #expect(same.allSatisfy { $0 == same[0] && $0.lower < alone.lower * 1.1 }, "seed 7: \(same)")
  }

  /// One candidate gains in every session, another is a near tie that differs in few sessions.
  @Test func `a candidate with little data barely widens the interval of another`() throws {
    var random = SeededRandom(seed: 9)
    let gain = (0..<25).map { _ in 1 + 0.5 * random.normal() }
    var tie = (0..<13).map { 0.0001 * Double($0 + 1) } + [Double](repeating: 0, count: 12)
    tie[3] = 0.08
    let alone = try #require(JointReach.value(gain))
    let joint = try #require(JointReach.values([gain, tie]))
    #expect(joint[0].lower < alone.lower * 1.35, "seed 9: \(alone), \(joint)")
    #expect(joint[1].upper > 2 * joint[0].upper, "seed 9: \(joint)")
  }
}

extension SeededRandom {
  /// Nearly normal, with mean 0 and variance 1: a sum of twelve uniform numbers.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + unit() } }
}
