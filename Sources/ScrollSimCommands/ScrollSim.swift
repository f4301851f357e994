package import ArgumentParser
import Foundation
public import ScrollCaching
public import ScrollCore
import ScrollPages
public import ScrollSimulation
package import ScrollSweeps

/// The whole `scrollsim` command, with built-in or custom policies, prefetchers and loaders.
///
///     import ScrollSimCommands
///
///     ScrollSim.main()
///
/// Every subcommand also supports your own types, if you add them to the built-in ones:
///
///     ScrollSim.main(
///       policies: .builtIn.adding(MyPolicy.descriptor),
///       prefetchers: .builtIn.adding(MyRule.descriptor),
///       loaders: .builtIn.adding(MyLoader.descriptor))
public enum ScrollSim {
  /// The version of the package.
  public static let version = "0.1.0"

  /// The text that `--version` prints: the version, and in parentheses the version of the model
  /// and the commit.
  package static var versionText: String {
    let source = Revision.current.map { "commit \($0.commit), \($0.day)" } ?? "built in a clone"
    return "\(version) (model version \(ModelVersion.current), \(source))"
  }

  /// The catalogs of the subcommands, for names from any source.
  ///
  /// Their policies cannot start programs.
  @TaskLocal package static var catalogs = SweepCatalogs(
    policies: PolicyCatalog.builtIn.withPrograms(.unlessTyped))

  package static var policies: PolicyCatalog { catalogs.policies }

  /// The policies for names that were typed as options: `exec` starts a program.
  package static var typedPolicies: PolicyCatalog {
    policies.withPrograms(.started(by: ProgramStarter()))
  }

  /// Runs the command with the process's arguments and ends the process.
  public static func main(
    policies: PolicyCatalog = .builtIn, prefetchers: Catalog<PrefetcherDescriptor> = .builtIn,
    loaders: Catalog<LoaderDescriptor> = .builtIn
  ) -> Never {
    main(RootCommand.self, policies: policies, prefetchers: prefetchers, loaders: loaders)
  }

  /// Runs a program with these catalogs and ends the process.
  package static func main<Root: ParsableCommand>(
    _ root: Root.Type, policies: PolicyCatalog = .builtIn,
    prefetchers: Catalog<PrefetcherDescriptor> = .builtIn,
    loaders: Catalog<LoaderDescriptor> = .builtIn
  ) -> Never {
    Interruption.unblockSignals()
    let catalogs = SweepCatalogs(
      policies: policies.withPrograms(.unlessTyped), prefetchers: prefetchers, loaders: loaders)
    let arguments = joined(Array(CommandLine.arguments.dropFirst()))
    let status = $catalogs.withValue(catalogs) { run(root, arguments) }
    exit(status)
  }

  /// Returns the arguments with every negative number joined to the option before it.
  ///
  /// For example, `--jobs -1` becomes `--jobs=-1`. Otherwise the parser reads `-1` as another
  /// option.
  private static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      guard argument != "--" else { return joined + arguments[index...] }
      if let last = joined.last, last.wholeMatch(of: /--[a-z-]+/) != nil,
        argument.wholeMatch(of: /-([0-9.]|(?i:inf|nan)).*/) != nil
      {
        joined[joined.count - 1] = "\(last)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// Runs the command; every error becomes one line on standard error.
  private static func run<Root: ParsableCommand>(_ root: Root.Type, _ arguments: [String]) -> Int32
  {
    let program = root.configuration.commandName ?? "scrollsim"
    do {
      var command = try root.parseAsRoot(SubcommandName.resolve(arguments, of: root))
      try command.run()
      Output.sayNotes()
      return 0
    } catch let error as CommandError {
      report(error.sentence, by: program)
      return error.status.rawValue
    } catch let error as SweepError {
      report(error.description, by: program)
      return CommandError(error).status.rawValue
    } catch {
      return finish(with: error, of: root)
    }
  }

  /// Prints the messages of the argument parser: help, versions, and mistakes in options.
  private static func finish<Root: ParsableCommand>(
    with error: any Error, of root: Root.Type
  ) -> Int32 {
    let program = root.configuration.commandName ?? "scrollsim"
    // The width is 80 columns on every terminal: the lines of an example must not be broken.
    let message = root.fullMessage(for: error, columns: 80)
    if root.exitCode(for: error) == .success { return printed(message, by: program) }
    let lines = message.split(separator: "\n")
    // The parser calls `sweep plan` `sweep-plan`.
    let hint = lines.last { $0.contains("--help") }
      .map { $0.drop { $0 == " " }.replacing("scrollsim sweep-", with: "scrollsim sweep ") }
    report(
      InvalidValue.explained(root.message(for: error)) + (hint.map { " (\($0))" } ?? ""),
      by: program)
    return CommandError.Status.usage.rawValue
  }

  /// Prints help or the version.
  private static func printed(_ message: String, by program: String) -> Int32 {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.hasPrefix("USAGE: ") ? wrappedUsage($0) : [$0] }
      .map { $0.hasSuffix(" SUBCOMMANDS:") ? $0.dropLast(" SUBCOMMANDS:".count) + ":" : $0 }
    let text = lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
    do { try Output.print(text + "\n") } catch {
      report(error.sentence, by: program)
      return error.status.rawValue
    }
    return 0
  }

  /// Returns a line of usage, broken between options if it is wider than 80 columns.
  private static func wrappedUsage(_ line: Substring) -> [Substring] {
    var lines = [Substring("")]
    var (option, depth) = (Substring(""), 0)
    func add() {
      let last = lines[lines.count - 1]
      if last.count + 1 + option.count > 80 {
        lines.append("         " + option)
      } else {
        lines[lines.count - 1] = last.isEmpty ? option : last + " " + option
      }
      option = ""
    }
    for character in line {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == " ", depth == 0 { add() } else { option.append(character) }
    }
    add()
    return lines
  }

  private static func report(_ sentence: String, by program: String) {
    Output.say("\(program): \(sentence)")
  }
}

/// The root command, `scrollsim`.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim",
    abstract: "Simulates scrolls through images with cache policies.",
    discussion: """
      Example:
        scrollsim run Traces/photo-grid.scroll --policy lru,distance --budget 64MiB

      Completion in shells: scrollsim --generate-completion-script bash (zsh, fish)
      """,
    version: ScrollSim.versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Start here",
        subcommands: [
          AdviseCommand.self, RunCommand.self, SweepCommand.self, ReportCommand.self,
          StudioCommand.self, PlanCommand.self, ShardCommand.self, MergeCommand.self,
        ]),
      CommandGroup(
        name: "Decide",
        subcommands: [
          DoctorCommand.self, ExplainCommand.self, DiffCommand.self, TuneCommand.self,
          CheckCommand.self, EmitCommand.self, AheadCommand.self,
        ]),
      CommandGroup(
        name: "Request streams",
        subcommands: [ReplayCommand.self, CurveCommand.self, BoundsCommand.self]),
      CommandGroup(
        name: "Inputs",
        subcommands: [TraceCommand.self, CalibrateCommand.self, ListCommand.self]),
    ])
}
