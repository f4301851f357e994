import ScrollCaching

/// The text of what counts `uses`, which ScrollCaching keeps to itself.
extension ScoreCode {
  static let usesText = """
    /// How often images were asked for, also while they were not in the cache.
    ///
    /// Residents are always remembered, and so many of the other images: those that were asked for,
    /// or left the cache, last. One that is forgotten begins anew at 0.
    private struct UseCounts: ~Copyable {
      private static let mostOutside = \(ScoreVariable.mostRemembered)
      private var counts: [Int]
      /// Images outside the cache that were asked for, the one to be forgotten next first.
      private var outside: ItemList
      private var outsideCount = 0

      init(imageCount: Int) {
        counts = Array(repeating: 0, count: imageCount)
        outside = ItemList(imageCount: imageCount)
      }

      mutating func grow(toImageCount count: Int) {
        counts += Array(repeating: 0, count: count - counts.count)
        outside.grow(toImageCount: count)
      }

      subscript(image: ImageID) -> Int { counts[Int(image.index)] }

      mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

      mutating func missed(_ image: ImageID) {
        leaveOutside(image)
        counts[Int(image.index)] += 1
        joinOutside(image)
      }

      mutating func stored(_ image: ImageID) { leaveOutside(image) }

      mutating func left(_ image: ImageID) { joinOutside(image) }

      private mutating func leaveOutside(_ image: ImageID) {
        guard counts[Int(image.index)] > 0 else { return }
        outside.remove(image)
        outsideCount -= 1
      }

      private mutating func joinOutside(_ image: ImageID) {
        guard counts[Int(image.index)] > 0 else { return }
        outside.append(image)
        outsideCount += 1
        guard outsideCount > Self.mostOutside, let forgotten = outside.oldest() else { return }
        leaveOutside(forgotten)
        counts[Int(forgotten.index)] = 0
      }
    }
    """
}
