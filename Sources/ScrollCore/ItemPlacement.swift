/// Where every item lies along the scroll axis, and which image it shows.
///
/// Layouts make it, spatial policies and the simulation read it: flat arrays by item, and
/// the items of each image in one array with offsets.
public struct ItemPlacement: Sendable {
  /// The interval `[starts[i], ends[i])` of item `i` in points.
  public let starts: [Double], ends: [Double]
  /// The greatest end of items `0...i`: up to where the content reaches with item `i`.
  ///
  /// Never descends, and is `ends` itself, in one storage, where these do not either.
  public let reach: [Double]
  /// Whether no item ends above the one before it: true for all layouts but a waterfall.
  public let endsAscend: Bool
  /// The share of the viewport's breadth that item `i` takes, in `0...1`.
  public let breadths: Breadths
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

  /// The same items, showing the same images, in other places.
  ///
  /// What says which item shows what is in one storage with this placement's.
  /// - Precondition: the arrays have one entry per item, and `starts` never descends.
  public func moved(
    starts: [Double], ends: [Double], breadths: [Double], extent: Double
  ) -> ItemPlacement {
    precondition(starts.count == count, "\(starts.count) places for \(count) items")
    return ItemPlacement(
      starts: starts, ends: ends, breadths: Breadths(breadths), images: images, extent: extent,
      imageCount: imageCount, firstOfImage: firstOfImage, itemsByImage: itemsByImage)
  }

  /// Items of length 1 in a row, item `i` showing image `i`: what a spatial policy sees when
  /// a request stream has no layout.
  public init(line count: Int) {
    self.init(
      starts: (0..<count).map(Double.init), ends: (0..<count).map { Double($0 + 1) },
      breadths: Array(repeating: 1, count: count), images: (0..<count).map { ImageID($0) },
      extent: Double(count), imageCount: count)
  }

  /// The items of another placement, each image in several variants.
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

  /// Whether an item has a part of positive length in `[lower, upper)`.
  ///
  /// An item without length overlaps nothing.
  @inlinable public func overlaps(_ item: Int, _ lower: Double, _ upper: Double) -> Bool {
    min(ends[item], upper) > max(starts[item], lower)
  }

  /// The items that show an image, in scroll order; empty when none does.
  @inlinable public func items(showing image: ImageID) -> ArraySlice<ItemID> {
    let index = Int(image.index)
    return itemsByImage[Int(firstOfImage[index])..<Int(firstOfImage[index + 1])]
  }
}

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

/// The shares of the viewport's breadth that items take, each in `0...1`.
///
/// Most layouts make all items equally broad: such a share is kept once, however many they are.
public struct Breadths: RandomAccessCollection, Sendable {
  /// One for each item, or one for all.
  @usableFromInline let values: [Double]
  /// From one item's place in `values` to the next: 0 where all are equal, else 1.
  @usableFromInline let stride: Int
  public let endIndex: Int

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
