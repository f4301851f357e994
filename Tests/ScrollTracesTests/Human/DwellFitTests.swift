import ScrollCore
import ScrollTraces
import TestSupport
import Testing

@Suite struct DwellFitTests {
  /// Draws the samples of `.ci/oracles/dwell`.
  private static func sample(_ number: Int) -> [Double] {
    var draw = SeededRandom(seed: UInt64(number))
    return switch number {
    case 1: (0..<300).map { _ in Double(250 + draw.below(1 << (6 + draw.below(10)))) }
    case 2: (0..<40).map { _ in Double(1 + draw.below(10_000)) }
    default: (0..<1000).map { _ in Double(1 + draw.below(4)) }
    }
  }

  @Test(arguments: [1, 2, 3]) func `fits equal those of scipy`(number: Int) throws {
    try #require(OracleTable.dwell.count == 3)
    let fit = try #require(DwellFit(Self.sample(number)))
    let values = [
      fit.mu, fit.sigma, fit.logLikelihood(.logNormal), fit.shape, fit.scale,
      fit.logLikelihood(.weibull),
    ]
    for (value, expected) in zip(values, OracleTable.dwell[number - 1]) {
      #expect(abs(value / expected - 1) < 1e-9, "\(value), scipy has \(expected)")
    }
  }

  @Test func `the fits of two times have closed forms`() throws {
    let fit = try #require(DwellFit([1, exp(1)]))
    #expect(abs(fit.mu - 0.5) < 1e-14 && abs(fit.sigma - 0.5) < 1e-14)
    // The shape is twice the root of x tanh x = 1, which is 1.19967864025773...
    #expect(abs(fit.shape - 2 * 1.199_678_640_257_733_8) < 1e-14)
    let scale = exp(log((1 + exp(fit.shape)) / 2) / fit.shape)
    #expect(abs(fit.scale - scale) < 1e-14)
  }

  @Test(arguments: [1e-9, 3.7, 1e12])
  func `a change of the unit changes only mu and the scale`(unit: Double) throws {
    let times = Self.sample(2)
    let fit = try #require(DwellFit(times))
    let other = try #require(DwellFit(times.map { $0 * unit }))
    #expect(abs(other.mu - fit.mu - log(unit)) < 1e-11)
    #expect(abs(other.sigma / fit.sigma - 1) < 1e-11)
    #expect(abs(other.shape / fit.shape - 1) < 1e-11)
    #expect(abs(other.scale / fit.scale / unit - 1) < 1e-11)
    // Every density is divided by the unit.
    let change = Double(times.count) * log(unit)
    for distribution in DwellFit.Distribution.allCases {
      let difference = fit.logLikelihood(distribution) - other.logLikelihood(distribution)
      #expect(abs(difference - change) < 1e-8)
    }
  }

  @Test func `the distribution that was drawn from fits better`() throws {
    var dice = SeededRandom(seed: 5)
    for round in 0..<20 {
      let logNormal = (0..<500).map { _ in exp(1.2 * dice.normal()) }
      let weibull = (0..<500).map { _ in exp(log(-log(1 - dice.unit())) / 0.8) }
      #expect(DwellFit(logNormal)?.better == .logNormal, "round \(round)")
      #expect(DwellFit(weibull)?.better == .weibull, "round \(round)")
    }
  }

  @Test func `fewer than thirty times do not decide`() throws {
    let times = Self.sample(1)
    #expect(try #require(DwellFit(Array(times.prefix(29)))).better == nil)
    #expect(try #require(DwellFit(Array(times.prefix(30)))).better != nil)
  }

  @Test func `equal times have no fit`() {
    #expect(DwellFit([]) == nil && DwellFit([2]) == nil && DwellFit([2, 2, 2]) == nil)
  }
}
