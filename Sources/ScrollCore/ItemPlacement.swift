/// The positions of all items along the scroll axis, with the images that they show.
///
/// Layouts create a placement; spatial policies and the simulation read it. It stores arrays
/// indexed by item, and one array with offsets that lists the items of each image.
public struct ItemPlacement: Sendable {
  /// The interval `[starts[i], ends[i])` of item `i` in points.
  public let starts: [Double], ends: [Double]
  /// The greatest end of items `0...i`: the end of the content up to item `i`.
  ///
  /// The array never descends. If `ends` never descends, both are equal and share their storage.
  public let reach: [Double]
  /// A Boolean value that indicates whether no item ends before the previous item does; `true` for
  /// all layouts except waterfalls.
  public let endsAscend: Bool
  /// The share of the viewport's breadth that item `i` takes, in `0...1`.
  public let breadths: Breadths
  /// The image that item `i` shows.
  public let images: [ImageID]
  /// The end of the content in points.
  public let extent: Double
  /// The number of all images, even if no item shows them.
  public let imageCount: Int

  @usableFromInline let firstOfImage: [Int32]
  @usableFromInline let itemsByImage: [ItemID]

  /// Creates a placement.
  /// - Precondition: the arrays have one entry per item; `starts` never descends (items are in
  ///   scroll order); every image is below `imageCount`.
  public init(
    starts: [Double], ends: [Double], breadths: [Double], images: [ImageID], extent: Double,
    imageCount: Int
  ) {
    self.init(
      starts: starts, ends: ends, breadths: Breadths(breadths), images: images, extent: extent,
      imageCount: imageCount)
  }

  init(
    starts: [Double], ends: [Double], breadths: Breadths, images: [ImageID], extent: Double,
    imageCount: Int
  ) {
    precondition(images.count == starts.count, "\(images.count) images, \(starts.count) items")
    var first = [Int32](repeating: 0, count: imageCount + 1)
    for image in images { first[Int(image.index) + 1] += 1 }
    for image in 0..<imageCount { first[image + 1] += first[image] }
    var next = first
    var items = [ItemID](repeating: ItemID(Int32(0)), count: images.count)
    for (item, image) in images.enumerated() {
      items[Int(next[Int(image.index)])] = ItemID(item)
      next[Int(image.index)] += 1
    }
    self.init(
      starts: starts, ends: ends, breadths: breadths, images: images, extent: extent,
      imageCount: imageCount, firstOfImage: first, itemsByImage: items)
  }

  private init(
    starts: [Double], ends: [Double], breadths: Breadths, images: [ImageID], extent: Double,
    imageCount: Int, firstOfImage: [Int32], itemsByImage: [ItemID]
  ) {
    precondition(starts.count == ends.count && ends.count == breadths.count)
    self.starts = starts
    self.ends = ends
    endsAscend = zip(ends, ends.dropFirst()).allSatisfy(<=)
    reach = endsAscend ? ends : Self.prefixMaxima(of: ends)
    self.breadths = breadths
    self.images = images
    self.extent = extent
    self.imageCount = imageCount
    self.firstOfImage = firstOfImage
    self.itemsByImage = itemsByImage
  }

  /// Returns the same items, with the same images, in other positions.
  ///
  /// Both placements share the storage of the items' images.
  /// - Precondition: the arrays have one entry per item, and `starts` never descends.
  public func moved(
    starts: [Double], ends: [Double], breadths: [Double], extent: Double
  ) -> ItemPlacement {
    precondition(starts.count == count, "\(starts.count) places for \(count) items")
    return ItemPlacement(
      starts: starts, ends: ends, breadths: Breadths(breadths), images: images, extent: extent,
      imageCount: imageCount, firstOfImage: firstOfImage, itemsByImage: itemsByImage)
  }

