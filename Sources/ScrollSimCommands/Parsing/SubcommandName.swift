import ArgumentParser
import Foundation
import ScrollCore

/// The names of subcommands as typed.
enum SubcommandName {
  /// The commands that have been renamed.
  private static let moved = [
    "plan": "sweep plan", "shard": "sweep shard", "merge": "sweep merge",
    "policies": "list policies", "loaders": "list loaders", "prefetchers": "list prefetchers",
    "devices": "list devices", "networks": "list networks", "formats": "list formats",
    "layouts": "list layouts",
  ]

  /// The former options of `sweep` that are now subcommands.
  private static let movedOptions = [
    "--plan": "scrollsim sweep plan SPEC --shards N --output FOLDER",
    "--shard": "scrollsim sweep shard K/N SPEC --store FILE",
  ]

  /// The commands of `scrollsim-lab`, for research on policies.
  private static let laboratory: Set = [
    "evolve", "hunt", "identify", "levels", "model-server", "train",
  ]

  /// Replaces abbreviated names of subcommands with the whole names.
  /// - Throws: `CommandError` for an unknown subcommand, and for one that has moved.
  static func resolve(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws(CommandError) -> [String] {
    guard let first = arguments.first, NameMatch.find(first, in: ["help"]) != nil else {
      return try resolve(arguments, of: root, for: [])
    }
    let names = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
    return try ["help"] + resolve(Array(names), of: root, for: ["help"])
      + arguments.dropFirst(1 + names.count)
  }

  /// Replaces abbreviated names of subcommands with the whole names.
  /// - Parameters:
  ///   - arguments: The arguments, which begin with the subcommand.
  ///   - root: The command with the subcommands.
  ///   - help: The word `help` if only names of subcommands may follow; otherwise nothing.
  /// - Returns: The arguments with whole names.
  /// - Throws: `CommandError` for an unknown subcommand, and for one that has moved.
  private static func resolve(
    _ arguments: [String], of root: any ParsableCommand.Type, for help: [String]
  ) throws(CommandError) -> [String] {
    // A sweep takes a file at the position of a subcommand; its subcommands are commands of their
    // own.
    var resolved = arguments
    if arguments.count > 1, arguments[0] == "sweep",
      ["plan", "shard", "merge"].contains(arguments[1])
    {
      resolved = ["sweep-\(arguments[1])"] + arguments.dropFirst(2)
    }
    var command = root
    for (index, typed) in resolved.enumerated() {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !typed.hasPrefix("-") else {
        guard help.isEmpty else { throw noCommand(typed, of: command) }
        break
      }
      var names = subcommands.filter { $0.configuration.shouldDisplay }
        .compactMap { $0.configuration.commandName }
      if let next = subcommands.first(where: { $0.configuration.commandName == typed }) {
        command = next
        continue
      }
      if index == 0, root == RootCommand.self { try findElsewhere(typed, help + arguments) }
      if index == 0 { names.append("help") }
      guard let name = NameMatch.find(typed, in: names) else {
        let close = NameMatch.suggestion(for: typed, among: names)
        let hint =
          close.map { "did you mean '\($0)'?" } ?? "there are \(names.joined(separator: ", "))"
        throw .usage("there is no command '\(typed)'; \(hint)")
      }
      resolved[index] = name
      guard let next = subcommands.first(where: { $0.configuration.commandName == name }) else {
        break
      }
      command = next
    }
    if command == SweepCommand.self {
      let old = arguments.first { movedOptions[$0] != nil }
      if let old, let new = movedOptions[old] { throw .usage("'\(old)' is now '\(new)'") }
    }
    return resolved
  }

  private static func noCommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> CommandError {
    let known = (command.configuration.commandName ?? "").replacing("sweep-", with: "sweep ")
    return .usage("'\(known)' has no command '\(name)'; expected 'scrollsim help \(known)'")
  }

  /// Throws an error for a command that has been renamed.
  ///
  /// For a command of `scrollsim-lab`, runs that program if it is in the same folder.
  private static func findElsewhere(
    _ typed: String, _ arguments: [String]
  ) throws(CommandError) {
    if let name = moved[typed] { throw .usage("'\(typed)' is now 'scrollsim \(name)'") }
    guard laboratory.contains(typed) else { return }
    let program = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "scrollsim-lab").path
    let copies = ([program] + arguments).map { strdup($0) } + [nil]
    // `execv` returns only if it fails.
    execv(program, copies)
    throw CommandError(
      .unavailable,
      "'\(typed)' is a command of scrollsim-lab, which is not in the folder of scrollsim; "
        + "run 'swift run -c release scrollsim-lab \(typed)', or 'swift build -c release' "
        + "once")
  }
}
