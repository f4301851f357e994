import Foundation

/// An exact value of an elementary function: a line of `values.txt`.
struct ElementaryValue {
  let function: String
  let arguments: [Double]
  /// The double nearest to the value.
  let nearest: Double
  /// The difference of the exact value from `nearest`, in units of the last place.
  let rest: Double

  static let all = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "values.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try ElementaryValue($0) }
  }

  struct Unreadable: Error {
    let line: String
  }

  private init(_ line: Substring) throws {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().dropLast().compactMap { UInt64($0, radix: 16) }
      .map(Double.init(bitPattern:))
    guard words.count >= 4, numbers.count == words.count - 2, let nearest = numbers.last,
      let rest = Double(words[words.count - 1])
    else { throw Unreadable(line: String(line)) }
    function = String(words[0])
    arguments = Array(numbers.dropLast())
    (self.nearest, self.rest) = (nearest, rest)
  }

  /// Returns the error of a result, in units of the last place.
  func error(of result: Double) -> Double {
    guard nearest.isFinite, result.isFinite else { return result == nearest ? 0 : .infinity }
    return abs((result - nearest) / nearest.ulp - rest)
  }
}
