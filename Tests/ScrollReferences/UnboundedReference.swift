import ScrollCaching
import ScrollCore

/// `unbounded`: an image leaves only if it is replaced or removed, and the delegate is not
/// notified.
final class UnboundedReference: ReferenceModel {
  var ledger = ReferenceContent()

  static let descriptor = PolicyDescriptor.reference(
    of: "unbounded", model: { _ in UnboundedReference() })

  func lookup(_ request: Request) -> Bool { contains(request.image) }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: request.cost)
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    if contains(image) { ledger.strike(image, because: reason, notifiesDelegate: false) }
  }

  func setLimits(_ limits: CacheLimits) {}
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}
}
