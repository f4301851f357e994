import ScrollCore

/// An item: a place in the layout.
typealias ItemIndex = IndexOf<ItemID>
/// An image, which items show.
typealias ImageIndex = IndexOf<ImageID>
/// One rendition of one image (the full image, a low variant or a size), as numbered by `KeySpace`.
typealias PictureIndex = IndexOf<PictureWork>
/// A key by which the app looks a picture up.
typealias KeyIndex = IndexOf<Key>
typealias BitmapIndex = IndexOf<BitmapReferences.Bitmap>
typealias CellIndex = IndexOf<CellPool.Cell>
/// The position of a load in the table of loads; later loads reuse positions.
typealias LoadIndex = IndexOf<Load>
typealias LaneIndex = IndexOf<DecodeLanes.Lane>
typealias ConnectionIndex = IndexOf<NetworkTransfer>

enum Key {}

extension IndexOf<ItemID> {
  init(_ item: ItemID) { self.init(item.index) }
}

extension IndexOf<ImageID> {
  init(_ image: ImageID) { self.init(image.index) }
}

extension IndexOf<Key> {
  init(_ image: ImageID) { self.init(image.index) }

  /// The number that represents the key in caches, whose keys are `ImageID`s.
  var id: ImageID { ImageID(number) }
}

/// A dense number from 0 that identifies a thing of one kind, or `none`.
///
/// Items, images, pictures, keys, bitmaps, cells, loads, lanes and connections are all numbered.
/// The type parameter prevents using the number of one kind for another, at no cost.
struct IndexOf<Thing>: Hashable {
  let number: Int32

  static var none: Self { Self(-1 as Int32) }

  init(_ number: Int32) { self.number = number }

  /// Creates an index from the position in a collection.
  /// - Precondition: `position` fits in 31 bits.
  init(_ position: Int) { number = Int32(position) }

  /// The position in an array.
  /// - Precondition: the index is not `none`.
  var position: Int { Int(number) }

  /// Returns the first `count` indices.
  static func first(_ count: Int) -> Range<Self> { Self(0 as Int32)..<Self(count) }
}

extension IndexOf: Comparable, Strideable {
  static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  func distance(to other: Self) -> Int { Int(other.number - number) }

  func advanced(by distance: Int) -> Self { Self(number + Int32(truncatingIfNeeded: distance)) }
}
