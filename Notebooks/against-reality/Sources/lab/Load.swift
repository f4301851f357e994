/// One picture on its way into memory.
final class Load: @unchecked Sendable {
  enum Stage: Int {
    case held, waitsForFile, reading, waitsForLane, decoding, finished, gone
  }

  enum Priority: Int {
    case prefetch, visible
  }

  let picture: Int
  /// The item and the appearance that began it; nil for a prefetch.
  let origin: (item: Int, appearance: Int)?
  var stage = Stage.held
  var priority: Priority
  /// Appearances that wait for it, and whether a prefetcher wants it.
  var viewers: Int
  var isPlanned: Bool
  /// Whether it counts for the limit of prefetches.
  var isCounted = false
  /// What its stages have left: the file's bytes, then the bitmap.
  var content: [UInt8] = []
  var bitmap: Bitmap?

  init(_ picture: Int, for origin: (item: Int, appearance: Int)?) {
    self.picture = picture
    self.origin = origin
    (viewers, isPlanned, priority) = origin == nil ? (0, true, .prefetch) : (1, false, .visible)
  }
}
