import ScrollCaching
import ScrollCore
import Testing

struct ScoreTreeTests {
  @Test(arguments: [
    ("((a+b))*c", "(a + b) * c"), ("a-(b-c)", "a - (b - c)"), ("(a-b)-c", "a - b - c"),
    ("a/(b*c)", "a / (b * c)"), ("a/b*c", "a / b * c"), ("a+(b*c)", "a + b * c"),
    ("-(a+b)", "-(a + b)"), ("-a*b", "-a * b"), ("-(a*b)", "-(a * b)"), ("--a", "--a"),
    ("-2", "-2"), ("-(2)", "-(2)"), ("--2", "--2"), ("a - -2", "a - -2"), ("2.0e1", "20"),
    ("1e-3", "0.001"), ("1e16", "1e+16"), ("min( a,(b) )", "min(a, b)"), ("-0", "-0"),
    ("abs(-idle)/.5", "abs(-idle) / 0.5"),
  ])
  func `a printed formula has the fewest parentheses`(text: String, printed: String) throws {
    let tree = try ScoreTree(parsing: text)
    #expect("\(tree)" == printed)
  }

  @Test func `a sign before a number is part of the number`() throws {
    #expect(try ScoreTree(parsing: "- 2") == .number(-2))
    #expect(try ScoreTree(parsing: "-(2)") == .negate(.number(2)))
    #expect(
      try ScoreTree(parsing: "3 - 2") == .binary(.subtract, .number(3), .number(2)))
  }

  @Test(arguments: 0..<10)
  func `a printed tree reads back as the same tree`(batch: Int) throws {
    for seed in UInt64(batch * 1000)..<UInt64(batch * 1000 + 1000) {
      var formulas = RandomFormula(seed: seed)
      let tree = formulas.tree(levels: 7)
      let text = "\(tree)"
      #expect(try ScoreTree(parsing: text) == tree, "\(text), seed \(seed)")
    }
  }

  @Test func `a formula without one pair of its parentheses is different or invalid`() throws {
    var count = 0
    for seed in UInt64(0)..<400 {
      var formulas = RandomFormula(seed: seed)
      let tree = formulas.tree(levels: 5)
      let text = "\(tree)"
      for shorter in Self.withoutOnePair(Array(text)) {
        let other = try? ScoreTree(parsing: shorter)
        #expect(other != tree, "\(text) and \(shorter), seed \(seed)")
        count += 1
      }
    }
    #expect(count > 200)
  }

  /// The text without each pair of parentheses that is not that of a function.
  private static func withoutOnePair(_ text: [Character]) -> [String] {
    text.indices.compactMap { open -> String? in
      guard text[open] == "(", open == 0 || !text[open - 1].isLetter else { return nil }
      var depth = 0
      let close = text[open...].firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      }
      guard let close else { return nil }
      return String(text[..<open] + text[(open + 1)..<close] + text[(close + 1)...])
    }
  }

  @Test func `a tree and its program have equal values, to the last bit`() throws {
    for seed in UInt64(0)..<2000 {
      var formulas = RandomFormula(seed: seed)
      let tree = formulas.tree(levels: 6)
      var random = SeededRandom(seed: ~seed)
      let constants = ScoreConstants(
        a: random.unit(), b: -random.unit(), c: 0, d: 1e6 * random.unit())
      var figures: [ScoreVariable: Double] = [:]
      for variable in ScoreVariable.allCases {
        let choices: [Double] = [0, 1, .infinity, random.unit(), 1e3 * random.unit()]
        figures[variable] = choices[random.below(choices.count)]
      }
      let known = figures
      let expression = ScoreExpression(tree, constants: constants)
      let values = [
        tree.value(constants) { known[$0] ?? .nan }, expression { known[$0] ?? .nan },
      ]
      #expect(
        values[0].bitPattern == values[1].bitPattern || values.allSatisfy { $0.isNaN },
        "\(tree), seed \(seed)")
    }
  }

  @Test func `a tree counts its nodes and lists its variables and constants`() throws {
    let tree = try ScoreTree(parsing: "a * idle + min(b, a) / -uses")
    #expect(tree.size == 10)
    #expect(tree.variables == [.idle, .uses])
    #expect(tree.constants == [.a, .b])
  }

  @Test func `a text beyond the limit of a tree is an error, and may still be a formula`() throws {
    let most = Array(repeating: "age", count: 1000).joined(separator: " + ")
    #expect(try ScoreTree(parsing: most).size == 1999)
    #expect {
      try ScoreTree(parsing: "\(most) + 1 + 2")
    } throws: { error in
      "\(error)" == "character 6003 ('+'): expected at most 2000 numbers, names and operators"
    }
    #expect(throws: Never.self) { try ScoreExpression("\(most) + 1 + 2") }
  }

  @Test func `every constant has a place and defaults to 1`() {
    var constants = ScoreConstants(b: 4)
    #expect(ScoreConstant.allCases.map { constants[$0] } == [1, 4, 1, 1])
    for (place, constant) in ScoreConstant.allCases.enumerated() {
      constants[constant] = Double(place)
    }
    #expect([constants.a, constants.b, constants.c, constants.d] == [0, 1, 2, 3])
  }

  @Test func `every variable states its meaning and the data that an app must supply`() {
    for variable in ScoreVariable.allCases {
      #expect(variable.summary.count > 10 && variable.supply.count > 10, "\(variable)")
    }
  }
}
