import ScrollCore

/// A place in the layout.
typealias ItemIndex = IndexOf<ItemID>
/// What an item shows.
typealias ImageIndex = IndexOf<ImageID>
/// One rendition of one image, and the file of it: `KeySpace` tells which.
typealias PictureIndex = IndexOf<PictureWork>
/// What the app looks a picture up by.
typealias KeyIndex = IndexOf<Key>
typealias BitmapIndex = IndexOf<BitmapLedger.Bitmap>
typealias CellIndex = IndexOf<CellPool.Cell>
/// The slot of a load, which another has after it.
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

  /// What it is to a cache.
  var id: ImageID { ImageID(number) }
}

/// Which one of its kind: a dense number from 0 on, or `none`.
///
/// Items, images, pictures, keys, bitmaps, cells, loads, lanes and connections are all numbered;
/// the parameter keeps them apart, and costs nothing.
struct IndexOf<Thing>: Hashable {
  let number: Int32

  static var none: Self { Self(-1 as Int32) }

  init(_ number: Int32) { self.number = number }

  /// Narrows a collection index.
  /// - Precondition: `position` fits in 31 bits.
  init(_ position: Int) { number = Int32(position) }

  /// Where it stands in an array.
  /// - Precondition: it is not `none`.
  var position: Int { Int(number) }

  /// The first so many.
  static func first(_ count: Int) -> Range<Self> { Self(0 as Int32)..<Self(count) }
}

extension IndexOf: Comparable, Strideable {
  static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  func distance(to other: Self) -> Int { Int(other.number - number) }

  func advanced(by distance: Int) -> Self { Self(number + Int32(truncatingIfNeeded: distance)) }
}
