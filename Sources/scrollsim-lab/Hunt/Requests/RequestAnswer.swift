import ScrollSimCommands
import ScrollTraces

/// The worst request stream that a hunt found.
package struct RequestAnswer: Sendable {
  package let policy: String
  /// Whom it is compared with; nil for `belady`.
  package let opponent: String?
  package let capacity: Int
  /// Images, numbered by their first appearance.
  package let requests: [Int]
  package let rounds: RequestRounds
  package let trial: HuntTrial
  package let runs: Int

  /// How many different images a round asks for.
  package var imagesInRound: Int { Set(rounds.round).count }

  /// The stream as a line of words: `4 (0..8)x111`, of which the last round may be cut off.
  package var picture: String {
    let count = max(0, requests.count - rounds.opening.count)
    let (whole, rest) = count.quotientAndRemainder(dividingBy: rounds.round.count)
    let times = whole + (rest > 0 ? 1 : 0)
    let round = "(\(Self.words(rounds.round).joined(separator: " ")))x\(times)"
    return (Self.words(rounds.opening) + [round]).joined(separator: " ")
  }

  /// The requests as a file that `replay` reads: a number in each line.
  package var text: String { requests.map { "\($0)\n" }.joined() }

  /// Images in words: three or more that follow one another are one, `0..8` or `8..0`.
  package static func words(_ images: [Int]) -> [String] {
    var words: [String] = []
    var start = 0
    while start < images.count {
      var end = start
      if start + 1 < images.count {
        let step = images[start + 1] - images[start]
        while abs(step) == 1, end + 1 < images.count, images[end + 1] - images[end] == step {
          end += 1
        }
      }
      if end - start < 2 {
        words.append("\(images[start])")
        start += 1
      } else {
        words.append("\(images[start])..\(images[end])")
        start = end + 1
      }
    }
    return words
  }
}
