import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Runs of the model with other draws.
extension DrawnTrial {
  /// A run with the same first draws, up to an entry that is not done yet.
  mutating func run(_ past: Past, _ choices: [Int] = [], upTo count: Int) -> Branch {
    let script = DrawScript(past.choices + choices, seed: seeds.next())
    let model = PlayedModel(candidate, in: world, drawing: script)
    for entry in seen.entries.prefix(count) { _ = model.perform(entry.operation, entry.details) }
    steps += count + Self.stepsOfRun
    return Branch(model: model, script: script, weight: past.weight)
  }

  /// Does an entry in a branch, and says whether that agrees.
  private func agrees(_ branch: Branch, with entry: CacheLog.Entry) -> (CacheAnswer, Bool) {
    let answer = branch.model.perform(entry.operation, entry.details)
    return (answer, Contradiction.between(entry, of: seen, answer, by: branch.model) == nil)
  }

  /// Every run that agrees with an entry after the same draws as before it.
  mutating func leaves(of index: Int, after past: Past) -> [Branch] {
    let entry = seen.entries[index]
    var found: [Branch] = []
    var next: [Int]? = []
    while let choices = next, steps <= Self.mostSteps {
      var leaf = run(past, choices, upTo: index)
      leaf.script.fixed = 0
      let (answer, isRight) = agrees(leaf, with: entry)
      leaf.script.fixed = nil
      var draws = leaf.script.draws[past.choices.count...]
      leaf.weight += draws.reduce(0) { $0 + log($1.probability) }
      if isRight {
        found.append(leaf)
      } else if candidate.showsDraws, draws.count == answer.evicted.count {
        // One draw for each victim: what follows the first wrong one need not be tried.
        let right = zip(answer.evicted, entry.evicted).prefix { $0 == $1 }.count
        if seen.header.tellsEvictions { draws = draws.prefix(right + 1) }
      }
      while let last = draws.last, last.choice + 1 >= last.options { draws.removeLast() }
      next = draws.last.map { draws.dropLast().map(\.choice) + [$0.choice + 1] }
    }
    if next != nil { isComplete = false }
    return merged(found)
  }

  /// Some of the runs that agree with an entry that has too many draws.
  /// - Parameters:
  ///   - index: of the entry.
  ///   - past: what they have drawn before it.
  ///   - copies: how many runs are made; they share the weight of the past.
  ///   - first: a run that is one of them, where it agrees.
  /// - Returns: the runs that agree.
  mutating func samples(
    of index: Int, after past: Past, _ copies: Int, with first: Branch?
  ) -> [Branch] {
    let share = Past(choices: past.choices, weight: past.weight - log(Double(copies)))
    var found: [Branch] = []
    if var first {
      first.weight = share.weight
      found.append(first)
    }
    for _ in 1..<max(1, copies) where steps <= Self.mostSteps {
      let copy = run(share, upTo: index)
      if agrees(copy, with: seen.entries[index]).1 { found.append(copy) }
    }
    return merged(found)
  }

  /// A run that agrees with an entry and draws the same option again and again: of several that are
  /// drawn for one victim, whoever can be the victim can be drawn alone.
  mutating func lone(of index: Int, after past: Past) -> [Branch] {
    var (option, options) = (0, 1)
    while option < min(options, Self.mostLeaves), steps <= Self.mostSteps {
      var attempt = run(past, upTo: index)
      attempt.script.fixed = option
      let isRight = agrees(attempt, with: seen.entries[index]).1
      attempt.script.fixed = nil
      let draws = attempt.script.draws[past.choices.count...]
      attempt.weight += draws.reduce(0) { $0 + log($1.probability) }
      if isRight { return [attempt] }
      options = draws.map(\.options).max() ?? 1
      option += 1
    }
    return []
  }

  /// Branches that cannot differ as one.
  private func merged(_ branches: [Branch]) -> [Branch] {
    guard merges, var heaviest = branches.max(by: { $0.weight < $1.weight }) else {
      return branches
    }
    heaviest.weight = Self.sum(branches.map(\.weight))
    return [heaviest]
  }

  /// Fewer branches, drawn by their weights.
  mutating func resample() {
    isComplete = false
    let total = Self.sum(branches.map(\.weight))
    var kept: [Branch] = []
    var (passed, next) = (0.0, seeds.unit())
    for var branch in branches {
      passed += exp(branch.weight - total) * Double(Self.mostBranches)
      var times = 0
      while next < passed {
        times += 1
        next += 1
      }
      guard times > 0 else { continue }
      branch.weight = total + log(Double(times) / Double(Self.mostBranches))
      kept.append(branch)
    }
    branches = kept
  }

  /// The logarithm of a sum of which the logarithms are known.
  static func sum(_ logarithms: [Double]) -> Double {
    guard let most = logarithms.max(), most > -.infinity else { return -.infinity }
    return most + log(logarithms.reduce(0) { $0 + exp($1 - most) })
  }
}
