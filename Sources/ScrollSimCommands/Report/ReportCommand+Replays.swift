import ScrollSweeps

// A store of replays, which has no sweep.

extension ReportCommand {
  /// Whether the replays of the store are asked for: they are where there is nothing else.
  func isAboutReplays(_ results: ResultStore) throws(CommandError) -> Bool {
    guard !replays else { return true }
    guard sweep == nil else { return false }
    do throws(ResultStoreError) {
      guard try results.sweeps().isEmpty else { return false }
      return try !results.replays().isEmpty
    } catch {
      throw CommandError(error)
    }
  }

  func reportReplays(_ results: ResultStore) throws {
    let others: [(option: String, value: String?)] = [
      ("--sweep", sweep), ("--run", runKey), ("--baseline", baseline), ("--table", table),
      ("--population", population), ("--band", band ? "" : nil),
      ("--interactive", interactive ? "" : nil),
    ]
    if let other = others.first(where: { $0.value != nil }) {
      throw CommandError.usage(
        "\(other.option) is of sweeps, and '\(store)' is asked for its replays; expected it without"
      )
    }
    try OutputCheck(reading: ResultStore.files(store)).require("--output", output)
    let report = try StoredReplays(results, called: store)
    let place = ReportPlace(output, isWide: wide.wide)
    if let picture { return try report.draw(picture, to: place) }
    try report.write(writtenFormat(), to: place)
  }
}
