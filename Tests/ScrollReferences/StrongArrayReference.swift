import ScrollCaching
import ScrollCore

/// `glide`, `coil`, `flutter`: an array of the images that the cache itself holds, the oldest
/// first.
///
/// Images in the ledger but not in the array are held by a view alone.
class StrongArrayReference {
  var ledger = ReferenceContent()
  /// The images that the cache itself holds.
  var strong: [ImageID] = []
  /// The reasons why a view alone holds an image.
  var reasons: [ImageID: RemovalReason] = [:]
  var limits: CacheLimits
  let setup: PolicySetup
  var tellsOfEvictions: Bool { false }

  init(_ setup: PolicySetup) {
    self.setup = setup
    limits = setup.limits
  }

  var strongCost: Int { strong.reduce(0) { $0 + ledger.costs[$1, default: 0] } }
  var countLimit: Int { limits.count ?? .max }

  func isPinned(_ image: ImageID) -> Bool { ledger.pinned.contains(image) }

  func enter(_ image: ImageID, _ cost: Int, strongly: Bool) {
    ledger.enter(image, cost: cost)
    if strongly { strong.append(image) } else { reasons[image] = .cost }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard ledger.contains(image) else { return }
    strong.remove(image)
    reasons[image] = nil
    let isEviction = reason != .replaced && reason != .removed
    ledger.strike(image, because: reason, notifiesDelegate: tellsOfEvictions && isEviction)
  }

  func leaveToViews(_ image: ImageID, because reason: RemovalReason) {
    strong.remove(image)
    reasons[image] = reason
  }

  func cut(cost: Int, count: Int, because reason: RemovalReason? = nil) {
    while let oldest = strong.first, strongCost > cost || strong.count > count {
      let reason = reason ?? (strongCost > cost ? .cost : .count)
      if isPinned(oldest) {
        leaveToViews(oldest, because: reason)
      } else {
        remove(oldest, because: reason)
      }
    }
  }

  func cutToLimits() { cut(cost: limits.cost ?? .max, count: countLimit) }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    cutToLimits()
  }

  /// Unpins an image; an image that only the view held leaves.
  func unpin(_ image: ImageID) {
    ledger.unpin(image)
    if let reason = reasons[image] { remove(image, because: reason) }
  }
}
