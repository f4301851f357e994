import ScrollCaching
import ScrollCore

extension SabotagedNSCacheARC {
  private var isUnderPressure: Bool {
    lastPressure.map { latest - $0 < SimTime(milliseconds: 4000) } ?? false
  }

  func growAndEvict() {
    if residentCount > capacity, !isUnderPressure || bug == .growsUnderPressure {
      capacity = max(20, capacity + 1)
    }
    if countLimit > 0 { capacity = min(capacity, countLimit) }
    evict()
  }

  func evict(sparingPins: Bool = true) {
    while let reason = excess, let victim = victim(sparingPins: sparingPins) {
      note(victim, because: reason)
      move(victim, toGhosts: true)
      ghostCount += 1
    }
    trimGhosts()
  }

  private var excess: RemovalReason? {
    if costLimit > 0, totalCost > costLimit { return .cost }
    guard residentCount > capacity else { return nil }
    if countLimit > 0, residentCount > countLimit { return .count }
    return isUnderPressure ? .pressure : .count
  }

  private func victim(sparingPins: Bool) -> ImageID? {
    func oldest(_ list: Int) -> ImageID? {
      lists[list].first { !sparingPins || !pins.contains($0) }
    }
    let (recent, frequent) = (oldest(Self.recent), oldest(Self.frequent))
    return lists[Self.recent].count <= target ? frequent ?? recent : recent ?? frequent
  }

  private func trimGhosts() {
    while true {
      let listed = lists[2].count + lists[3].count
      let residents = ghostDrift ? residentCount + listed - ghostCount : residentCount
      guard ghostCount > residents || ghostCount > capacity else { return }
      let (recent, frequent) = (lists[2].first, lists[3].first)
      let ghost = lists[2].count <= target ? frequent ?? recent : recent ?? frequent
      guard let ghost else { return }
      forget(ghost)
      ghostCount -= 1
    }
  }

  func setLimits(_ limits: CacheLimits) {
    let count = max(0, limits.count ?? 0), cost = max(0, limits.cost ?? 0)
    if count != countLimit {
      countLimit = count
      capacity = count
      if bug != .loweredCountWaits { growAndEvict() }
    }
    if cost != costLimit {
      costLimit = cost
      evict()
    }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    latest = max(latest, time)
    lastPressure = time
    capacity = level == .critical ? 0 : residentCount / 2
    evict(sparingPins: bug != .evictsPinsUnderPressure || level != .critical)
  }

  func didEnterBackground(at time: SimTime) {
    guard isPlain else { return }
    for list in [Self.recent, Self.frequent] {
      for image in lists[list] where !pins.contains(image) { remove(image, because: .background) }
    }
  }
}
