import ScrollCaching
import ScrollCore
import ScrollPages

/// The use of the policy `exec` of a catalog.
enum ProgramUse {
  /// The policy starts programs: the names in the catalog were typed as options, or the user has
  /// allowed them.
  case started(by: ProgramStarter)
  /// No program can be started; choosing `exec` throws this sentence.
  case refused(String)
  /// No program can be started; the entry is only listed.
  case listed

  /// The use for names in a log, a store, a link or a line of a protocol.
  static let unlessTyped = ProgramUse.refused(
    "only the command line may start the program of policy 'exec'; expected --policy 'exec: "
      + "COMMAND' there, or another policy")

  /// The use for names in a spec or a file of limits.
  static let unlessAllowed = ProgramUse.refused(
    "policy 'exec' starts a program; expected another policy, or --allow-exec if you trust this "
      + "file")

  /// The descriptor for this use.
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
  /// Returns these policies and `exec`, which queries a program, among the user's own policies.
  ///
  /// It is in no catalog of the package's libraries, so that laws and searches, which try all
  /// built-in policies, start no processes. A policy of that name that a user has added stays.
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
  /// Returns a starter for the programs that a file names, which shows each before it runs.
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