  /// Creates a row of items of length 1 in which item `i` shows image `i`, for spatial policies in
  /// a request stream without a layout.
  public init(line count: Int) {
    self.init(
      starts: (0..<count).map(Double.init), ends: (0..<count).map { Double($0 + 1) },
      breadths: Array(repeating: 1, count: count), images: (0..<count).map { ImageID($0) },
      extent: Double(count), imageCount: count)
  }

  /// Creates the items of another placement, with each image in several variants.
  init(_ plain: ItemPlacement, variants: Int) {
    (starts, ends, reach, endsAscend) = (plain.starts, plain.ends, plain.reach, plain.endsAscend)
    breadths = plain.breadths
    images = plain.images.map { ImageID($0.index * Int32(variants)) }
    extent = plain.extent
    imageCount = plain.imageCount * variants
    var first: [Int32] = [0]
    var items: [ItemID] = []
    for image in 0..<plain.imageCount {
      for _ in 0..<variants {
        items += plain.items(showing: ImageID(image))
        first.append(Int32(items.count))
      }
    }
    firstOfImage = first
    itemsByImage = items
  }

  private static func prefixMaxima(of values: [Double]) -> [Double] {
    var maxima: [Double] = []
    maxima.reserveCapacity(values.count)
    for value in values { maxima.append(max(value, maxima.last ?? value)) }
    return maxima
  }

  @inlinable public var count: Int { starts.count }

  /// Returns a Boolean value that indicates whether an item has a part of positive length in
  /// `[lower, upper)`.
  ///
  /// An item without length overlaps nothing.
  @inlinable public func overlaps(_ item: Int, _ lower: Double, _ upper: Double) -> Bool {
    min(ends[item], upper) > max(starts[item], lower)
  }

  /// Returns the items that show an image, in scroll order; empty if none does.
  @inlinable public func items(showing image: ImageID) -> ArraySlice<ItemID> {
    let index = Int(image.index)
    return itemsByImage[Int(firstOfImage[index])..<Int(firstOfImage[index + 1])]
  }
}

extension ItemPlacement {
  /// Returns the same items with other images, each in several variants.
  ///
  /// The variants of image `i` have the numbers `i * variants ..< (i + 1) * variants`. An item of
  /// image `i` counts as an item of all its variants; the array `images` of the result contains the
  /// first variant.
  /// - Precondition: there is one image for each item, each below `count`.
  /// - Complexity: O(items + count * variants).
  package func showing(_ images: [ImageID], of count: Int, variants: Int) -> ItemPlacement {
    let plain = ItemPlacement(
      starts: starts, ends: ends, breadths: breadths, images: images, extent: extent,
      imageCount: count)
    return variants == 1 ? plain : ItemPlacement(plain, variants: variants)
  }
}

extension ItemPlacement {
  /// Returns a placement without items, for images whose positions are added one after the other.
  /// - Parameters:
  ///   - extent: the end of the content in points; infinite if unknown.
  ///   - imageCount: the initial number of images.
  /// - Returns: a placement without items.
  public static func unknown(extent: Double = .infinity, imageCount: Int) -> ItemPlacement {
    ItemPlacement(
      starts: [], ends: [], breadths: [], images: [], extent: extent, imageCount: imageCount)
  }
}

/// The shares of the viewport's breadth that items take, each in `0...1`.
///
/// In most layouts all items have the same breadth; then the share is stored only once.
public struct Breadths: RandomAccessCollection, Sendable {
  /// One share for each item, or a single share for all items.
  @usableFromInline let values: [Double]
  /// The step from one item to the next in `values`: 0 if all are equal, otherwise 1.
  @usableFromInline let stride: Int
  public let endIndex: Int

  /// Creates shares, one for each item.
  ///
  /// - Complexity: O(items).
  init(_ values: [Double]) {
    let areEqual = values.allSatisfy { $0 == values[0] }
    self.values = areEqual ? Array(values.prefix(1)) : values
    stride = areEqual ? 0 : 1
    endIndex = values.count
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public subscript(item: Int) -> Double { values[item * stride] }
}
