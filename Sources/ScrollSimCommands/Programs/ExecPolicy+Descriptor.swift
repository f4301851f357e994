package import ScrollCaching
import ScrollCore

extension ExecPolicy {
  private static func settings(_ refusal: String?) -> [Setting] {
    let language = Setting.Language(
      "the command line of a program, for /bin/sh",
      examples: ["python3 Notebooks/second-opinion/lru.py"]
    ) { text in
      text.contains { $0 != " " } ? refusal : "expected the command line of a program"
    }
    return [
      Setting(
        "command", .expression(language), standard: "python3 Notebooks/second-opinion/lru.py",
        "Written right after the name."),
      Setting(
        "timeout", .number(0.1...3600), standard: "10",
        "Seconds that the program may take for an answer."
      ).later,
    ]
  }

  /// The policy in a catalog.
  /// - Parameters:
  ///   - refusal: why no program is started here, as a clause; nil where they are.
  ///   - onFailure: ends the command, from whichever thread a program failed on.
  /// - Returns: a descriptor of its own, which knows what programs stated of themselves.
  package static func descriptor(
    refusing refusal: String? = nil, onFailure: @escaping @Sendable (ProgramFailure) -> Never
  ) -> PolicyDescriptor {
    let statements = ProgramStatements()
    var facts = PolicyDescriptor.Facts(
      discussion: """
        --policy 'exec: python3 lru.py'. The program is told of every hit, miss and store and \
        asked for every victim, in lines of JSON over its standard input and output; the page "A \
        second opinion in another language" has the protocol. A command with a colon or a comma \
        in it is given with --set exec.command=COMMAND. A program that ends, names what is not in \
        the cache, or does not answer in time ends the command. What it does is stored only under \
        the version that it states of itself.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and those that the program refuses"
      ) { cost, capacity in cost > capacity ? true : nil },
      claims: [])
    facts.statedVersion = { settings in
      guard refusal == nil else { return nil }
      do throws(ProgramFailure) {
        return try statements.statement(
          of: settings["command"], seconds: settings.number("timeout")
        ).text
      } catch { onFailure(error) }
    }
    return PolicyDescriptor(
      "exec", "Evicts what a program of yours names, in whatever language it is.",
      settings: settings(refusal), facts: facts
    ) { setup in
      do throws(ProgramFailure) {
        let program = try statements.program(
          setup.settings["command"], seconds: setup.settings.number("timeout"), setup)
        return ExecPolicy(program, setup, onFailure: onFailure)
      } catch { onFailure(error) }
    }
  }
}
