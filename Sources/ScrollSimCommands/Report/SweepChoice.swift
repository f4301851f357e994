import ScrollPages
import ScrollSweeps

/// The choice of a sweep in a store.
struct SweepChoice {
  private let store: ResultStore
  private let name: String

  init(_ store: ResultStore, called name: String) {
    self.store = store
    self.name = name
  }

  /// Returns the latest sweep, or the sweep with a given title or key prefix.
  ///
  /// If the store has several sweeps and none is requested, a note names the latest.
  /// - Throws: `CommandError` if no sweep fits, or more than one.
  func sweep(_ asked: String?) throws(CommandError) -> SweepRecord {
    let all: [SweepRecord]
    let latest: SweepRecord?
    do throws(ResultStoreError) {
      all = try store.sweeps()
      latest = try asked == nil && all.count > 1 ? store.latestSweep() : nil
    } catch { throw CommandError(error) }
    guard !all.isEmpty else {
      throw CommandError(
        .badData,
        "'\(name)' has no sweep; expected a store of scrollsim sweep or check, not of tune alone")
    }
    guard let asked else {
      if let latest {
        Output.say(
          "note: '\(name)' has \(all.count) sweeps; this is the latest, \(Self.list([latest])) "
            + "(--sweep KEY takes another)")
        return latest
      }
      guard all.count == 1 else {
        throw CommandError.usage(
          "'\(name)' has \(all.count) sweeps; expected --sweep with one of \(Self.list(all))")
      }
      return all[0]
    }
    let titled = all.filter { $0.title == asked }
    let found = titled.isEmpty ? all.filter { "\($0.key)".hasPrefix(asked) } : titled
    guard found.count == 1, !asked.isEmpty else {
      let problem = found.isEmpty ? "no sweep" : "\(found.count) sweeps"
      throw CommandError.usage(
        "'\(name)' has \(problem) '\(asked)'; expected one of \(Self.list(all))")
    }
    return found[0]
  }

  private static func list(_ sweeps: [SweepRecord]) -> String {
    let shown = sweeps.prefix(8).map { sweep in
      "\(sweep.key)".prefix(8) + (sweep.title.isEmpty ? "" : " ('\(sweep.title)')")
    }
    return shown.joined(separator: ", ") + (sweeps.count > 8 ? ", ..." : "")
  }
}
