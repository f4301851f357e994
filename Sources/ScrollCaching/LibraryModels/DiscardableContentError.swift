package import ScrollCore

/// A use of discardable content that its protocol forbids: on Apple's systems it raises.
package enum DiscardableContentError: Error, Equatable {
  /// The bytes were touched outside of `beginAccess` and `endAccess`.
  case accessWithoutBegin(ImageID)
  /// The content is gone, and `beginAccess` had said so.
  case contentIsDiscarded(ImageID)
  /// `endAccess` was called more often than `beginAccess`.
  case endWithoutBegin(ImageID)
}

extension DiscardableContentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .accessWithoutBegin(let image):
      "the content of image \(image.index) was used without beginContentAccess; "
        + "expected it to be begun, and to answer YES"
    case .contentIsDiscarded(let image):
      "the content of image \(image.index) was used after it had been discarded; "
        + "expected it to be made again"
    case .endWithoutBegin(let image):
      "endContentAccess of image \(image.index) without beginContentAccess; "
        + "expected one end for each begin"
    }
  }
}

extension DiscardableContents {
  /// Touches the bytes of a value, as drawing it does.
  /// - Throws: `DiscardableContentError` unless a use has begun of content that is there.
  ///   Plain values may be used at any time.
  package func use(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    if isDiscarded(image) { throw .contentIsDiscarded(image) }
    if useCount(of: image) == 0 { throw .accessWithoutBegin(image) }
  }

  /// Ends a use.
  /// - Throws: `DiscardableContentError.endWithoutBegin` where none had begun.
  package mutating func endUse(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    guard useCount(of: image) > 0 else { throw .endWithoutBegin(image) }
    endAccess(image)
  }
}
