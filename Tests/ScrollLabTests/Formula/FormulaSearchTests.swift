import ScrollCaching
import TestSupport
import Testing
import scrollsim_lab

struct FormulaSearchTests {
  private static func rules(
    seed: UInt64 = 1, generations: Int = 12, mostRuns: Int = .max
  ) -> FormulaSearch.Rules {
    FormulaSearch.Rules(
      population: 40, generations: generations, mostNodes: 20, mostRuns: mostRuns, seed: seed,
      known: KnownFormulas.formulas(in: .all))
  }

  private static func searched(
    _ judge: inout OrderJudge, _ rules: FormulaSearch.Rules
  ) throws -> FormulaSearch.Outcome {
    try FormulaSearch(rules).run(&judge) { _ in }
  }

  private static func target(_ text: String) throws -> Formula {
    try #require(Formula(policy: "score: \(text)"))
  }

  /// Neither is a known design, and the best of these is far from them.
  @Test(
    arguments: [
      "(1 - viewed) * max(0, bytes - 2000000) * max(0, -signedDistance)",
      "idle / reloadMs * (1 + 3 * visible)",
    ], UInt64(1)...(isNightly ? 4 : 2))
  func `the search finds a planted formula`(text: String, seed: UInt64) throws {
    var judge = OrderJudge(try Self.target(text), seed: seed)
    let known = KnownFormulas.all.map { judge.loss(of: $0.formula) }.min() ?? 1
    let outcome = try Self.searched(&judge, Self.rules(seed: seed, generations: 45))
    let best = try #require(outcome.best.first)
    #expect(best.loss <= known / 2, "seed \(seed): \(best.formula.policy), known \(known)")
    #expect(abs(best.loss - judge.loss(of: best.formula)) < 1e-9)
  }

  @Test func `the search keeps a known design that is the best`() throws {
    var judge = OrderJudge(try Self.target("distance * bytes / reloadMs"))
    let outcome = try Self.searched(&judge, Self.rules(generations: 3))
    let best = try #require(outcome.best.first)
    #expect(best.loss == 0)
    #expect(best.formula.size <= 5)
  }

  @Test(arguments: [1, 6, 100, 1500])
  func `the search makes at most the allowed runs`(most: Int) throws {
    var judge = OrderJudge(try Self.target("idle / bytes"))
    let outcome = try Self.searched(&judge, Self.rules(mostRuns: most))
    let asked = judge.questions.reduce(0) { $0 + $1.formulas.count * $1.scenes.count }
    #expect(outcome.runs == asked)
    #expect(asked <= most)
    #expect(outcome.best.isEmpty == (most < 6), "one formula needs six runs")
    #expect(outcome.dropped <= outcome.formulas)
    for candidate in outcome.best { #expect(candidate.losses.count == 6) }
  }

  @Test func `only the better half of the first newcomers advances`() throws {
    var judge = OrderJudge(try Self.target("age * bytes"))
    let outcome = try Self.searched(&judge, Self.rules(generations: 1))
    let rounds = judge.questions.prefix(3)
    #expect(rounds.map(\.scenes) == [0..<2, 2..<3, 3..<6])
    var sums: [Formula: Double] = [:]
    for (round, next) in zip(rounds, rounds.dropFirst()) {
      for (formula, losses) in zip(round.formulas, round.losses) {
        sums[formula, default: 0] += losses.reduce(0, +)
      }
      let sorted = round.formulas.compactMap { sums[$0] }.sorted()
      let bar = sorted[(sorted.count - 1) / 2] + 1e-9
      #expect(next.formulas == round.formulas.filter { sums[$0] ?? 1 <= bar })
    }
    #expect(rounds.map(\.formulas.count).first == 120, "three times the population")
    #expect(outcome.dropped >= 80)
  }

  @Test func `the outcome depends on the seed and not on the order of judging`() throws {
    let target = try Self.target("gap / (1 + uses)")
    var judge = OrderJudge(target), other = OrderJudge(target, isReversed: true)
    let outcome = try Self.searched(&judge, Self.rules(generations: 5))
    let same = try Self.searched(&other, Self.rules(generations: 5))
    #expect(outcome.best.map(\.formula) == same.best.map(\.formula))
    #expect(judge.questions.map(\.formulas) == other.questions.map(\.formulas))
    var third = OrderJudge(target)
    _ = try Self.searched(&third, Self.rules(seed: 2, generations: 5))
    #expect(judge.questions.map(\.formulas) != third.questions.map(\.formulas))
  }

  @Test func `an interrupted search resumes with the same outcome`() throws {
    let target = try Self.target("cost * age")
    var short = OrderJudge(target), long = OrderJudge(target)
    var generations: [Int] = []
    _ = try FormulaSearch(Self.rules(generations: 2)).run(&short) {
      generations.append($0.generation)
    }
    _ = try Self.searched(&long, Self.rules(generations: 4))
    #expect(generations == [1, 2])
    let races = short.questions.filter { $0.scenes.count < 6 }
    #expect(!races.isEmpty)
    #expect(long.questions.prefix(races.count).map(\.formulas) == races.map(\.formulas))
  }

  @Test func `no smaller formula beats a formula of the front`() throws {
    var judge = OrderJudge(try Self.target("(idle + 2 * age) * bytes"))
    let outcome = try Self.searched(&judge, Self.rules())
    #expect(!outcome.front.isEmpty)
    for (one, next) in zip(outcome.front, outcome.front.dropFirst()) {
      #expect(one.formula.size < next.formula.size && one.loss > next.loss)
    }
    for candidate in outcome.best {
      #expect(
        outcome.front.contains {
          $0.formula.size <= candidate.formula.size && $0.loss <= candidate.loss
        })
    }
    #expect(outcome.best.map(\.loss) == outcome.best.map(\.loss).sorted())
    #expect(Set(outcome.best.map(\.losses)).count == outcome.best.count)
  }

  @Test func `the search proposes only small formulas within the vocabulary`() throws {
    var judge = OrderJudge(try Self.target("idle * bytes"))
    var rules = Self.rules(generations: 4)
    rules.vocabulary = FormulaVocabulary(variables: [.idle, .hits], functions: [.max])
    rules.mostNodes = 7
    _ = try Self.searched(&judge, rules)
    for formula in judge.questions.flatMap(\.formulas) {
      #expect(formula.admit == nil && formula.size <= 7, "\(formula.policy)")
      #expect(formula.variables.isSubset(of: [.idle, .hits]), "\(formula.policy)")
    }
  }
}
