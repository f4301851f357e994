extension ItemPlacement {
  /// The same items, showing others, of each of which there are several variants.
  ///
  /// Image `i` of `images` has the variants `i * variants ..< (i + 1) * variants`, and every
  /// item that shows it shows all of them; `images` names the first.
  /// - Precondition: there is one image for each item, each below `count`.
  /// - Complexity: O(items + count * variants).
  package func showing(_ images: [ImageID], of count: Int, variants: Int) -> ItemPlacement {
    let plain = ItemPlacement(
      starts: starts, ends: ends, breadths: breadths, images: images, extent: extent,
      imageCount: count)
    return variants == 1 ? plain : ItemPlacement(plain, variants: variants)
  }
}
