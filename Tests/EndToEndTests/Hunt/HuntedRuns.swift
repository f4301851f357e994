import Foundation
import Testing

/// The runs of a hunted session, made by the command that the hunt names.
enum HuntedRuns {
  /// Returns the stall times of the two runs, in ascending order.
  static func stalls(_ answer: [String: Any], in folder: URL) throws -> [Double] {
    let command = try #require(answer["command"] as? [String])
    let outcome = try Scrollsim.run(
      Array(command.dropFirst()) + ["--format", "json"], in: folder)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return runs.compactMap { $0.object("figures").number("stallSeconds") }.sorted()
  }

  /// Returns the stall times that the hunt prints, in ascending order.
  static func stated(_ answer: [String: Any]) -> [Double] {
    [answer.number("value"), answer.number("opponentValue")].compactMap { $0 }.sorted()
  }
}
