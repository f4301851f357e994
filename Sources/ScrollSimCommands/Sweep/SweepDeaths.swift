import ScrollCore
import ScrollPages
import ScrollSweeps

/// Why and when the device killed the app in a sweep: a sentence for each reason.
struct SweepDeaths {
  private struct Victim {
    let name: String
    /// When, in seconds of simulated time: the first and the last.
    var first: Double, last: Double

    var text: String {
      let times = [first, last].map { NumberText.fixed($0, decimals: 1) }
      return "\(name) at \(times[0])" + (times[0] == times[1] ? "" : " to \(times[1])") + " s"
    }
  }

  /// In the order of the runs, with the places of the victims by name.
  private var reasons: [(text: String, victims: [Victim], places: [String: Int])] = []

  /// Adds a run, which may have lived.
  mutating func add(_ row: ResultRow) {
    guard let reason = row.run.killed else { return }
    let seconds = (row.run.killedMilliseconds ?? 0) / 1000
    let name = [row.scenario.loader, row.run.label].compactMap { $0 }.joined(separator: " ")
    let place = reasons.firstIndex { $0.text == reason } ?? reasons.count
    if place == reasons.count { reasons.append((reason, [], [:])) }
    if let known = reasons[place].places[name] {
      reasons[place].victims[known].first = min(reasons[place].victims[known].first, seconds)
      reasons[place].victims[known].last = max(reasons[place].victims[known].last, seconds)
    } else {
      reasons[place].places[name] = reasons[place].victims.count
      reasons[place].victims.append(Victim(name: name, first: seconds, last: seconds))
    }
  }

  /// What killed the app, with what, and when.
  ///
  /// Such as: Killed: its footprint reached the app limit (cached unbounded at 8.3 s).
  var sentences: [String] {
    reasons.map { reason in
      "Killed: \(reason.text) (\(Words.list(reason.victims.map(\.text), atMost: 6)))."
    }
  }
}
