import ScrollCaching
import ScrollCore

/// `nscache-docs`: a dictionary that warnings and, for plain values, the background empty.
final class NSCacheDocsReference: ReferenceModel {
  var ledger = ReferenceContent()
  private let isPlain: Bool

  init(_ setup: PolicySetup) { isPlain = setup.settings["content"] == "plain" }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-docs", model: { NSCacheDocsReference($0) })

  func lookup(_ request: Request) -> Bool { contains(request.image) }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: max(0, request.cost))
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    if contains(image) { ledger.strike(image, because: reason, notifiesDelegate: true) }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level > .normal { empty(because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {
    if isPlain { empty(because: .background) }
  }

  private func empty(because reason: RemovalReason) {
    for image in ledger.images where !ledger.pinned.contains(image) {
      remove(image, because: reason)
    }
  }

  func setLimits(_ limits: CacheLimits) {}
}
