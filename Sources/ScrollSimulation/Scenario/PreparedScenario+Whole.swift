public import ScrollCore

extension PreparedScenario {
  /// What everything that the cache may be asked for costs together: with as large a budget
  /// nothing is removed for want of room.
  public var wholeCost: ByteCount {
    ByteCount(
      count: keys.keys.reduce(Int64(0)) { $0 + Int64(works[keys.picture(of: $1)].cost) })
  }
}
