/// Where every item lies along the scroll axis, and which image it shows.
///
/// Layouts make it, spatial policies and the simulation read it: flat arrays by item, and
/// the items of each image in one array with offsets.
public struct ItemPlacement: Sendable {
  /// The interval `[starts[i], ends[i])` of item `i` in points.
  public let starts: [Double], ends: [Double]
  /// The share of the viewport's breadth that item `i` takes, in `0...1`.
  public let breadths: [Double]
  /// The image that item `i` shows.
  public let images: [ImageID]
  /// The end of the content in points.
  public let extent: Double
  /// Number of images, shown or not.
  public let imageCount: Int

  @usableFromInline let firstOfImage: [Int32]
  @usableFromInline let itemsByImage: [ItemID]

  /// Puts items in place.
  /// - Precondition: the arrays have one entry per item; `starts` never descends (items are
  ///   in scroll order); every image is below `imageCount`.
  public init(
    starts: [Double], ends: [Double], breadths: [Double], images: [ImageID], extent: Double,
    imageCount: Int
  ) {
    precondition(starts.count == ends.count && ends.count == breadths.count)
    precondition(images.count == starts.count, "\(images.count) images, \(starts.count) items")
    self.starts = starts
    self.ends = ends
    self.breadths = breadths
    self.images = images
    self.extent = extent
    self.imageCount = imageCount

    var first = [Int32](repeating: 0, count: imageCount + 1)
    for image in images { first[Int(image.index) + 1] += 1 }
    for image in 0..<imageCount { first[image + 1] += first[image] }
    var next = first
    var items = [ItemID](repeating: ItemID(Int32(0)), count: images.count)
    for (item, image) in images.enumerated() {
      items[Int(next[Int(image.index)])] = ItemID(item)
      next[Int(image.index)] += 1
    }
    firstOfImage = first
    itemsByImage = items
  }

  /// Items of length 1 in a row, item `i` showing image `i`: what a spatial policy sees when
  /// a request stream has no layout.
  public init(line count: Int) {
    self.init(
      starts: (0..<count).map(Double.init), ends: (0..<count).map { Double($0 + 1) },
      breadths: Array(repeating: 1, count: count), images: (0..<count).map { ImageID($0) },
      extent: Double(count), imageCount: count)
  }

  @inlinable public var count: Int { starts.count }

  /// The items that show an image, in scroll order; empty when none does.
  @inlinable public func items(showing image: ImageID) -> ArraySlice<ItemID> {
    let index = Int(image.index)
    return itemsByImage[Int(firstOfImage[index])..<Int(firstOfImage[index + 1])]
  }
}
