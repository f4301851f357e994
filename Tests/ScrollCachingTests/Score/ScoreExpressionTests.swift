import ScrollCaching
import Testing

struct ScoreExpressionTests {
  @Test func `a formula has the same value as in Python`() throws {
    for (formula, value) in ScoreExamples.values {
      let expression = try ScoreExpression(formula)
      let result = expression { ScoreExamples.variables[$0] ?? .nan }
      #expect(result == value, "\(formula)")
    }
  }

  @Test(arguments: [
    ("1 - 2 - 3", -4.0), ("8 / 4 / 2", 1), ("2 + 3 * 4", 14), ("-2 * -3", 6), ("--2", 2),
    ("2 - -2", 4), ("-(1 + 2) * 2", -6), ("1e3 - 1e-3", 999.999), ("log(exp(1))", 1),
    ("pow(2, 10)", 1024), ("1 / 0", .infinity), (" 7 ", 7),
  ])
  func `signs, precedence and functions follow arithmetic`(
    formula: String, value: Double
  ) throws {
    let expression = try ScoreExpression(formula)
    let result = expression { _ in .nan }
    #expect(result == value)
  }

  @Test(arguments: [
    ("", "character 1 (the end): expected a number, a variable, a function or '('"),
    ("distance *", "character 11 (the end): expected a number, a variable, a function or '('"),
    (
      "distance * bytez", "character 12 ('bytez'): there is no such variable; did you mean 'bytes'?"
    ),
    ("Distance", "character 1 ('Distance'): there is no such variable; did you mean 'distance'?"),
    ("decode + 1", "character 1 ('decode'): there is no such variable; did you mean 'decodeMs'?"),
    ("SQRT(age)", "character 1 ('SQRT'): there is no such variable; did you mean 'sqrt'?"),
    ("(age + 1", "character 9 (the end): expected an operator or ')'"),
    ("age 2", "character 5 ('2'): expected an operator (+ - * /) or the end"),
    ("age)", "character 4 (')'): expected an operator (+ - * /) or the end"),
    ("age = 2", "character 5 ('='): expected an operator (+ - * /) or the end"),
    ("2 ** 3", "character 4 ('*'): expected a number, a variable, a function or '('"),
    ("1.2.3 + 1", "character 1 ('1.2.3'): expected a number like 0.5"),
    ("0x10", "character 1 ('0x10'): expected a number like 0.5"),
    ("1e999", "character 1 ('1e999'): expected a number like 0.5"),
    ("min(1)", "character 6 (')'): expected 2 arguments for 'min'"),
    ("abs(1, 2)", "character 6 (','): expected 1 argument for 'abs'"),
    ("min 1", "character 5 ('1'): expected '(' after a function"),
    ("min(1 2)", "character 7 ('2'): expected an operator or ','"),
    ("höhe", "character 1 ('h'): there is no such variable"),
    ("∞", "character 1 ('∞'): expected a number, a variable, a function or '('"),
    ("A * idle", "character 1 ('A'): there is no such variable; did you mean 'a'?"),
    ("use", "character 1 ('use'): there is no such variable; did you mean 'uses'?"),
    ("a1", "character 1 ('a1'): there is no such variable; there are distance, signedDistance,"),
    ("a b", "character 3 ('b'): expected an operator (+ - * /) or the end"),
    ("a(2)", "character 2 ('('): expected an operator (+ - * /) or the end"),
  ])
  func `an error names the character of the fault`(formula: String, message: String) {
    #expect {
      try ScoreExpression(formula)
    } throws: { error in
      "\(error)".hasPrefix(message)
    }
  }

  @Test func `nesting has a limit, and no text crashes the parser`() {
    let deep = String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000)
    #expect {
      try ScoreExpression(deep)
    } throws: { error in
      "\(error)" == "character 65 ('('): expected at most 64 levels of parentheses and signs"
    }
    let long = Array(repeating: "age", count: 100_000).joined(separator: " + ")
    #expect(throws: Never.self) { try ScoreExpression(long) }
  }

  @Test(arguments: UInt64(0)..<20)
  func `any text is a formula or has a fault at one of its characters`(seed: UInt64) {
    var random = SeededRandomCharacters(seed: seed)
    for _ in 0..<500 {
      let text = random.text()
      do {
        _ = try ScoreExpression(text)
      } catch {
        #expect(1...(text.count + 1) ~= error.character, "'\(text)', seed \(seed)")
      }
    }
  }
}
