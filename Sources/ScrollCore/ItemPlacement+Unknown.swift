extension ItemPlacement {
  /// No items at all, because where images lie is told of one after the other.
  /// - Parameters:
  ///   - extent: the end of the content in points; infinite where none is known.
  ///   - imageCount: how many images there are at first.
  /// - Returns: a placement without items.
  public static func unknown(extent: Double = .infinity, imageCount: Int) -> ItemPlacement {
    ItemPlacement(
      starts: [], ends: [], breadths: [], images: [], extent: extent, imageCount: imageCount)
  }
}
