import ScrollCaching
public import ScrollCore

/// The reasons why a cache cannot be made.
public enum ImageMemoryCacheError: Error, Equatable {
  /// The policy does not exist, or its settings are not valid.
  case choice(ChoiceError)
  /// The policy's evictions cannot match those of the simulator, or it is no policy at all.
  case unsuited(reason: String)
  /// The policy needs the positions of items, but `CacheOptions.reportsPositions` is `false`.
  case needsPositions(String)
  /// The policy is useless with so small a count limit.
  case needsRoom(String, count: Int, needed: Int)
}

extension ImageMemoryCacheError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .choice(let error): "\(error)"
    case .unsuited(let reason): "\(reason), so a cache in an app cannot use it"
    case .needsPositions(let name):
      "policy '\(name)' needs the positions of items; set reportsPositions in the options, and "
        + "call place(_:at:) and setVisibleRange(lower:upper:phase:)"
    case .needsRoom(let name, let count, let needed):
      "policy '\(name)' needs a limit of at least \(needed) images, not \(count)"
    }
  }
}

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
