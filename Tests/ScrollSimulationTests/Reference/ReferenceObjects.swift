import ScrollCore

/// An image object: encoded bytes until it is decoded, then a bitmap.
final class Picture {
  let image: ImageID
  var isDecoded = false
  /// Being decoded: takes the room of a bitmap already.
  var isDestination = false
  /// The object whose bytes it uses until it is decoded.
  var file: Picture?
  /// On screen at least once.
  var wasShown = false

  init(_ image: ImageID) { self.image = image }
}

/// A cell of the scroll view and the picture in it.
final class Cell {
  var appearance: Appearance?
  var picture: Picture?
}

/// An item, from the frame in which it becomes visible to the one in which it is not.
final class Appearance {
  let item: Int
  let image: ImageID
  let cell: Cell
  /// The load that it started or joined.
  var load: Load?
  /// Its own image has been put into its cell.
  var isServed = false
  /// When the first frame with it was on screen; in screen time.
  var presented: SimTime?
  /// Its time to image has been written down.
  var isTimed = false

  init(item: Int, image: ImageID, cell: Cell) {
    self.item = item
    self.image = image
    self.cell = cell
  }
}

/// An image on its way from flash to the main thread.
final class Load {
  enum Stage { case queuesForFlash, reading, queuesForLane, decoding, finished }

  let image: ImageID
  /// Who started it; nil for a prefetch.
  let starter: Appearance?
  /// Who waits for it now.
  var waiting: [Appearance] = []
  var isPrefetched = false
  var isVisible = false
  /// Decodes a file that the cache holds.
  var isFromCache = false
  /// Place within the priority: lower is earlier.
  var place = 0
  var stage = Stage.queuesForFlash
  /// The file's bytes, from the end of the read to the end of the decode.
  var file: Picture?
  /// The result, from the start of the decode.
  var picture: Picture?

  init(_ image: ImageID, starter: Appearance?) {
    self.image = image
    self.starter = starter
  }
}
