/// The most valuable intervals that fit, as a minimum-cost circulation.
///
/// The gaps are a line of arcs from left to right, each with the capacity of its gap. Every
/// interval is an arc from its end back to its start. It carries a flow of up to its room, with a
/// profit for each unit. A unit of flow over an interval returns over the line and so takes up room
/// in every gap between. If all rooms are whole numbers, there is an optimal circulation in whole
/// units. With equal rooms, it keeps every interval either whole or not at all; with unequal rooms,
/// it may keep some in part.
///
/// The solution is found by the network simplex method with a strongly feasible tree, which cannot
/// cycle (W. Cunningham, "A network simplex method", Mathematical Programming 11, 1976,
/// doi:10.1007/BF01580379; arcs are priced in blocks). The first tree is the line itself without
/// flow.
///
/// - Complexity: exponential in theory; each pivot is O(nodes), and there are a few per arc.
struct IntervalCirculation {
  /// An arc from `end` back to `start`.
  struct Interval {
    var start: Int, end: Int
    var room: Int
    /// The profit of a unit of flow; positive.
    var profit: Int
  }

  private enum State { static let tree = 0, lower = 1, upper = -1 }
  private enum Side { static let up = 1, down = -1 }

  private let line: Int
  private var source: [Int], target: [Int]
  private var cost: [Int], capacity: [Int]
  private var flow: [Int], state: [Int]
  // The tree, by node.
  private var parent: [Int], arc: [Int], side: [Int], depth: [Int], potential: [Int]
  private var firstChild: [Int], next: [Int], previous: [Int]
  private var scan = 0
  private var stack: [Int] = []

  /// A circulation over the gaps between nodes.
  /// - Parameters:
  ///   - gaps: The room in each gap; gap `g` leads from node `g` to node `g + 1`.
  ///   - intervals: The intervals between nodes, `start < end`; each fits into every gap if it is
  ///     the only one.
  init(gaps: [Int], intervals: [Interval]) {
    let line = gaps.count
    let nodes = line + 1
    self.line = line
    source = Array(0..<line) + intervals.map { $0.end }
    target = Array(1..<nodes) + intervals.map { $0.start }
    // A gap without room is covered by no interval, so its capacity is irrelevant.
    capacity = gaps.map { max(1, $0) } + intervals.map { $0.room }
    cost = [Int](repeating: 0, count: line) + intervals.map { -$0.profit }
    flow = [Int](repeating: 0, count: cost.count)
    state =
      [Int](repeating: State.tree, count: line)
      + [Int](repeating: State.lower, count: intervals.count)
    parent = (0..<nodes).map { $0 < line ? $0 + 1 : -1 }
    arc = (0..<nodes).map { $0 < line ? $0 : -1 }
    side = [Int](repeating: Side.up, count: nodes)
    depth = (0..<nodes).map { line - $0 }
    potential = [Int](repeating: 0, count: nodes)
    firstChild = (0..<nodes).map { $0 - 1 }
    next = [Int](repeating: -1, count: nodes)
    previous = [Int](repeating: -1, count: nodes)
  }

  /// Computes the flow of each interval.
  /// - Returns: Flows from 0 to the room of the interval, in the order of the intervals.
  mutating func solve() -> [Int] {
    while let entering = enteringArc() { pivot(entering) }
    return Array(flow[line...])
  }

  /// Returns the arc of a block whose change saves most per unit; `nil` if none does.
  private mutating func enteringArc() -> Int? {
    let count = cost.count
    let block = max(16, Int(Double(count).squareRoot()))
    var best = 0
    var found: Int?
    var left = block
    for _ in 0..<count {
      let candidate = scan
      scan = scan + 1 == count ? 0 : scan + 1
      let reduced =
        state[candidate]
        * (cost[candidate] + potential[source[candidate]] - potential[target[candidate]])
      if reduced < best { (best, found) = (reduced, candidate) }
      left -= 1
      if left == 0 {
        if found != nil { return found }
        left = block
      }
    }
    return found
  }

  private mutating func pivot(_ entering: Int) {
    let isUpward = state[entering] == State.lower
    let first = isUpward ? source[entering] : target[entering]
    let second = isUpward ? target[entering] : source[entering]
    let join = meeting(first, second)

    // The leaving arc is the first one that limits the flow; of several, it is the last one on the
    // way around the cycle from the node where both paths meet.
    var change = capacity[entering]
    var leaving = -1
    var isOnFirst = false
    var node = first
    while node != join {
      let step = arc[node]
      let free = side[node] == Side.down ? capacity[step] - flow[step] : flow[step]
      if free < change { (change, leaving, isOnFirst) = (free, node, true) }
      node = parent[node]
    }
    node = second
    while node != join {
      let step = arc[node]
      let free = side[node] == Side.up ? capacity[step] - flow[step] : flow[step]
      if free <= change { (change, leaving, isOnFirst) = (free, node, false) }
      node = parent[node]
    }

    if change > 0 { push(change, over: entering, to: join) }
    guard leaving >= 0 else {
      state[entering] = -state[entering]
      return
    }
    state[entering] = State.tree
    state[arc[leaving]] = flow[arc[leaving]] == 0 ? State.lower : State.upper
    rehang(
      isOnFirst ? first : second, until: leaving, under: isOnFirst ? second : first,
      by: entering)
  }

  private func meeting(_ first: Int, _ second: Int) -> Int {
    var (left, right) = (first, second)
    while depth[left] > depth[right] { left = parent[left] }
    while depth[right] > depth[left] { right = parent[right] }
    while left != right { (left, right) = (parent[left], parent[right]) }
    return left
  }

  private mutating func push(_ change: Int, over entering: Int, to join: Int) {
    let signed = state[entering] * change
    flow[entering] += signed
    var node = source[entering]
    while node != join {
      flow[arc[node]] -= side[node] * signed
      node = parent[node]
    }
    node = target[entering]
    while node != join {
      flow[arc[node]] += side[node] * signed
      node = parent[node]
    }
  }

  /// Reverses the path from a node up to another and attaches it to a new parent.
  private mutating func rehang(_ node: Int, until last: Int, under newParent: Int, by entering: Int)
  {
    var (child, above, by) = (node, newParent, entering)
    var direction = source[entering] == node ? Side.up : Side.down
    while true {
      let (oldParent, oldArc, oldSide) = (parent[child], arc[child], side[child])
      unlink(child)
      (parent[child], arc[child], side[child]) = (above, by, direction)
      link(child)
      guard child != last else { break }
      (above, by, direction) = (child, oldArc, -oldSide)
      child = oldParent
    }
    refresh(node, entering)
  }

  private mutating func unlink(_ node: Int) {
    if previous[node] >= 0 {
      next[previous[node]] = next[node]
    } else {
      firstChild[parent[node]] = next[node]
    }
    if next[node] >= 0 { previous[next[node]] = previous[node] }
  }

  private mutating func link(_ node: Int) {
    let sibling = firstChild[parent[node]]
    (previous[node], next[node]) = (-1, sibling)
    if sibling >= 0 { previous[sibling] = node }
    firstChild[parent[node]] = node
  }

  /// Updates depths and potentials of a subtree after a move.
  private mutating func refresh(_ root: Int, _ entering: Int) {
    let isSource = source[entering] == root
    let above = potential[parent[root]]
    let shift = (isSource ? above - cost[entering] : above + cost[entering]) - potential[root]
    stack.append(root)
    while let node = stack.popLast() {
      potential[node] += shift
      depth[node] = depth[parent[node]] + 1
      var child = firstChild[node]
      while child >= 0 {
        stack.append(child)
        child = next[child]
      }
    }
  }
}
