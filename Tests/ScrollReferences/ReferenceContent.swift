import ScrollCaching
import ScrollCore

/// The contents of a cache's reference: the costs, the pinned images, and the removals with their
/// reasons.
struct ReferenceContent {
  private(set) var costs: [ImageID: Int] = [:]
  private(set) var pinned: Set<ImageID> = []
  private var removals: [Removal] = []

  func contains(_ image: ImageID) -> Bool { costs[image] != nil }
  var count: Int { costs.count }
  var totalCost: Int { costs.values.reduce(0, +) }
  /// The residents, in ascending order.
  var images: [ImageID] { costs.keys.sorted() }

  mutating func enter(_ image: ImageID, cost: Int) { costs[image] = cost }

  /// Removes an image and notes the reason.
  mutating func strike(
    _ image: ImageID, because reason: RemovalReason, notifiesDelegate: Bool
  ) {
    guard let cost = costs.removeValue(forKey: image) else {
      preconditionFailure("\(image) leaves but is not in")
    }
    removals.append(
      Removal(image: image, reason: reason, cost: cost, notifiesDelegate: notifiesDelegate))
  }

  mutating func pin(_ image: ImageID) { pinned.insert(image) }
  mutating func unpin(_ image: ImageID) { pinned.remove(image) }

  mutating func drain(_ body: (Removal) -> Void) {
    removals.forEach(body)
    removals = []
  }
}
