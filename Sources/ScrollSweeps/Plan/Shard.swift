/// One of the parts of a plan, for machines that do not communicate.
///
/// The runs are sorted by key, which mixes policies, budgets and traces evenly. The sorted list is
/// cut where the weights of the runs add up to equal parts. Within a shard they keep the order of
/// the plan. The cut depends on the plan alone.
package struct Shard: Sendable, Equatable {
  /// The number, from 1.
  let number: Int
  let count: Int

  /// Creates a shard.
  /// - Precondition: `1...count` contains the number.
  package init(_ number: Int, of count: Int) {
    precondition((1...count).contains(number), "shard \(number) of \(count)")
    self.number = number
    self.count = count
  }

  /// Parses a text such as `3/8`.
  package init?(parsing text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let number = sides[0], let count = sides[1],
      (1...SweepPlan.limit).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}

extension SweepPlan {
  /// Returns the positions of every shard's runs, ascending; shards of a small plan may be empty.
  /// - Complexity: that of sorting all runs.
  package func shards(_ count: Int) -> [[Int]] {
    var shards = [[Int]](repeating: [], count: count)
    let weights = runs.map { scenario(of: $0).weight }
    let total = weights.reduce(0, +)
    var before = 0.0
    for position in runs.indices.sorted(by: { runs[$0].key < runs[$1].key }) {
      let middle = before + weights[position] / 2
      before += weights[position]
      shards[min(count - 1, Int(middle / total * Double(count)))].append(position)
    }
    return shards.map { $0.sorted() }
  }

  /// Returns the positions of one shard's runs, ascending.
  package func positions(in shard: Shard) -> [Int] { shards(shard.count)[shard.number - 1] }

  /// Returns each shard's share of the work of the plan.
  package func shares(of shards: [[Int]]) -> [Double] {
    let total = runs.reduce(0) { $0 + scenario(of: $1).weight }
    return shards.map { $0.reduce(0) { $0 + scenario(of: runs[$1]).weight } / total }
  }
}
