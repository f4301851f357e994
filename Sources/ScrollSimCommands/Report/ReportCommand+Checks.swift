// Options that do not go together.

extension ReportCommand {
  /// Complains about a band of what has no advice.
  func requireAdvice() throws(CommandError) {
    guard band else { return }
    let others: [(option: String, isGiven: Bool)] = [
      ("--run", runKey != nil), ("--picture", picture != nil), ("--table", table != nil),
    ]
    if let other = others.first(where: { $0.isGiven }) {
      throw .usage(
        "--band is of what a whole report advises; expected it without \(other.option)")
    }
    guard try writtenFormat() != .csv else {
      throw .usage(
        "--band is of what a report advises, and csv is a list of runs; expected text, markdown, "
          + "html or json with it")
    }
  }

  /// Complains about a simulation where there is no page to try it in.
  func requirePage() throws(CommandError) {
    guard interactive else { return }
    let others: [(option: String, isGiven: Bool)] = [
      ("--run", runKey != nil), ("--picture", picture != nil), ("--table", table != nil),
      ("--replays", replays),
    ]
    if let other = others.first(where: { $0.isGiven }) {
      throw .usage(
        "--interactive is of the page of a whole report; expected it without \(other.option)")
    }
    let format = try writtenFormat()
    guard format == .html else {
      throw .usage(
        "--interactive is of a page, not of \(format.rawValue); expected --format html, or "
          + "--output with .html")
    }
  }
}
