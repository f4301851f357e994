import ScrollCaching
import ScrollCore

/// A reference of a cache model, which keeps its contents in a ledger.
protocol ReferenceModel: CacheModel {
  var ledger: ReferenceContent { get set }
}

extension ReferenceModel {
  func contains(_ image: ImageID) -> Bool { ledger.contains(image) }
  var residentCount: Int { ledger.count }
  var totalCost: Int { ledger.totalCost }
  func pin(_ image: ImageID) { ledger.pin(image) }
  func unpin(_ image: ImageID) { ledger.unpin(image) }
  func drainRemovals(_ body: (Removal) -> Void) { ledger.drain(body) }

  func removeAll(because reason: RemovalReason) {
    for image in ledger.images { remove(image, because: reason) }
  }
}
