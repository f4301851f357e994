import ScrollCore
import Testing

/// Zeros, infinities and what is no number: the standard of C has their results (annex F).
@Suite struct ElementarySpecialValueTests {
  /// Bit for bit: the sign of a zero counts, and there is one NaN.
  private func expect(
    _ result: Double, is expected: Double, _ call: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      result.bitPattern == expected.bitPattern, "\(call) is \(result)",
      sourceLocation: sourceLocation)
  }

  @Test func `exponential functions have the limits infinity, zero and -1`() {
    for (name, power) in [("exp", Elementary.exp), ("exp2", Elementary.exp2)] {
      expect(power(.infinity), is: .infinity, "\(name)(inf)")
      expect(power(-.infinity), is: 0, "\(name)(-inf)")
      expect(power(0), is: 1, "\(name)(0)")
      expect(power(-0.0), is: 1, "\(name)(-0)")
      expect(power(1025), is: .infinity, "\(name)(1025)")
      expect(power(-1076), is: 0, "\(name)(-1076)")
    }
    expect(Elementary.exp2(-1074), is: .leastNonzeroMagnitude, "exp2(-1074)")
    expect(Elementary.exp2(1023), is: 0x1p1023, "exp2(1023)")
    expect(Elementary.expm1(.infinity), is: .infinity, "expm1(inf)")
    expect(Elementary.expm1(-.infinity), is: -1, "expm1(-inf)")
    expect(Elementary.expm1(-0.0), is: -0.0, "expm1(-0)")
    expect(Elementary.expm1(1000), is: .infinity, "expm1(1000)")
    let least = Double.leastNonzeroMagnitude
    expect(Elementary.expm1(least), is: least, "expm1(\(least))")
  }

  @Test func `logarithms start at minus infinity`() {
    for (name, log) in [("log", Elementary.log), ("log2", Elementary.log2)] {
      expect(log(0), is: -.infinity, "\(name)(0)")
      expect(log(-0.0), is: -.infinity, "\(name)(-0)")
      expect(log(1), is: 0, "\(name)(1)")
      expect(log(.infinity), is: .infinity, "\(name)(inf)")
      expect(log(-1), is: .nan, "\(name)(-1)")
      expect(log(-.infinity), is: .nan, "\(name)(-inf)")
    }
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      expect(Elementary.log2(power), is: Double(exponent), "log2(2^\(exponent))")
    }
    expect(Elementary.log1p(-1), is: -.infinity, "log1p(-1)")
    expect(Elementary.log1p(-0.0), is: -0.0, "log1p(-0)")
    expect(Elementary.log1p(.infinity), is: .infinity, "log1p(inf)")
    expect(Elementary.log1p(-2), is: .nan, "log1p(-2)")
    expect(Elementary.log1p(-.infinity), is: .nan, "log1p(-inf)")
  }

  @Test func `infinite angles have no sine`() {
    expect(Elementary.sin(.infinity), is: .nan, "sin(inf)")
    expect(Elementary.sin(-.infinity), is: .nan, "sin(-inf)")
    expect(Elementary.cos(-.infinity), is: .nan, "cos(-inf)")
    expect(Elementary.sin(-0.0), is: -0.0, "sin(-0)")
    expect(Elementary.cos(-0.0), is: 1, "cos(-0)")
    expect(Elementary.atan(-0.0), is: -0.0, "atan(-0)")
    expect(Elementary.atan(.infinity), is: 0x1.921fb54442d18p0, "atan(inf)")
    expect(Elementary.atan(-.infinity), is: -0x1.921fb54442d18p0, "atan(-inf)")
    expect(Elementary.atanh(-0.0), is: -0.0, "atanh(-0)")
    expect(Elementary.atanh(1), is: .infinity, "atanh(1)")
    expect(Elementary.atanh(-1), is: -.infinity, "atanh(-1)")
    expect(Elementary.atanh(1.5), is: .nan, "atanh(1.5)")
    expect(Elementary.atanh(-1.5), is: .nan, "atanh(-1.5)")
    expect(Elementary.atanh(-.infinity), is: .nan, "atanh(-inf)")
  }

  /// Base, exponent and power.
  static let powers: [(Double, Double, Double)] = [
    (0, 3, 0), (-0.0, 3, -0.0), (-0.0, 2, 0), (0, -3, .infinity), (-0.0, -3, -.infinity),
    (-0.0, -2, .infinity), (0, -0.5, .infinity), (-1, .infinity, 1), (-1, -.infinity, 1),
    (1, .nan, 1), (.nan, 0, 1), (.nan, -0.0, 1), (.nan, 1, .nan), (2, .nan, .nan),
    (-8, 1.0 / 3, .nan), (-2, 3, -8), (-2, 2, 4), (0.5, -.infinity, .infinity),
    (0.5, .infinity, 0), (2, .infinity, .infinity), (2, -.infinity, 0), (.infinity, -1, 0),
    (.infinity, 0.5, .infinity), (-.infinity, 3, -.infinity), (-.infinity, 2, .infinity),
    (-.infinity, -3, -0.0), (-.infinity, -2, 0), (10, 400, .infinity), (-10, 401, -.infinity),
    (10, -400, 0), (-10, -401, -0.0), (2, -1074, .leastNonzeroMagnitude),
    (3, .leastNonzeroMagnitude, 1), (1, 1e300, 1), (2, 1e300, .infinity), (0.5, 1e300, 0),
    (-2, 1e300, .infinity), (10, 2, 100),
  ]

  @Test func `powers follow the standard`() {
    for (base, exponent, power) in Self.powers {
      expect(Elementary.pow(base, exponent), is: power, "pow(\(base), \(exponent))")
    }
  }

  /// Whatever its bits, the sign among them.
  @Test(arguments: ElementaryFunction.all)
  func `NaN gives the canonical NaN`(function: ElementaryFunction) {
    for bits: UInt64 in [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0000, 0x7fff_ffff_ffff_ffff] {
      expect(function.compute(Double(bitPattern: bits)), is: .nan, "\(function.name)(nan)")
      expect(Elementary.pow(Double(bitPattern: bits), 2), is: .nan, "pow(nan, 2)")
      expect(Elementary.pow(-2, Double(bitPattern: bits)), is: .nan, "pow(-2, nan)")
    }
  }
}
