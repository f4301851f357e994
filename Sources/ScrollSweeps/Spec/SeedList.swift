/// Seeds as written: `7`, `0..9` or `1,5,10..19`.
package struct SeedList {
  /// The maximum number of seeds from one text.
  static let limit = 100_000

  /// The ranges as written; a single seed is a range of one.
  let ranges: [ClosedRange<Int>]

  package var seeds: [Int] { ranges.flatMap { Array($0) } }

  package struct ParsingError: Error, CustomStringConvertible {
    package let description: String
  }

  package init(parsing text: String) throws(ParsingError) {
    var ranges: [ClosedRange<Int>] = []
    var count = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = String(part).firstRange(of: "..").map { dots in
        [String(String(part)[..<dots.lowerBound]), String(String(part)[dots.upperBound...])]
      }
      let bounds = (sides ?? [String(part)]).map { Int($0.filter { $0 != " " }) }
      guard let first = bounds[0], let last = bounds[bounds.count - 1], first >= 0 else {
        throw ParsingError(
          description:
            "'\(part)' is not a seed; expected a whole number from 0 to \(Int.max), or a range "
            + "like 0..9")
      }
      guard first <= last, last - first < Self.limit - count else {
        throw ParsingError(
          description:
            "'\(part)' is not a range of seeds; expected at most \(Self.limit), ascending, "
            + "like 0..9")
      }
      ranges.append(first...last)
      count += last - first + 1
    }
    self.ranges = ranges
  }
}
