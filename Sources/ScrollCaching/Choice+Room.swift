package import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// The least room, in images of equal size, in which it is what its name says.
  /// - Parameter countsImages: whether a limit is a number of images, not a sum of costs.
  /// - Returns: a number of images, by the settings.
  package func smallestUsefulCapacity(countsImages: Bool) -> Int {
    entry.smallestUsefulCapacity(settings, countsImages: countsImages)
  }

  /// For how many images there is room, and how many the policy needs, where these are more.
  ///
  /// A cache that promises nothing of its limits stores what they have no room for: nothing is too
  /// small for it.
  /// - Parameters:
  ///   - room: in images of the mean size.
  ///   - countsImages: whether a limit is a number of images, not a sum of costs.
  /// - Returns: both numbers; nil where there is room enough.
  package func shortage(
    inRoomFor room: Double, countsImages: Bool
  ) -> (room: Double, needed: Int)? {
    guard entry.facts.limits.isPromise else { return nil }
    let needed = smallestUsefulCapacity(countsImages: countsImages)
    return room < Double(needed) ? (room, needed) : nil
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// Why it cannot do without a budget, as a clause; nil if it can.
  package var needForBudget: String? {
    let facts = entry.facts
    guard !facts.zeroIsNoLimit, facts.limits != .ignored,
      !facts.evictsWithoutLimit(settings)
    else { return nil }
    return "policy '\(text)' evicts only what its budget has no room for"
  }
}
