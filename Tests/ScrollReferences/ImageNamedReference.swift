import ScrollCaching
import ScrollCore

/// `image-named`: an array in the order of stores, which a warning empties of the unpinned.
final class ImageNamedReference: ReferenceModel {
  var ledger = ReferenceContent()
  private var stored: [ImageID] = []

  static let descriptor = PolicyDescriptor.reference(
    of: "image-named", model: { _ in ImageNamedReference() })

  func lookup(_ request: Request) -> Bool { contains(request.image) }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    ledger.enter(request.image, cost: request.cost)
    stored.append(request.image)
    return .stored
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    stored.remove(image)
    ledger.strike(image, because: reason, notifiesDelegate: false)
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for image in stored where !ledger.pinned.contains(image) { remove(image, because: .pressure) }
  }

  func setLimits(_ limits: CacheLimits) {}
  func didEnterBackground(at time: SimTime) {}
}
