public import ScrollCaching
public import ScrollCore

extension PreparedScenario {
  /// For how many images a budget has room; infinite where they cost nothing.
  ///
  /// Images of the mean cost of all that the cache may be asked for, and no more than the
  /// setting `countLimit` allows.
  public func room(_ budget: ByteCount, with settings: SettingValues = SettingValues()) -> Double {
    let cost = meanCost
    let room = cost > 0 ? Double(budget) / cost : .infinity
    guard settings.pairs.contains(where: { $0.name == "countLimit" }) else { return room }
    let most = settings.integer("countLimit")
    return most > 0 ? min(room, Double(most)) : room
  }

  /// Of all that the cache may be asked for.
  private var meanCost: Double { Double(wholeCost) / Double(max(1, keyCount)) }

  /// The least budget that has room for as many images as a policy needs; 0 for a cache that
  /// promises nothing of its limits.
  package func leastUsefulBudget(of policy: Choice<PolicyDescriptor>) -> ByteCount {
    guard policy.entry.facts.limits.isPromise else { return .zero }
    let needed = policy.smallestUsefulCapacity(countsImages: false)
    return ByteCount(Int((meanCost * Double(needed)).rounded(.up)))
  }

  /// For how many images a budget has room, and how many a policy needs, where these are more.
  ///
  /// It stores little or nothing then, or is another policy than its name says. A cache that
  /// promises nothing of its limits is never short of room.
  public func shortage(
    of policy: Choice<PolicyDescriptor>, budget: ByteCount
  ) -> (room: Double, needed: Int)? {
    policy.shortage(inRoomFor: room(budget, with: policy.settings), countsImages: false)
  }
}
