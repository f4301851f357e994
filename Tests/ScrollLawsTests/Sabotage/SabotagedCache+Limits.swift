import ScrollCaching
import ScrollCore

extension SabotagedCache {
  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    let cost = bug == .zeroCostsOne ? max(1, request.cost) : request.cost
    guard isAdmitted(image, cost: cost), countLimit > 0 else { return .refused }
    let oldCharge = entries.first { $0.image == image }?.charge
    drop(image, because: .replaced)
    let charge = bug == .overwriteKeepsCharge ? oldCharge ?? cost : cost
    if bug == .evictsNewcomer {
      insert(image, charge: charge)
      while totalCost > costLimit || residentCount > countLimit {
        let reason: RemovalReason = totalCost > costLimit ? .cost : .count
        guard let victim = oldest() else {
          drop(image, because: reason)
          return .refused
        }
        drop(victim, because: reason)
      }
      return .stored
    }
    guard makeRoom(for: cost) else {
      if bug == .leaksBytesOnRefusal { add(cost) }
      return .refused
    }
    insert(image, charge: charge)
    return .stored
  }

  /// Returns `true` if the cache makes room for an image.
  private func isAdmitted(_ image: ImageID, cost: Int) -> Bool {
    let isTooLarge = bug == .refusesWhatJustFits ? cost >= costLimit : cost > costLimit
    guard isTooLarge else { return true }
    switch bug {
    case .storesTheOversized: return true
    case .logsRefusedNewcomer: log.append(Removal(image: image, reason: .cost, cost: cost))
    case .emptiesBeforeRefusing: while let victim = oldest() { drop(victim, because: .cost) }
    case .dropsOldBeforeRefusing: drop(image, because: .replaced)
    default: break
    }
    return false
  }

  private func makeRoom(for cost: Int) -> Bool {
    var mustEvict = bug == .alwaysEvictsOne && oldest() != nil
    while let reason = shortage(for: cost) ?? (mustEvict ? .cost : nil) {
      mustEvict = false
      guard let victim = oldest() else { return bug == .storesTheOversized && entries.isEmpty }
      drop(
        victim, because: bug == .saysCostForCount ? .cost : reason,
        loggedCost: bug == .logsOfferedCost ? cost : nil)
    }
    return true
  }

  /// Returns the limit that the newcomer exceeds; `nil` if there is none.
  private func shortage(for cost: Int) -> RemovalReason? {
    let isOverCost =
      switch bug {
      case .makesRoomTooLate: totalCost > costLimit
      case .evictsWhenItJustFits: totalCost >= costLimit - cost
      default: totalCost > costLimit - cost
      }
    if isOverCost { return .cost }
    let isOverCount =
      bug == .countLimitOffByOne ? residentCount > countLimit : residentCount >= countLimit
    return isOverCount ? .count : nil
  }

  func setLimits(_ new: CacheLimits) {
    limits = new
    guard bug != .loweredLimitWaits else { return }
    let allMustGo =
      bug == .loweredLimitEmpties && (totalCost > costLimit || residentCount > countLimit)
    while totalCost > costLimit || residentCount > countLimit || allMustGo {
      let isOverCost = totalCost > costLimit || bug == .saysCostForCount
      guard let victim = oldest() else { return }
      drop(victim, because: isOverCost ? .cost : .count)
      if bug == .logsTwice, let last = log.last { log.append(last) }
    }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal || bug == .normalPressurePurges else { return }
    purge(because: .pressure)
  }

  func didEnterBackground(at time: SimTime) {
    if bug == .backgroundPurges { purge(because: .background) }
  }

  /// Removes the images that are not pinned, in ascending order.
  private func purge(because reason: RemovalReason) {
    for image in entries.map(\.image).sorted()
    where pins[image] == nil || bug == .purgesPinned {
      drop(image, because: reason)
    }
  }
}
