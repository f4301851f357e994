package import ScrollCore

/// A use of discardable content that its protocol forbids, for which Apple's systems raise an
/// exception.
package enum DiscardableContentError: Error, Equatable {
  /// An access to the bytes outside of `beginAccess` and `endAccess`.
  case accessWithoutBegin(ImageID)
  /// An access to content that is gone, after `beginAccess` had returned `false`.
  case contentIsDiscarded(ImageID)
  /// A call of `endAccess` without a matching `beginAccess`.
  case endWithoutBegin(ImageID)
}

extension DiscardableContentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .accessWithoutBegin(let image):
      "the content of image \(image.index) was used without beginContentAccess; expected a "
        + "call that returned YES"
    case .contentIsDiscarded(let image):
      "the content of image \(image.index) was used after it was discarded; expected it to "
        + "be created again"
    case .endWithoutBegin(let image):
      "endContentAccess of image \(image.index) without beginContentAccess; "
        + "expected one end for each begin"
    }
  }
}

extension DiscardableContents {
  /// Accesses the bytes of a value, as drawing does.
  /// - Throws: `DiscardableContentError` unless an access has begun and the content exists. Plain
  ///   values may be used at any time.
  package func use(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    if isDiscarded(image) { throw .contentIsDiscarded(image) }
    if useCount(of: image) == 0 { throw .accessWithoutBegin(image) }
  }

  /// Ends an access.
  /// - Throws: `DiscardableContentError.endWithoutBegin` if none had begun.
  package mutating func endUse(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    guard useCount(of: image) > 0 else { throw .endWithoutBegin(image) }
    endAccess(image)
  }
}
