import ArgumentParser
import ScrollCore

/// Subcommands as typed.
enum SubcommandName {
  /// Arguments with the names of subcommands as they are listed.
  /// - Throws: `CommandError` for a subcommand that there is not.
  static func resolve(_ arguments: [String]) throws(CommandError) -> [String] {
    var resolved = arguments
    var command: any ParsableCommand.Type = RootCommand.self
    for (index, typed) in arguments.enumerated() {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !typed.hasPrefix("-") else { break }
      let names = subcommands.compactMap { $0.configuration.commandName } + ["help"]
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
    return resolved
  }
}
