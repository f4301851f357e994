import ScrollCore

extension NSCacheARC {
  private var isUnderPressure: Bool {
    lastPressure.map { latest - $0 < Self.pressureWindow } ?? false
  }

  /// What a store or a new count limit does: grow if it may, then evict.
  func growAndEvict() {
    if liveCount > capacity, !isUnderPressure {
      capacity = max(Self.startingCapacity, capacity + 1)
    }
    if countLimit > 0 { capacity = min(capacity, countLimit) }
    evict()
  }

  func evict() {
    while let reason = excess, let victim = victim() {
      lists.makeGhost(victim)
      ghostCount += 1
      if contents.isShell(victim) {
        contents.forgetShell(victim)
      } else {
        contents.discardIfPossible(victim)
        holdings.drop(victim, because: reason, notifyingDelegate: true)
      }
    }
    trimGhosts()
  }

  /// Why something must go, if it must.
  private var excess: RemovalReason? {
    if costLimit > 0, liveCost > costLimit { return .cost }
    guard liveCount > capacity else { return nil }
    if countLimit > 0, liveCount > countLimit { return .count }
    return isUnderPressure ? .pressure : .count
  }

  private func victim() -> ImageID? {
    let recent = lists.oldest(.recent, sparing: holdings.pins)
    let frequent = lists.oldest(.frequent, sparing: holdings.pins)
    return lists.length(.recent) <= target ? frequent ?? recent : recent ?? frequent
  }

  private func trimGhosts() {
    while true {
      let residents =
        ghostDrift ? liveCount + lists.ghostCount - ghostCount : liveCount
      let recent = lists.oldest(.recentGhosts), frequent = lists.oldest(.frequentGhosts)
      let isRecentShort = lists.length(.recentGhosts) <= target
      guard ghostCount > residents || ghostCount > capacity,
        let ghost = isRecentShort ? frequent ?? recent : recent ?? frequent
      else { return }
      lists.forget(ghost)
      ghostCount -= 1
    }
  }
}
