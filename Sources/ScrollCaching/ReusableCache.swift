package import ScrollCore

/// A cache model whose ids can be reused: `Cache` says what that means.
package protocol ReusableCache: CacheModel {
  /// Images are `0..<imageCount`.
  var imageCount: Int { get }
  /// Whether an id must go on standing for its image.
  func isInUse(_ image: ImageID) -> Bool
  /// From now on the id means another image, whose key has this digest.
  func reassign(_ image: ImageID, digest: UInt64)
  /// Images are `0..<count` from now on, never fewer than before.
  func grow(toImageCount count: Int)
  /// How many milliseconds the image took to decode, and in all to get: told before its store.
  func didMeasure(_ image: ImageID, decode: Double, reload: Double)
  /// These items show the image from now on, in the order of the content.
  func didPlace(_ image: ImageID, at items: [Range<Double>])
}

extension StrictCache: ReusableCache {
  package var imageCount: Int { verbs.onImageCount() }
  package func isInUse(_ image: ImageID) -> Bool { verbs.onIsInUse(image) }
  package func reassign(_ image: ImageID, digest: UInt64) {
    verbs.onOrder(.reassign(image, digest))
  }
  package func grow(toImageCount count: Int) { verbs.onOrder(.grow(count)) }
  package func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    verbs.onOrder(.measure(image, decode: decode, reload: reload))
  }
  package func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    verbs.onOrder(.place(image, items))
  }
}
