import ScrollCore
import ScrollSimulation

/// An image object: encoded bytes until it is decoded, then a bitmap.
final class Picture {
  /// The rendition of the image, and the key by which the app looks it up.
  let rendition: Int
  let key: ImageID
  let version: Int32
  let bytes: ReferenceFile
  /// Its number in purgeable memory.
  let number: Int
  var isDecoded = false
  /// A Boolean value that indicates whether it is being decoded, which takes the bytes of a bitmap
  /// already.
  var isDestination = false
  /// A Boolean value that indicates whether only the cache, or a cell that waits for reuse, holds
  /// it, so that the system may take it.
  var isVolatile = false
  /// A Boolean value that indicates whether it is in swap.
  var isPagedOut = false
  /// The object whose bytes it uses until it is decoded.
  var file: Picture?
  /// A Boolean value that indicates whether it was on screen at least once.
  var wasShown = false
  /// The time that its decode took.
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

/// An item, from the frame in which it becomes visible to the one in which it is no longer visible.
final class Appearance {
  /// The event that an appearance waits for.
  enum Waiting {
    case load(Load)
    case nextFrame
    /// The next request after a failed one.
    case afterFailure
  }

  let item: Int
  let image: Int
  let cell: Cell
  /// Its requests, the latest last: for its image, or for each of its variants.
  var asks: [AppearanceRequest] = []
  /// The first frame with the item, and the one with its image.
  let entered: Int
  var served: Int?
  /// The number of its requests, and of those that were hits.
  var requests = 0, hits = 0
  /// The frames in which an image came later than its cell.
  var fades: [Int] = []
  /// The time at which it left.
  var left: SimTime?
  var reason: AbsenceReason?
  private(set) var waits: [(time: SimTime, what: Waiting)] = []

  init(item: Int, image: Int, cell: Cell, entered: Int) {
    self.item = item
    self.image = image
    self.cell = cell
    self.entered = entered
  }

  /// Notes the start of a wait; after it has shown its image, even in a low rendition, waits do not
  /// count.
  func wait(for what: Waiting, at time: SimTime) {
    if served == nil { waits.append((time, what)) }
  }

  /// The request for the image that it wants to show.
  var ask: AppearanceRequest? { asks.last }
}

/// A request of an appearance.
final class AppearanceRequest {
  unowned let appearance: Appearance
  let rendition: Int
  let key: ImageID
  /// The load that it started or joined.
  var load: Load?
  /// A Boolean value that indicates whether its picture is in its cell.
  var isServed = false
  /// A Boolean value that indicates whether the request has ended.
  var isOver = false

  init(_ appearance: Appearance, _ rendition: Int, _ key: ImageID) {
    self.appearance = appearance
    self.rendition = rendition
    self.key = key
  }
}

/// An image that was prefetched, or came without a request, and its end.
final class Fetched {
  enum End { case used, cancelled, evictedUnused, refused, failed, unused, unfinished }
  let wasIssued: Bool
  var end: End?
  /// The bytes of its file.
  var bytes = 0
  init(wasIssued: Bool) { self.wasIssued = wasIssued }

  func come(to end: End) {
    if self.end == nil { self.end = end }
  }

  var wasForNothing: Bool { end == .cancelled || end == .evictedUnused || end == .refused }
}
