import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A trial that finds random draws with which a randomized model produces a log, and their
/// likelihood.
///
/// A branch is a run of the model that agrees with the log so far, with its draws and their
/// likelihood. If an operation draws and the log has its result, every possible draw is tried: for
/// each one, the model is run again with the same earlier draws. Branches that cannot differ in
/// state (`Candidate.showsDraws`) are merged. As long as nothing is left out, a log that no branch
/// agrees with is a contradiction.
///
/// If there are too many draws, the trial samples a number of them, and the likelihood is an
/// estimate (a particle filter: N. Gordon, D. Salmond, A. Smith, "Novel approach to
/// nonlinear/non-Gaussian Bayesian state estimation", IEE Proceedings F 140(2), 1993,
/// doi:10.1049/ip-f-2.1993.0015). If none of the sampled branches agrees, the result is undecided.
///
/// - Complexity: O(operations) for each draw that is tried, at most `mostSteps` operations in all.
struct DrawnTrial {
  static let mostBranches = 32
  /// The largest number of draws of one operation that are all tried.
  static let mostLeaves = 1024
  static let mostSteps = 10_000_000
  /// The cost of a new run besides its operations, in operations.
  static let stepsOfRun = 200

  /// A run of the model that agrees with the log so far.
  struct Branch {
    let model: PlayedModel
    let script: DrawScript
    /// The logarithm of the likelihood of the branch's draws, or of the branch's share of it if
    /// draws were sampled.
    var weight: Double
  }

  /// The draws of a branch before an operation.
  struct PriorDraws {
    let choices: [Int]
    let weight: Double
  }

  let seen: CacheLog
  let world: CacheSetup
  let candidate: Candidate
  /// A Boolean value that indicates whether draws with the same evictions lead to the same state.
  let merges: Bool
  var branches: [Branch] = []
  /// A Boolean value that indicates whether the branches include every run that agrees.
  var isComplete = true
  var steps = 0
  var seeds = SeededRandom(seed: 0)

  init(_ log: CacheLog, in world: CacheSetup, of candidate: Candidate) {
    seen = log
    self.world = world
    self.candidate = candidate
    merges = candidate.showsDraws && log.header.tellsEvictions
  }

  mutating func verdict() -> Verdict {
    branches = [run(PriorDraws(choices: [], weight: 0), upTo: 0)]
    var survival = Verdict.Survival()
    for (index, entry) in seen.entries.enumerated() {
      survival.logLikelihood = Self.sum(branches.map(\.weight))
      guard branches[0].model.understands(entry.operation) else {
        survival.unaskedFrom = entry.line
        return .survives(survival)
      }
      let contradiction = advance(to: index)
      if branches.isEmpty, isComplete, let contradiction { return .contradicted(contradiction) }
      guard !branches.isEmpty, steps <= Self.mostSteps else {
        survival.undecidedFrom = entry.line
        return .survives(survival)
      }
    }
    survival.logLikelihood = Self.sum(branches.map(\.weight))
    return .survives(survival)
  }

  /// Runs an operation in every branch and drops the branches that do not agree.
  ///
  /// - Returns: The reason why the last branch was dropped; nil if none was.
  private mutating func advance(to index: Int) -> Contradiction? {
    let entry = seen.entries[index]
    let before = branches
    var contradiction: Contradiction?
    var sampled: [PriorDraws] = []
    branches = []
    for branch in before {
      let drawn = branch.script.draws.count
      let answer = branch.model.perform(entry.operation, entry.details)
      let draws = branch.script.draws[drawn...]
      let found = Contradiction.between(entry, of: seen, answer, by: branch.model)
      if draws.isEmpty {
        if found == nil { branches.append(branch) }
        contradiction = found ?? contradiction
        continue
      }
      let choices = branch.script.draws.prefix(drawn).map(\.choice)
      let past = PriorDraws(choices: choices, weight: branch.weight)
      if canTryAll(draws, of: entry, among: before.count) {
        let leaves = leaves(of: index, after: past)
        branches += leaves
      } else {
        isComplete = false
        sampled.append(past)
        let copies = max(1, Self.mostBranches / before.count)
        let samples = samples(of: index, after: past, copies, with: found == nil ? branch : nil)
        branches += samples
      }
      if found != nil { contradiction = .whateverIsDrawn(entry, of: seen) }
    }
    if branches.isEmpty, let past = sampled.first { branches = lone(of: index, after: past) }
    if branches.count > Self.mostBranches { resample() }
    return contradiction
  }

