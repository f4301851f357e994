import ScrollCaching
import ScrollCore
import ScrollPages

/// Whether the policy `exec` of a catalog starts programs.
enum ProgramUse {
  /// The names in the catalog were typed as options, or the user has allowed them.
  case started(by: ProgramStarter)
  /// Nothing can start a program; whoever chooses `exec` gets this sentence.
  case refused(String)
  /// Nothing can start a program; the entry is there to be described.
  case listed

  /// For names that a log, a store, a link or a line of a protocol has.
  static let unlessTyped = ProgramUse.refused(
    "policy 'exec' starts a program, which only the command line may do; expected --policy 'exec: "
      + "COMMAND' there, or another policy")

  /// For names in a spec or a file of limits.
  static let unlessAllowed = ProgramUse.refused(
    "policy 'exec' starts a program; expected another policy, or --allow-exec if you trust this "
      + "file")

  /// The policy, as this says.
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
  /// These policies and `exec`, which asks a program, among what users bring themselves.
  ///
  /// It is in no catalog of the package's libraries, so that neither laws nor searches, which try
  /// whatever is built in, start processes. A policy of that name that a user has added stays.
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
  /// A starter for the programs that a file names, which shows each before it runs.
  static func announcing(_ file: String) -> ProgramStarter {
    ProgramStarter { command in
      // One note for each part: a note has room for a part of a long command only.
      var rest = Substring(command.visible)
      repeat {
        Output.say("note: \(file) runs: \(rest.prefix(400))")
        rest = rest.dropFirst(400)
      } while !rest.isEmpty
    }
  }
}
