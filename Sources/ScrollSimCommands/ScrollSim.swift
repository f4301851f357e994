import ArgumentParser
import Foundation
public import ScrollCaching
public import ScrollCore
import ScrollPages
public import ScrollSimulation
import ScrollSweeps

/// The whole command, around whatever policies, prefetchers and loaders one has.
///
///     import ScrollSimCommands
///
///     ScrollSim.main()
///
/// With some of your own added, every subcommand knows them as it knows those of the package:
///
///     ScrollSim.main(
///       policies: .builtIn.adding(MyPolicy.descriptor),
///       prefetchers: .builtIn.adding(MyRule.descriptor),
///       loaders: .builtIn.adding(MyLoader.descriptor))
public enum ScrollSim {
  /// The version of the package, as `--version` prints it.
  public static let version = "0.1.0"

  /// The catalogs of the subcommands.
  @TaskLocal static var catalogs = SweepCatalogs(policies: PolicyCatalog.builtIn.withPrograms())

  static var policies: PolicyCatalog { catalogs.policies }

  /// Runs the command with the process's arguments and ends the process.
  public static func main(
    policies: PolicyCatalog = .builtIn, prefetchers: Catalog<PrefetcherDescriptor> = .builtIn,
    loaders: Catalog<LoaderDescriptor> = .builtIn
  ) -> Never {
    let catalogs = SweepCatalogs(
      policies: policies.withPrograms(), prefetchers: prefetchers, loaders: loaders)
    let arguments = Array(CommandLine.arguments.dropFirst())
    let status = $catalogs.withValue(catalogs) { run(arguments) }
    exit(status)
  }

  /// Runs the command; whatever is wrong becomes one line on standard error.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      var command = try RootCommand.parseAsRoot(SubcommandName.resolve(arguments))
      try command.run()
      return 0
    } catch let error as CommandError {
      report(error.sentence)
      return error.status.rawValue
    } catch {
      return finish(with: error)
    }
  }

  /// The errors of the argument parser: help and versions, and mistakes in options.
  private static func finish(with error: any Error) -> Int32 {
    // 80 columns on every terminal: the lines of an example must not be broken.
    let message = RootCommand.fullMessage(for: error, columns: 80)
    if RootCommand.exitCode(for: error) == .success { return printed(message) }
    let lines = message.split(separator: "\n")
    let hint = lines.last { $0.contains("--help") }.map { $0.drop { $0 == " " } }
    report(RootCommand.message(for: error) + (hint.map { " (\($0))" } ?? ""))
    return CommandError.Status.usage.rawValue
  }

  /// Prints help or the version.
  private static func printed(_ message: String) -> Int32 {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.hasPrefix("USAGE: ") ? wrappedUsage($0) : [$0] }
    let text = lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
    do { try Output.print(text + "\n") } catch {
      report(error.sentence)
      return error.status.rawValue
    }
    return 0
  }

  /// A line of usage, broken between options where it is wider than 80 columns.
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

  private static func report(_ sentence: String) {
    Output.say("scrollsim: \(sentence)")
  }
}

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim",
    abstract: "Replays scrolls through images against cache policies, and reports what stalled.",
    discussion: #"""
      Example:
        scrollsim run Traces/photo-grid.scroll \
          --policy lru,distance,sieve --budget 32MiB,128MiB --device iphone-5

      Shells complete names and files after
        scrollsim --generate-completion-script bash   (or zsh, or fish)
      """#,
    version: ScrollSim.version,
    subcommands: [],
    groupedSubcommands: [
      CommandGroup(
        name: "Simulation",
        subcommands: [
          RunCommand.self, SweepCommand.self, ReportCommand.self, CheckCommand.self,
          TuneCommand.self, PlanCommand.self, ShardCommand.self, MergeCommand.self,
          ExplainCommand.self, DoctorCommand.self, DiffCommand.self, ReplayCommand.self,
          EmitCommand.self, AheadCommand.self, StudioCommand.self,
        ]),
      CommandGroup(
        name: "Search",
        subcommands: [
          EvolveCommand.self, HuntCommand.self, IdentifyCommand.self, ModelServerCommand.self,
        ]),
      CommandGroup(name: "Bound", subcommands: [BoundsCommand.self, CurveCommand.self]),
      CommandGroup(name: "Trace", subcommands: [TraceCommand.self, TrainCommand.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          PoliciesCommand.self, LoadersCommand.self, PrefetchersCommand.self,
          DevicesCommand.self, CalibrateCommand.self, NetworksCommand.self, FormatsCommand.self,
          LayoutsCommand.self,
        ]),
    ])
}
