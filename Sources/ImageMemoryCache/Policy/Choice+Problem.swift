import ScrollCaching
import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// Returns the requirement of the policy that the set-up does not meet; nil if there is none.
  func problem(_ setup: PolicySetup, reportsPositions: Bool) -> ImageMemoryCacheError? {
    if let reason = entry.reasonAgainstReuse(settings) { return .unsuited(reason: reason) }
    let name = entry.name
    if entry.followsViewport(settings), !reportsPositions { return .needsPositions(name) }
    guard setup.limits.cost == nil, let count = setup.limits.count else { return nil }
    let needed = smallestUsefulCapacity(countsImages: true)
    return count < needed ? .needsRoom(name, count: count, needed: needed) : nil
  }
}

extension PolicySetup {
  /// Applies the setting `countLimit`, which every policy has.
  mutating func limitCountBySettings() {
    guard settings.pairs.contains(where: { $0.name == "countLimit" }) else { return }
    let limit = settings.integer("countLimit")
    if limit > 0 { limits.count = min(limit, limits.count ?? .max) }
  }
}
