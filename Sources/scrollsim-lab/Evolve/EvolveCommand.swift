import ArgumentParser
import ScrollPages
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// Searches for a policy, and certifies what it finds on scenes that nobody has looked at.
struct EvolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evolve",
    abstract: "Searches for a policy, and certifies it on sealed scenes.",
    discussion: #"""
      The spec lists training, validation and sealed scenes: sessions from one source, on one \#
      device, with one budget. Formulas of the policy score are bred on training scenes, and \#
      the one that stalls least on validation scenes is the winner. The opponent is the \#
      built-in policy that is best on both, its settings tuned. Only then the sealed scenes \#
      are opened, once: the certificate says what the winner saves there, over sessions and \#
      on each device, and what it does not say. The store remembers the opening; a second one \#
      of the same scenes certifies nothing.

      Scenes in which all built-in policies stall alike are left out; sealed ones are judged \#
      by sessions of another seed.

      Example:
        scrollsim evolve Traces/evolve-small.yml --store small.sqlite
        scrollsim evolve Traces/evolve-small.yml --store small.sqlite \
          --format json --output found.json

      No run is made twice: an interrupted search goes on where it was. Exits 0 whether or \#
      not there is a certificate; `isCertified` of the document tells.
      """#)

  @Argument(help: "A spec of scenes and a search (.yml).", completion: .spec) var spec: String
  @Option(
    help: ArgumentHelp("The store of results, made if there is none.", valueName: "file"),
    completion: .file())
  var store: String?
  @Option(
    parsing: .unconditional, help: "Of the search, in place of the spec's.",
    transform: Seed.parse)
  var seed: UInt64?
  @Option(
    help: ArgumentHelp("Write the certificate to a file instead.", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    guard let store else {
      throw CommandError.usage("a search keeps what it computes; expected --store FILE")
    }
    let (spec, evolution) = try asked()
    try OutputCheck(reading: [self.spec] + spec.files + ResultStore.files(store))
      .require("--output", output)
    if let output { try Output.requireRoom(for: output) }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    let answer = try EvolveSession(results, called: store, jobs: runner.jobCount)
      .answer(evolution)
    // Before anything is printed: the reader of a pipe may stop reading.
    try? results.close()
    try write(answer)
  }

  /// The checked spec, and everything that it names.
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
      return Output.say("note: \(EvolveWords(answer).verdict)")
    }
    guard format.format == .table else {
      return try format.print(tables.contenders, EvolveDocument(answer))
    }
    try Output.print(
      EvolveCertificate(answer).text(fitting: format.width, style: .standardOutput))
  }
}
