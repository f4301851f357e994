import ArgumentParser
import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Synchronization

/// A command that searches for a policy, and certifies it on scenarios that the search has not
/// used.
struct EvolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evolve",
    abstract: "Searches for a policy, and certifies it on sealed scenarios.",
    discussion: #"""
      The spec lists training, validation and sealed (held-out) scenarios: sessions from one \#
      source, on one device, with one budget. An evolutionary search finds formulas of the policy \#
      score on training scenarios. The formula that stalls least on validation scenarios is the \#
      winner. The opponent is the built-in policy that is best on both kinds of scenarios, with \#
      tuned settings.

      Only then the sealed scenarios are run, once. The certificate states how much stall the \#
      winner saves there, over all sessions and on each device, with confidence bounds. The store \#
      records that the scenarios were opened; a second search on them in this store gets no \#
      certificate. Built-in policies that the spec excludes also run there. If one of them ties \#
      or wins, there is no certificate. An independent recount checks the runs, so that no bug of \#
      the simulator wins.

      Scenarios in which all built-in policies stall equally are left out. The command finds \#
      them without opening the sealed scenarios: it runs sessions of another seed instead.

      Example:
        scrollsim-lab evolve Traces/evolve-small.yml --store small.sqlite
        scrollsim-lab evolve Traces/evolve-small.yml --store small.sqlite \
          --format json --output found.json

      The store keeps all runs, and an interrupted search continues. The exit status is 0 with \#
      and without a certificate; see `isCertified` in the JSON document.
      """#)

  @Argument(help: "A spec of scenarios and a search (.yml).", completion: .spec) var spec: String
  @Option(
    help: ArgumentHelp("The store of results, created if missing.", valueName: "file"),
    completion: .file())
  var store: String?
  @Option(
    parsing: .unconditional, help: "The seed of the search, instead of the spec's.",
    transform: Seed.parse)
  var seed: UInt64?
  @Option(
    help: ArgumentHelp(
      "The file for the certificate (default: standard output).", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    guard let store else {
      throw CommandError.usage("a search needs a store; expected --store FILE")
    }
    let (spec, evolution) = try asked()
    try OutputCheck.require(
      [.store("--store", store), .file("--output", output)], reading: [self.spec] + spec.files)
    if let output { try Output.requireRoom(for: output) }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    let answer = try EvolveSession(results, called: store, jobs: runner.jobCount)
      .answer(evolution)
    // The store closes before anything is printed, because the reader of a pipe may stop reading.
    try? results.close()
    try write(answer)
  }

  /// Returns the checked spec, and its search with all names resolved.
  private func asked() throws(CommandError) -> (EvolveSpec, Evolution) {
    do {
      var spec = try EvolveSpec.load(path: self.spec)
      if let seed { spec.search.seed = seed }
      return (spec, try Evolution(spec, ScrollSim.catalogs))
    } catch { throw CommandError(error) }
  }

  private func write(_ answer: EvolveAnswer) throws {
    let tables = EvolveTables(answer)
    if let output {
      let text =
        switch format.format {
        case .table: EvolveCertificate(answer).text(fitting: nil, style: .plain)
        case .json: try JSONDocument.text(EvolveDocument(answer))
        case .csv: tables.contenders.csv()
        case .markdown: tables.contenders.markdown()
        }
      try Output.write(Array(text.utf8), to: output)
      return Output.say("note: \(EvolveText(answer).verdict)")
    }
    guard format.format == .table else {
      return try format.print(tables.contenders, EvolveDocument(answer))
    }
    try Output.print(
      EvolveCertificate(answer).text(fitting: format.width, style: .standardOutput))
  }
}

/// A search in a store, with its progress on a terminal.
struct EvolveSession {
  private let store: ResultStore
  private let name: String
  private let jobs: Int

  /// Creates a session.
  /// - Parameters:
  ///   - store: The store of earlier and new runs.
  ///   - name: The name of the store, for messages.
  ///   - jobs: The number of parallel runs.
  init(_ store: ResultStore, called name: String, jobs: Int) {
    self.store = store
    self.name = name
    self.jobs = jobs
  }

  /// Runs the search.
  /// - Throws: `CommandError` with status 1 if nothing can be found, and the errors of
  ///   `StoreSession`.
  func answer(_ evolution: Evolution) throws(CommandError) -> EvolveAnswer {
    let progress = EvolveProgress()
    let runner = TrialRunner(store, jobs: jobs) { progress.update($0) }
    var failure: EvolveFailure?
    let made: EvolveAnswer? = try StoreSession(store, called: name).make(
      SweepProgressLine(),
      interrupt: { () throws(ResultStoreError) in
        progress.finish()
        return try runner.interrupt()
      }
    ) { () throws(ResultStoreError) -> (answer: EvolveAnswer?, progress: SweepProgress)? in
      defer { progress.finish() }
      do {
        guard let answer = try evolution.answer(runner, store, progress.enter) else { return nil }
        return (answer, runner.progress)
      } catch let error as ResultStoreError {
        throw error
      } catch {
        failure = error as? EvolveFailure ?? EvolveFailure("\(error)")
        return (nil, runner.progress)
      }
    }
    guard let made else {
      throw CommandError(.gateSaidNo, failure?.description ?? "the search has no answer")
    }
    return made
  }
}

/// A line on a terminal with the progress of a search.
final class EvolveProgress: Sendable {
  private struct State: ~Copyable {
    var line: ProgressLine
    var stage = ""
  }

  private let state = Mutex(State(line: ProgressLine()))

  /// Sets the stage.
  func enter(_ stage: EvolveStage) { state.withLock { $0.stage = Self.text(stage) } }

  /// Prints the stage and the number of runs; any thread may call it.
  func update(_ progress: SweepProgress) {
    state.withLock { state in
      let text = "\(state.stage), \(Phrase.count(progress.done, "run"))"
      state.line.update(text)
    }
  }

  func finish() { state.withLock { $0.line.finish() } }

  private static func text(_ stage: EvolveStage) -> String {
    switch stage {
    case .survey: return "looking for headroom"
    case .search(let progress):
      let best = progress.best.map { ", best \(NumberText.percent($0.loss)) of lru's stall" } ?? ""
      return "generation \(progress.generation) of \(progress.generations)\(best)"
    case .validation: return "validation"
    case .tuning: return "tuning the opponent"
    case .opening: return "sealed scenarios"
    case .draws: return "draws of the devices' figures"
    }
  }
}

/// The result of a search as text: the verdict, the policy, and the evidence.
struct EvolveCertificate {
  private let answer: EvolveAnswer

  init(_ answer: EvolveAnswer) { self.answer = answer }

  /// Returns the whole text, with a line break at the end.
  /// - Parameters:
  ///   - width: The columns of the terminal; nil for the width of the tables.
  ///   - style: The style of the terminal.
  /// - Returns: Sentences and tables.
  func text(fitting width: Int?, style: TerminalStyle) -> String {
    let words = EvolveText(answer), tables = EvolveTables(answer)
    func paragraph(_ sentences: [String?]) -> String {
      let lines = sentences.compactMap { $0 }.map { Terminal.wrapped($0, to: width) }
      return lines.joined(separator: "\n") + "\n"
    }
    func titled(_ title: String, _ table: Table) -> String {
      Terminal.wrapped(title, to: width) + "\n" + table.text(fitting: width, style: style)
    }
    let verdict = words.verdict
    let heading: String = verdict.prefix(1).uppercased() + verdict.dropFirst() + "."
    var parts = [
      paragraph([
        answer.spec.title.isEmpty ? nil : answer.spec.title, heading,
      ]),
      // The policy as a user types it, on a separate line.
      "  --policy '\(answer.winner.policy)'\n",
      paragraph([
        answer.words?.joined(separator: " "), words.gain, words.opponent, words.excluded,
        words.opening,
      ]),
    ]
    if let sealed = answer.sealed {
      parts.append(
        titled("Savings, and their bounds with 97.5 % confidence each", tables.gains(sealed)))
      parts.append(paragraph([words.audit, words.band, words.bound, words.laws]))
    } else {
      parts.append(paragraph([words.laws]))
    }
    parts += [
      titled(
        "The best formulas, and other policies for comparison: stall in percent of that of lru",
        tables.contenders),
      titled("Formulas that no smaller one beats on training scenarios", tables.front),
      titled("Rules of the contest", tables.rules),
      titled(
        "Headroom: the built-in policies that stall least and most in a session, in seconds",
        tables.scenes),
      paragraph([words.effort, waived]),
    ]
    return parts.joined(separator: "\n")
  }

  /// The sentence with the waived rules.
  private var waived: String? {
    let names = answer.rules.filter { $0.verdict == .waived }.map(\.name.rawValue)
    return names.isEmpty ? nil : "The spec waives \(Phrase.list(names))."
  }
}

/// The figures of a search as tables.
struct EvolveTables {
  private let answer: EvolveAnswer

  init(_ answer: EvolveAnswer) { self.answer = answer }

  /// The losses of the best formulas and of policies for comparison, as shares of the stall time of
  /// `lru`.
  var contenders: Table {
    var table = Table([
      .right("training"), .right("validation"), .right("sealed").keeping(.key), .right("nodes"),
      .left("note"), .command("policy").keeping(.key),
    ])
    for (place, contender) in answer.best.enumerated() {
      table.append([
        Self.share(contender.training), Self.share(contender.validation),
        Self.share(contender.sealed), "\(contender.size)", place == 0 ? "winner" : "",
        contender.policy,
      ])
    }
    var rivals = [(answer.opponent.rival, "opponent")]
    if let sealed = answer.sealed { rivals.append((sealed.hindsight, "best in hindsight")) }
    rivals.append((answer.lru, "reference"))
    for (rival, note) in rivals {
      table.append([
        Self.share(rival.training), Self.share(rival.validation), Self.share(rival.sealed), "-",
        note, rival.policy,
      ])
    }
    return table
  }

  /// The formulas that no smaller formula beats on training scenarios.
  var front: Table {
    var table = Table([
      .right("nodes").keeping(.key), .right("training"), .right("validation"),
      .command("policy").keeping(.key),
    ])
    for contender in answer.front {
      table.append([
        "\(contender.size)", Self.share(contender.training), Self.share(contender.validation),
        contender.policy,
      ])
    }
    return table
  }

  /// Returns the gain of the winner on sealed scenarios: in total, and on each device.
  func gains(_ sealed: SealedFinding) -> Table {
    let rows = [(device: "all", gain: sealed.gain)] + sealed.devices
    let hasClusters = rows.contains { $0.gain.clusters < $0.gain.sessions }
    var table = Table(
      [.left("device").keeping(.key), .right("sessions")]
        + (hasClusters ? [.right("clusters")] : [])
        + [.right("saves"), .right("at least"), .right("at most")])
    for (device, gain) in rows {
      table.append(
        [device, "\(gain.sessions)"] + (hasClusters ? ["\(gain.clusters)"] : []) + [
          Self.share(gain.share), Self.share(gain.interval?.lowerBound),
          Self.share(gain.interval?.upperBound),
        ])
    }
    return table
  }

  /// The difference that the choice of a policy makes in each scenario.
  var scenes: Table {
    var table = Table([
      .left("for").keeping(.key), .left("scenario").keeping(.key), .right("sessions"),
      .right("weight"), .left("best"), .right("its s"), .left("worst"), .right("its s"),
      .prose("note"),
    ])
    for scene in answer.scenes {
      table.append([
        scene.part.rawValue, scene.name, "\(scene.sessions)",
        scene.share.map { NumberText.percent($0) } ?? "left out",
        scene.headroom?.best ?? "-", Self.seconds(scene.headroom?.least),
        scene.headroom?.worst ?? "-", Self.seconds(scene.headroom?.most), Self.note(scene),
      ])
    }
    return table
  }

  /// The rules of the contest.
  var rules: Table {
    var table = Table([.left("kept").keeping(.key), .prose("rule"), .prose("found")])
    for rule in answer.rules {
      let word =
        switch rule.verdict {
        case .kept: "yes"
        case .broken: "no"
        case .waived: "waived"
        }
      table.append([word, rule.rule, rule.found])
    }
    return table
  }

  private static func note(_ scene: ScenarioFinding) -> String {
    guard let headroom = scene.headroom else { return "not judged: no seed draws it" }
    let parts = [
      headroom.isEnough ? "" : "no headroom", headroom.isOfSiblings ? "judged on another seed" : "",
      scene.isRecorded ? "recorded" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double?) -> String {
    seconds.map { NumberText.fixed($0, decimals: 2) } ?? "-"
  }

  private static func share(_ share: Double?) -> String {
    share.map { NumberText.percent($0) } ?? "-"
  }
}
