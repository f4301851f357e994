import ArgumentParser
import Foundation
public import ScrollCaching
public import ScrollCore

/// The whole command, around whatever policies one has.
///
///     import ScrollSimCommands
///
///     ScrollSim.main()
///
/// Whoever has a policy of their own writes the same with their catalogue,
/// `ScrollSim.main(policies: .builtIn.adding(MyPolicy.descriptor))`, and has every subcommand.
public enum ScrollSim {
  /// The version of the package, as `--version` prints it.
  public static let version = "0.1.0"

  /// The catalogue that the subcommands choose from.
  @TaskLocal static var policies: PolicyCatalog = .builtIn

  /// Runs the command with the process's arguments and ends the process.
  public static func main(policies: PolicyCatalog = .builtIn) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let status = $policies.withValue(policies) { run(arguments) }
    exit(status)
  }

  /// Runs the command; whatever is wrong becomes one line on standard error.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      var command = try RootCommand.parseAsRoot(arguments)
      try command.run()
      return 0
    } catch let error as CommandError {
      report(error.sentence)
      return error.status.rawValue
    } catch {
      return finish(with: error)
    }
  }

  /// What the argument parser throws: help and versions, and mistakes in options.
  private static func finish(with error: any Error) -> Int32 {
    if RootCommand.exitCode(for: error) == .success {
      print(RootCommand.fullMessage(for: error))
      return 0
    }
    let lines = RootCommand.fullMessage(for: error).split(separator: "\n")
    let hint = lines.last { $0.contains("--help") }.map { $0.drop { $0 == " " } }
    report(RootCommand.message(for: error) + (hint.map { " (\($0))" } ?? ""))
    return CommandError.Status.usage.rawValue
  }

  private static func report(_ sentence: String) {
    let line = sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
    FileHandle.standardError.write(Data("scrollsim: \(line)\n".utf8))
  }
}

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim",
    abstract: "Replays scrolls through images against cache policies, and says what stalled.",
    discussion: """
      Example: scrollsim run Traces/photo-grid.scroll --policy lru,sieve --budget 32MiB,128MiB
      """,
    version: ScrollSim.version,
    subcommands: [],
    groupedSubcommands: [
      CommandGroup(name: "Simulation", subcommands: [RunCommand.self, ReplayCommand.self]),
      CommandGroup(name: "Traces", subcommands: [TraceCommand.self]),
      CommandGroup(
        name: "What there is",
        subcommands: [
          PoliciesCommand.self, LoadersCommand.self, PrefetchersCommand.self,
          DevicesCommand.self, LayoutsCommand.self,
        ]),
    ])
}
