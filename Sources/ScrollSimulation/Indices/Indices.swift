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
