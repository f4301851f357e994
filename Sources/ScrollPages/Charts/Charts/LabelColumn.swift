/// Labels in a column, each as near to its height as the others allow.
package enum LabelColumn {
  /// Heights in the order of the wishes, at least `gap` apart, within the limits while there is
  /// room in them.
  ///
  /// Labels that touch form a block around the mean of their wishes (pool adjacent violators).
  /// - Complexity: O(*n* log *n*) in the labels.
  package static func heights(_ wishes: [Double], gap: Double, within limits: ClosedRange<Double>)
    -> [Double]
  {
    let order = wishes.indices.sorted { (wishes[$0], $0) < (wishes[$1], $1) }
    var blocks: [(members: [Int], sum: Double)] = []
    /// Where the first of a block lies; its sum is of wishes less their distance from the first.
    func start(_ block: (members: [Int], sum: Double)) -> Double {
      let count = Double(block.members.count)
      let height = (count - 1) * gap
      let wish = block.sum / count
      return max(limits.lowerBound, min(wish, limits.upperBound - height))
    }
    for index in order {
      blocks.append(([index], wishes[index]))
      while blocks.count > 1 {
        let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
        let end = start(before) + Double(before.members.count) * gap
        guard start(last) < end else { break }
        let distance = Double(before.members.count) * gap * Double(last.members.count)
        blocks.removeLast()
        blocks[blocks.count - 1] = (
          before.members + last.members, before.sum + last.sum - distance
        )
      }
    }
    var heights = wishes
    for block in blocks {
      for (place, member) in block.members.enumerated() {
        heights[member] = start(block) + Double(place) * gap
      }
    }
    return heights
  }
}
