import ScrollCaching
import ScrollCore
import ScrollPages

/// One figure of a bound, as JSON has it.
struct BoundRow: Encodable {
  enum Kind: String, Encodable {
    /// The least there can be: nothing is below, and something reaches it.
    case exact
    /// Nothing is below it.
    case lower
    /// Something that knows the future reaches it.
    case reached
    /// An estimate: images change their sizes, and each counts as its smallest.
    case estimate
  }

  var trace = "", cost = ""
  /// Whose reloads cost; nil where nothing is reloaded.
  @OrNull var device: String?
  let unit: String
  let capacity: Int
  let requests: Int
  let bound: String
  let kind: Kind
  /// The sum of the costs of misses, and the sum if every request missed.
  private(set) var value: Double, total: Double
  let ratio: Double
  /// How far the lower and the reached figure lie apart, as a share of the latter; nil where
  /// nothing is known to be reached.
  @OrNull var gap: Double?
  let holdsFor: String

  /// Changes the unit of the cost.
  mutating func scale(by factor: Double) {
    value *= factor
    total *= factor
  }

  /// The bounds that apply to a stream.
  static func rows(
    of stream: RequestStream, capacity: Int, unit: CapacityUnit, cost: MissCost
  ) -> [BoundRow] {
    let charges = cost.values(in: stream)
    let total = charges.reduce(0, +)
    func row(
      _ bound: String, _ kind: Kind, _ value: Int, gap: Double? = 0, _ holdsFor: String
    ) -> BoundRow {
      BoundRow(
        unit: unit.rawValue, capacity: capacity, requests: stream.images.count, bound: bound,
        kind: kind, value: Double(value), total: Double(total),
        ratio: total == 0 ? 0 : Double(value) / Double(total), gap: gap, holdsFor: holdsFor)
    }
    let counted = unit == .items ? stream.countingItems : stream
    guard let room = EqualSizes(counted)?.count(in: capacity) else {
      let lower = PFOO.lower(stream, capacity: capacity, cost: cost)
      let upper = PFOO.upper(stream, capacity: capacity, cost: cost)
      let keepsSizes = LRUCurve.exactFrom(stream) != nil
      let gap = upper == 0 ? 0 : Double(upper - lower) / Double(upper)
      return [
        row("pfoo-l", .lower, lower, gap: keepsSizes ? gap : nil, "all caches"),
        row(
          "pfoo-u", keepsSizes ? .reached : .estimate, upper, gap: keepsSizes ? gap : nil,
          knowsTheFuture),
      ]
    }
    if let one = charges.first, charges.allSatisfy({ $0 == one }) {
      return [
        row("belady", .exact, MIN.misses(stream, capacity: room) * one, storesEveryMiss),
        row("min-bypass", .exact, MinBypass.misses(stream, capacity: room) * one, "all caches"),
      ]
    }
    let bound = IntervalCostBound(stream, capacity: room, cost: cost)
    if bound.isExact { return [row("interval-cost", .exact, bound.lower, "all caches")] }
    return [
      row("interval-cost", .lower, bound.lower, gap: bound.gap, "all caches"),
      row("interval-cost", .reached, bound.upper, gap: bound.gap, knowsTheFuture),
    ]
  }

  private static let knowsTheFuture = "one that knows the future"
  private static let storesEveryMiss = "caches that store every miss"
}
