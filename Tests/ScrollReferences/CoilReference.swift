import ScrollCaching
import ScrollCore

/// `coil`: found in the array, it becomes the newest; found behind it, it stays there.
final class CoilReference: StrongArrayReference, ReferenceModel {
  static let descriptor = PolicyDescriptor.reference(of: "coil", model: { CoilReference($0) })

  func lookup(_ request: Request) -> Bool {
    if strong.contains(request.image) { strong.makeNewest(request.image) }
    return contains(request.image)
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    let isSmall = request.cost <= limits.cost ?? .max
    guard isSmall || isPinned(request.image) else { return .refused }
    enter(request.image, request.cost, strongly: isSmall)
    cutToLimits()
    return .stored
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level == .warning { cut(cost: strongCost / 2, count: .max, because: .pressure) }
    if level == .critical { cut(cost: 0, count: 0, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) { cut(cost: 0, count: 0, because: .background) }
}
