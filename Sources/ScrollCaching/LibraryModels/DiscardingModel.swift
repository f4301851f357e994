import ScrollCore

/// A model whose values may be NSDiscardableContent: what all of them answer alike.
///
/// What is pinned is in use. Whatever leaves is discarded unless it is in use, and the delegate
/// is called for it; a value that only loses its content leaves its shell behind.
protocol DiscardingModel: HoldingModel {
  var contents: DiscardableContents { get set }
  /// Takes an image out of the order.
  func forget(_ image: ImageID)
}

extension DiscardingModel {
  public func pin(_ image: ImageID) {
    if !holdings.pins.contains(image) { contents.beginAccess(image) }
    holdings.pins.insert(image)
  }

  public func unpin(_ image: ImageID) {
    if holdings.pins.contains(image) { contents.endAccess(image) }
    holdings.pins.remove(image)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    contents.discardIfPossible(image)
    if reason == .discarded, contents.isOn {
      guard contents.isDiscarded(image) else { return }
      contents.makeShell(image, cost: holdings.charge(of: image))
      return holdings.drop(image, because: reason, notifyingDelegate: false)
    }
    forget(image)
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  func forgetShell(_ image: ImageID) {
    contents.forgetShell(image)
    forget(image)
  }
}