  /// Returns whether there are few enough draws to try them all.
  private func canTryAll(
    _ draws: ArraySlice<DrawScript.Draw>, of entry: CacheLog.Entry, among branches: Int
  ) -> Bool {
    guard isComplete || merges, steps < Self.mostSteps / 2 else { return false }
    let isSeen = seen.header.tellsEvictions || entry.hit != nil || !entry.contents.isEmpty
    let most = isSeen ? Self.mostLeaves : Self.mostBranches / branches
    var leaves = 1
    for draw in draws where leaves <= most { leaves *= draw.options }
    return leaves <= most
  }
}

/// Runs of the model with other draws.
extension DrawnTrial {
  /// Starts a run with the same first draws, up to an entry that has not been run.
  mutating func run(_ past: PriorDraws, _ choices: [Int] = [], upTo count: Int) -> Branch {
    let script = DrawScript(past.choices + choices, seed: seeds.next())
    let model = PlayedModel(candidate, in: world, drawing: script)
    for entry in seen.entries.prefix(count) { _ = model.perform(entry.operation, entry.details) }
    steps += count + Self.stepsOfRun
    return Branch(model: model, script: script, weight: past.weight)
  }

  /// Runs an entry in a branch, and returns its answer and whether it agrees.
  private func agrees(_ branch: Branch, with entry: CacheLog.Entry) -> (CacheAnswer, Bool) {
    let answer = branch.model.perform(entry.operation, entry.details)
    return (answer, Contradiction.between(entry, of: seen, answer, by: branch.model) == nil)
  }

  /// Returns every run that agrees with an entry, among the runs that begin with the given draws.
  mutating func leaves(of index: Int, after past: PriorDraws) -> [Branch] {
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
        // There is one draw for each victim, so that the draws after the first wrong one need not
        // be tried.
        let right = zip(answer.evicted, entry.evicted).prefix { $0 == $1 }.count
        if seen.header.tellsEvictions { draws = draws.prefix(right + 1) }
      }
      while let last = draws.last, last.choice + 1 >= last.options { draws.removeLast() }
      next = draws.last.map { draws.dropLast().map(\.choice) + [$0.choice + 1] }
    }
    if next != nil { isComplete = false }
    return merged(found)
  }

  /// Samples runs that agree with an entry that has too many draws.
  /// - Parameters:
  ///   - index: The index of the entry.
  ///   - past: The draws before the entry.
  ///   - copies: The number of runs, which share the weight of `past`.
  ///   - first: A run that counts as one of them, if it agrees.
  /// - Returns: The runs that agree.
  mutating func samples(
    of index: Int, after past: PriorDraws, _ copies: Int, with first: Branch?
  ) -> [Branch] {
    let share = PriorDraws(choices: past.choices, weight: past.weight - log(Double(copies)))
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

  /// Returns a run that agrees with an entry and draws the same option every time.
  ///
  /// Such a run exists for a policy that draws several images and evicts the worst of them: if all
  /// draws are the same image, that image is evicted.
  mutating func lone(of index: Int, after past: PriorDraws) -> [Branch] {
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

  /// Merges branches that cannot differ in state.
  private func merged(_ branches: [Branch]) -> [Branch] {
    guard merges, var heaviest = branches.max(by: { $0.weight < $1.weight }) else {
      return branches
    }
    heaviest.weight = Self.sum(branches.map(\.weight))
    return [heaviest]
  }

  /// Reduces the number of branches, sampled by their weights.
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

  /// Returns the logarithm of a sum of numbers with known logarithms.
  static func sum(_ logarithms: [Double]) -> Double {
    guard let most = logarithms.max(), most > -.infinity else { return -.infinity }
    return most + log(logarithms.reduce(0) { $0 + exp($1 - most) })
  }
}
