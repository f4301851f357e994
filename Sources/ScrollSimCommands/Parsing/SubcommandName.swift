import ArgumentParser
import Foundation
import ScrollCore

/// Subcommands as typed.
enum SubcommandName {
  /// Commands that have another name now.
  private static let moved = [
    "plan": "sweep plan", "shard": "sweep shard", "merge": "sweep merge",
    "policies": "list policies", "loaders": "list loaders", "prefetchers": "list prefetchers",
    "devices": "list devices", "networks": "list networks", "formats": "list formats",
    "layouts": "list layouts",
  ]

  /// Options of `sweep` that are subcommands of it now.
  private static let movedOptions = [
    "--plan": "scrollsim sweep plan SPEC --shards N --output FOLDER",
    "--shard": "scrollsim sweep shard K/N SPEC --store FILE",
  ]

  /// Commands of `scrollsim-lab`, for research on policies.
  private static let laboratory: Set = [
    "evolve", "hunt", "identify", "levels", "model-server", "train",
  ]

  /// Replaces abbreviated names of subcommands by whole ones.
  /// - Throws: `CommandError` for a subcommand that there is not, and for one that has moved.
  static func resolve(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws(CommandError) -> [String] {
    // A sweep takes a file where others take a subcommand: its subcommands are commands of their own.
    var resolved = arguments
    if arguments.count > 1, arguments[0] == "sweep",
      ["plan", "shard", "merge"].contains(arguments[1])
    {
      resolved = ["sweep-\(arguments[1])"] + arguments.dropFirst(2)
    }
    var command = root
    for (index, typed) in resolved.enumerated() {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !typed.hasPrefix("-") else { break }
      var names = subcommands.filter { $0.configuration.shouldDisplay }
        .compactMap { $0.configuration.commandName }
      if let next = subcommands.first(where: { $0.configuration.commandName == typed }) {
        command = next
        continue
      }
      if index == 0, root == RootCommand.self { try findElsewhere(typed, arguments) }
      names.append("help")
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

  /// Complains about a command that has another name now, and runs one of `scrollsim-lab` if that
  /// program lies beside this one.
  private static func findElsewhere(
    _ typed: String, _ arguments: [String]
  ) throws(CommandError) {
    if let name = moved[typed] { throw .usage("'\(typed)' is now 'scrollsim \(name)'") }
    guard laboratory.contains(typed) else { return }
    let program = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "scrollsim-lab").path
    let copies = ([program] + arguments).map { strdup($0) } + [nil]
    // Returns only where it fails.
    execv(program, copies)
    throw CommandError(
      .unavailable,
      "'\(typed)' is a command of scrollsim-lab, which does not lie beside scrollsim; run "
        + "'swift run -c release scrollsim-lab \(typed)', or 'swift build -c release' once")
  }
}
