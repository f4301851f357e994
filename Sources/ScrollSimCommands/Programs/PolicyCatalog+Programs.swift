import ScrollCaching
import ScrollCore
import ScrollTraces

extension Catalog where Entry == PolicyDescriptor {
  /// These policies and `exec`, which asks a program, among what users bring themselves.
  ///
  /// It stands in no catalog of the package's libraries, so that neither laws nor searches, which
  /// try whatever is built in, start processes.
  func withPrograms() -> PolicyCatalog {
    let exec = Self.exec(refusing: nil)
    guard !entries.contains(where: { $0.name == exec.name }) else { return self }
    guard let place = kinds.lastIndex(of: "yours") else { return adding(exec) }
    var listed = zip(kinds, entries).map { (kind: $0, entries: [$1]) }
    listed.insert((kind: kinds[place], entries: [exec]), at: place + 1)
    return PolicyCatalog(kinds: listed)
  }

  /// The same policies, but no program is started: a file with results, which may come from
  /// anybody, must not run anything by being read.
  func withoutStarting() -> PolicyCatalog {
    let exec = Self.exec(
      refusing: "which is not started because a store says so; expected `run` or `sweep` with it")
    let entries = entries.map { $0.name == exec.name && $0.facts.statedVersion != nil ? exec : $0 }
    guard !kinds.isEmpty else { return PolicyCatalog(entries) }
    return PolicyCatalog(kinds: zip(kinds, entries).map { (kind: $0, entries: [$1]) })
  }

  private static func exec(refusing refusal: String?) -> PolicyDescriptor {
    ExecPolicy.descriptor(refusing: refusal) { failure in
      Interruption.fail(
        CommandError(failure.isBadAnswer ? .badData : .unavailable, "\(failure)"),
        RunningPrograms.killAll)
    }
  }
}
