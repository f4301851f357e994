import ScrollCaching
import ScrollCore

/// `glide`: pinned images are outside; they come back to the end, if they are small enough.
final class GlideReference: StrongArrayReference, ReferenceModel {
  static let descriptor = PolicyDescriptor.reference(of: "glide", model: { GlideReference($0) })

  override var tellsOfEvictions: Bool { true }

  func lookup(_ request: Request) -> Bool {
    if strong.contains(request.image) { strong.makeNewest(request.image) }
    return contains(request.image)
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let isActive = isPinned(request.image)
    if !isActive, let limit = limits.cost, request.cost >= limit { return .refused }
    remove(request.image, because: .replaced)
    enter(request.image, request.cost, strongly: !isActive)
    cutToLimits()
    return .stored
  }

  func pin(_ image: ImageID) {
    ledger.pin(image)
    if strong.contains(image) { leaveToViews(image, because: .cost) }
  }

  override func unpin(_ image: ImageID) {
    ledger.unpin(image)
    guard reasons[image] != nil, let cost = ledger.costs[image] else { return }
    if let limit = limits.cost, cost >= limit {
      remove(image, because: .cost)
    } else {
      reasons[image] = nil
      strong.append(image)
      cutToLimits()
    }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level == .warning { halve(.pressure) }
    if level == .critical { cut(cost: 0, count: 0, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    if setup.settings["background"] == "half" {
      halve(.background)
    } else {
      cut(cost: 0, count: 0, because: .background)
    }
  }

  private func halve(_ reason: RemovalReason) {
    cut(cost: (limits.cost ?? .max) / 2, count: countLimit / 2, because: reason)
  }
}
