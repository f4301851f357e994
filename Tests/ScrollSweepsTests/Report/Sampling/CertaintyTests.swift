import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

@Suite struct CertaintyTests {
  @Test func `eleven sessions are too few for an interval, twelve are enough`() {
    let values = (0..<12).map { Double(1 + $0 % 5) }
    #expect(Certainty(Array(values.dropLast())).interval == nil)
    #expect(Certainty(values).interval != nil)
  }

  @Test func `differences that are all the same have an interval without width`() {
    let certainty = Certainty(Array(repeating: 0.25, count: 12))
    #expect(certainty.interval == 0.25...0.25 && certainty.error == 0)
  }

  /// The mean of 1 to 12 is 6.5, its standard error sqrt(13 / 12), t(11) 2.20099.
  @Test func `the interval lies around the mean and is never shorter than Student's`() throws {
    let interval = try #require(Certainty((1...12).map(Double.init)).interval)
    #expect(abs((interval.upperBound + interval.lowerBound) / 2 - 6.5) < 1e-12)
    let reach = (interval.upperBound - 6.5) / 1.040833
    #expect((2.198...2.6).contains(reach), "\(reach)")
  }

  /// Eleven sessions of 25 differ a little, one by much: its mean is not to be trusted.
  @Test func `the more skewed the differences, the longer the interval`() throws {
    var values = (0..<25).map { $0 < 14 ? 0.01 * Double($0) : 0 }
    values[0] = 3
    let student = StudentQuantile.value(degrees: 24)
    let reach = try #require(JointReach.value(values))
    #expect(reach > 2 * student, "\(reach)")
  }

  @Test(arguments: [(5, 2.5706), (11, 2.2010), (24, 2.0639), (99, 1.9842)])
  func `Student's quantiles are those of the tables`(degrees: Int, value: Double) {
    #expect(abs(StudentQuantile.value(degrees: degrees) / value - 1) < 0.002)
  }

  @Test(arguments: [(2, 2.920), (4, 2.132), (7, 1.895), (29, 1.699)])
  func `so are those of the 95th percentile`(degrees: Int, value: Double) {
    let found = StudentQuantile.value(degrees: degrees, normal: StudentQuantile.normal95)
    #expect(abs(found / value - 1) < (degrees < 5 ? 0.02 : 0.002), "\(found)")
  }

  @Test func `with as many sessions as are said to be needed the interval is clear of the value`()
    throws
  {
    var random = SeededRandom(seed: 3)
    let values = (0..<25).map { _ in 0.1 + (random.unit() - 0.5) }
    let certainty = Certainty(values)
    let needed = try #require(certainty.sessionsNeeded(toTellFrom: 0))
    let deviation = certainty.error * 5
    let interval = try #require(certainty.interval)
    let reach = (interval.upperBound - certainty.mean) / certainty.error
    let excess = reach / StudentQuantile.value(degrees: 24)
    func width(_ count: Int) -> Double {
      StudentQuantile.value(degrees: count - 1) * excess * deviation / Double(count).squareRoot()
    }
    #expect(width(needed) <= abs(certainty.mean) * 1.01, "seed 3: \(needed)")
    #expect(width(needed - 2) > abs(certainty.mean) * 0.99, "seed 3: \(needed)")
  }

  @Test func `equal means need no number of sessions`() {
    #expect(Certainty([1, -1]).sessionsNeeded(toTellFrom: 0) == nil)
  }

  @Test func `one candidate is held to little more than Student's reach, twenty to a longer one`()
    throws
  {
    var random = SeededRandom(seed: 7)
    let candidates = (0..<20).map { _ in (0..<25).map { _ in random.normal() } }
    let student = StudentQuantile.value(degrees: 24)
    let alone = try #require(JointReach.value(candidates[0]))
    #expect((student...student * 1.15).contains(alone), "seed 7: \(alone)")
    let joint = try #require(JointReach.values(candidates))
    // Bonferroni's for twenty independent ones is t(24) at 0.125 %: 3.35.
    #expect(joint.allSatisfy { (2.6...4.6).contains($0) }, "seed 7: \(joint)")
    #expect((2.9...3.8).contains(joint.reduce(0, +) / 20), "seed 7: \(joint)")
    // Twenty times the same is one.
    let same = try #require(JointReach.values(Array(repeating: candidates[0], count: 20)))
    #expect(same.allSatisfy { $0 == alone }, "seed 7: \(same)")
  }

  /// One candidate gains in every session, another is a near tie that differs in few sessions.
  @Test func `a candidate that says little lengthens no other's interval by much`() throws {
    var random = SeededRandom(seed: 9)
    let gain = (0..<25).map { _ in 1 + 0.5 * random.normal() }
    var tie = (0..<25).map { $0 < 13 ? 0.0001 * Double($0 + 1) : 0 }
    tie[3] = 0.08
    let alone = try #require(JointReach.value(gain))
    let joint = try #require(JointReach.values([gain, tie]))
    #expect(joint[0] < alone * 1.35, "seed 9: \(alone), \(joint)")
    #expect(joint[1] > 2 * joint[0], "seed 9: \(joint)")
  }
}

extension SeededRandom {
  /// Nearly normal, with mean 0 and variance 1: a sum of twelve uniform numbers.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + unit() } }
}
