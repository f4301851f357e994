/// How much room is left over each gap, and the least of any range of gaps.
///
/// A segment tree: every node knows what was taken from all of its gaps at once and the least
/// that is left below it.
///
/// - Complexity: O(gaps) to make, O(log gaps) per question and per change.
struct GapRoom {
  private var least: [Int]
  private var taken: [Int]
  private let leaves: Int
  let count: Int

  /// The same room over every gap.
  init(gaps: Int, room: Int) {
    var leaves = 1
    while leaves < gaps { leaves *= 2 }
    self.leaves = leaves
    count = gaps
    least = [Int](repeating: room, count: 2 * leaves)
    taken = [Int](repeating: 0, count: 2 * leaves)
  }

  /// The least room over some gaps.
  /// - Precondition: the range is not empty.
  func least(over gaps: Range<Int>) -> Int {
    precondition(!gaps.isEmpty && gaps.upperBound <= count, "gaps \(gaps) of \(count)")
    return least(1, 0..<leaves, gaps)
  }

  /// Takes room away from every gap of a range.
  mutating func take(_ room: Int, over gaps: Range<Int>) {
    take(room, 1, 0..<leaves, gaps)
  }

  private func least(_ node: Int, _ span: Range<Int>, _ gaps: Range<Int>) -> Int {
    if gaps.lowerBound <= span.lowerBound, span.upperBound <= gaps.upperBound {
      return least[node]
    }
    let middle = (span.lowerBound + span.upperBound) / 2
    var found = Int.max
    if gaps.lowerBound < middle {
      found = min(found, least(2 * node, span.lowerBound..<middle, gaps))
    }
    if gaps.upperBound > middle {
      found = min(found, least(2 * node + 1, middle..<span.upperBound, gaps))
    }
    return found - taken[node]
  }

  private mutating func take(_ room: Int, _ node: Int, _ span: Range<Int>, _ gaps: Range<Int>) {
    if gaps.lowerBound <= span.lowerBound, span.upperBound <= gaps.upperBound {
      least[node] -= room
      taken[node] += room
      return
    }
    let middle = (span.lowerBound + span.upperBound) / 2
    if gaps.lowerBound < middle { take(room, 2 * node, span.lowerBound..<middle, gaps) }
    if gaps.upperBound > middle { take(room, 2 * node + 1, middle..<span.upperBound, gaps) }
    least[node] = min(least[2 * node], least[2 * node + 1]) - taken[node]
  }
}
