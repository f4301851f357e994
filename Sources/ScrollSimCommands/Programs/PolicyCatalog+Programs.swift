import ScrollCaching
import ScrollCore
import ScrollPages

/// The permission of the policy `exec` in a catalog to start programs.
enum ProgramUse {
  /// The policy starts programs, because the user typed its name as an option or allowed the file
  /// that names it.
  case started(by: ProgramStarter)
  /// The policy cannot start programs. Choosing `exec` throws an error with this sentence.
  case refused(String)
  /// The policy cannot start programs. The catalog only lists it.
  case listed

  /// The permission for names that come from a log, a store, a link or a line of a protocol.
  static let unlessTyped = ProgramUse.refused(
    "only the command line may start the program of policy 'exec'; expected --policy 'exec: "
      + "COMMAND' there, or another policy")

  /// The permission for names that come from a spec or a file of limits.
  static let unlessAllowed = ProgramUse.refused(
    "policy 'exec' starts a program; expected another policy, or --allow-exec if you trust this "
      + "file")

  /// The descriptor of `exec` with this permission.
  fileprivate var descriptor: PolicyDescriptor {
    switch self {
    case .listed: ExecPolicy.descriptor(refusing: nil)
    case .refused(let sentence): ExecPolicy.descriptor(refusing: sentence)
    case .started(let starter):
      ExecPolicy.descriptor(startedBy: starter) { failure in
        Interruption.fail(
          CommandError(failure.isBadAnswer ? .badData : .unavailable, "\(failure)"))
      }
    }
  }
}

extension Catalog where Entry == PolicyDescriptor {
  /// Returns these policies and the policy `exec`, which is listed among the user's own policies.
  ///
  /// The catalogs of the package's libraries do not have `exec`. Laws and searches try all built-in
  /// policies, and must not start processes. If a user has added a policy with this name, it stays.
  func withPrograms(_ use: ProgramUse) -> PolicyCatalog {
    let exec = use.descriptor
    var listed = zip(kinds, entries).map { (kind: $0, entries: [$1]) }
    if let place = entries.firstIndex(where: { $0.name == exec.name }) {
      guard entries[place].facts.statedVersion != nil else { return self }
      guard !kinds.isEmpty else {
        return PolicyCatalog(entries.map { $0.name == exec.name ? exec : $0 })
      }
      listed[place].entries = [exec]
      return PolicyCatalog(kinds: listed)
    }
    guard let place = kinds.lastIndex(of: "yours") else { return adding(exec) }
    listed.insert((kind: kinds[place], entries: [exec]), at: place + 1)
    return PolicyCatalog(kinds: listed)
  }
}

extension ProgramStarter {
  /// Returns a starter for the programs that a file names.
  ///
  /// It prints each command before the first start.
  static func announcing(_ file: String) -> ProgramStarter {
    ProgramStarter { command in
      // Each part is one note: a note has space for only a part of a long command.
      var rest = Substring(command.visible)
      repeat {
        Output.say("note: \(file) runs: \(rest.prefix(400))")
        rest = rest.dropFirst(400)
      } while !rest.isEmpty
    }
  }
}
