public import ScrollCore
import ScrollLayout

extension PreparedScenario {
  /// What everything that the cache may be asked for costs together: with as large a budget
  /// nothing is removed for want of room.
  public var wholeCost: ByteCount {
    ByteCount(
      count: keys.keys.reduce(Int64(0)) { $0 + Int64(works[keys.picture(of: $1)].cost) })
  }

  /// What that costs together which lies within some screens of a place where the content ever is;
  /// everything, if it is laid out anew.
  package func cost(within screens: Double) -> ByteCount {
    guard scenario.laterEpochs.isEmpty, let low = scenario.motion.offsets.min(),
      let high = scenario.motion.offsets.max()
    else { return wholeCost }
    let (placement, extent) = (scenario.placement, scenario.viewportExtent)
    let near = (low - screens * extent)...(high + (screens + 1) * extent)
    var found: Set<KeyIndex> = []
    for item in 0..<placement.count
    where placement.ends[item] >= near.lowerBound && placement.starts[item] <= near.upperBound {
      found.insert(keys.key(of: ItemIndex(item)))
    }
    return ByteCount(
      count: found.reduce(Int64(0)) { $0 + Int64(works[keys.picture(of: $1)].cost) })
  }
}
