package import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// Returns the smallest capacity, in images of equal size, at which the policy works as its name
  /// says.
  /// - Parameter countsImages: `true` if a limit is a number of images, `false` if it is a sum of
  ///   costs.
  /// - Returns: A number of images, for the settings of the choice.
  package func smallestUsefulCapacity(countsImages: Bool) -> Int {
    entry.smallestUsefulCapacity(settings, countsImages: countsImages)
  }

  /// Returns the number of images that fit and the number that the policy needs, if it needs more.
  ///
  /// A cache that promises nothing about its limits stores images that exceed them, so no capacity
  /// is too small for it.
  ///
  /// - Parameters:
  ///   - room: The capacity in images of the mean size.
  ///   - countsImages: `true` if a limit is a number of images, `false` if it is a sum of costs.
  /// - Returns: Both numbers; `nil` if the capacity is large enough.
  package func shortage(
    inRoomFor room: Double, countsImages: Bool
  ) -> (room: Double, needed: Int)? {
    guard entry.facts.limits.isPromise else { return nil }
    let needed = smallestUsefulCapacity(countsImages: countsImages)
    return room < Double(needed) ? (room, needed) : nil
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// The reason why the policy needs a budget, as a clause; `nil` if it needs none.
  package var needForBudget: String? {
    let facts = entry.facts
    guard !facts.zeroIsNoLimit, facts.limits != .ignored,
      !facts.evictsWithoutLimit(settings)
    else { return nil }
    return "policy '\(text)' never evicts without a limit"
  }
}
