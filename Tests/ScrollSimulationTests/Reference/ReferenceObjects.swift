import ScrollCore
import ScrollSimulation

/// An image object: encoded bytes until it is decoded, then a bitmap.
final class Picture {
  /// Which rendition of which image, and what the app looks it up by.
  let rendition: Int
  let key: ImageID
  let version: Int32
  let bytes: ReferenceFile
  /// Its number where purgeable memory is kept.
  let number: Int
  var isDecoded = false
  /// Being decoded: takes the room of a bitmap already.
  var isDestination = false
  /// Only the cache or a cell that waits for reuse holds it, and the system may take it.
  var isVolatile = false
  /// In swap.
  var isPagedOut = false
  /// The object whose bytes it uses until it is decoded.
  var file: Picture?
  /// On screen at least once.
  var wasShown = false
  /// What its decode took.
  var decode = SimTime.zero

  init(_ rendition: Int, _ key: ImageID, version: Int32, bytes: ReferenceFile, number: Int) {
    self.rendition = rendition
    self.key = key
    self.version = version
    self.bytes = bytes
    self.number = number
  }
}

/// A cell of the scroll view and the picture in it.
final class Cell {
  var appearance: Appearance?
  var picture: Picture?
}

/// An item, from the frame in which it becomes visible to the one in which it is not.
final class Appearance {
  /// What it waits for.
  enum Waiting {
    case load(Load)
    case nextFrame
    /// Until it is asked for again.
    case afterFailure
  }

  let item: Int
  let image: Int
  let cell: Cell
  /// What it asked for, the latest last: its image, or each of its variants.
  var asks: [Ask] = []
  /// The frame with it, and that with its image.
  let entered: Int
  var served: Int?
  /// What it asked for, and what of that the cache had.
  var requests = 0, hits = 0
  /// Frames in which an image came later than its cell.
  var fades: [Int] = []
  /// When it left.
  var left: SimTime?
  var reason: AbsenceReason?
  private(set) var waits: [(time: SimTime, what: Waiting)] = []

  init(item: Int, image: Int, cell: Cell, entered: Int) {
    self.item = item
    self.image = image
    self.cell = cell
    self.entered = entered
  }

  /// Nothing counts after it has shown its image, be it in a low rendition.
  func wait(for what: Waiting, at time: SimTime) {
    if served == nil { waits.append((time, what)) }
  }

  /// What it wants to show.
  var ask: Ask? { asks.last }
}

/// A request of an appearance.
final class Ask {
  unowned let appearance: Appearance
  let rendition: Int
  let key: ImageID
  /// The load that it started or joined.
  var load: Load?
  /// Its picture has been put into its cell.
  var isServed = false
  /// It has come to an end.
  var isOver = false

  init(_ appearance: Appearance, _ rendition: Int, _ key: ImageID) {
    self.appearance = appearance
    self.rendition = rendition
    self.key = key
  }
}

/// An image that was fetched ahead, or came unasked: what became of it, once.
final class Fetched {
  enum End { case used, cancelled, evictedUnused, refused, failed, unused, unfinished }
  let wasIssued: Bool
  var end: End?
  /// The file that came for it.
  var bytes = 0
  init(wasIssued: Bool) { self.wasIssued = wasIssued }

  func come(to end: End) {
    if self.end == nil { self.end = end }
  }

  var wasForNothing: Bool { end == .cancelled || end == .evictedUnused || end == .refused }
}
