import ScrollCore
import Testing

/// Errors of the elementary functions against values of 60 digits, from mpmath.
@Suite struct ElementaryErrorTests {
  @Test(arguments: ElementaryFunction.all)
  func `a result stays within the documented error`(function: ElementaryFunction) throws {
    let values = try ElementaryValue.all.get().filter { $0.function == function.name }
    #expect(values.count > 100)
    for value in values {
      let result = function.compute(value.arguments[0])
      let error = value.error(of: result)
      #expect(error <= function.error, "\(function.name)(\(value.arguments[0])) is \(result)")
    }
  }

  @Test func `a power stays within the documented error`() throws {
    let values = try ElementaryValue.all.get().filter { $0.function == "pow" }
    #expect(values.count > 100)
    for value in values {
      let result = Elementary.pow(value.arguments[0], value.arguments[1])
      #expect(value.error(of: result) <= 0.52, "pow(\(value.arguments)) is \(result)")
    }
  }

  /// Nothing in the functions promises it; the arguments are drawn.
  @Test(arguments: ElementaryFunction.rising)
  func `functions are monotonic between neighboring numbers`(function: ElementaryFunction) {
    let seed: UInt64 = 24
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let positive = ["log", "log2"].contains(function.name)
      let argument = positive ? random.unit() * 4 : random.unit() * 2 - 1
      let (here, next) = (function.compute(argument), function.compute(argument.nextUp))
      #expect(here <= next, "\(function.name)(\(argument)), seed \(seed)")
    }
  }

  @Test func `sines and tangents are odd, cosines are even`() {
    let seed: UInt64 = 25
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      let angle = random.unit() * 100
      #expect(Elementary.sin(-angle) == -Elementary.sin(angle), "\(angle), seed \(seed)")
      #expect(Elementary.cos(-angle) == Elementary.cos(angle), "\(angle), seed \(seed)")
      #expect(Elementary.atan(-angle) == -Elementary.atan(angle), "\(angle), seed \(seed)")
    }
  }
}
