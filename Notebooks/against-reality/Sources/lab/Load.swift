/// A picture that is being loaded into memory.
final class Load: @unchecked Sendable {
  enum Stage: Int {
    case held, waitsForFile, reading, waitsForLane, decoding, finished, gone
  }

  enum Priority: Int {
    case prefetch, visible
  }

  let picture: Int
  /// The item and the appearance that started the load; `nil` for a prefetch.
  let origin: (item: Int, appearance: Int)?
  var stage = Stage.held
  var priority: Priority
  /// The number of appearances that wait for the load, and whether a prefetcher wants it.
  var viewers: Int
  var isPlanned: Bool
  /// A Boolean value that indicates whether the load counts toward the limit of prefetches.
  var isCounted = false
  /// The results of the stages: the file's bytes, then the bitmap.
  var content: [UInt8] = []
  var bitmap: Bitmap?

  init(_ picture: Int, for origin: (item: Int, appearance: Int)?) {
    self.picture = picture
    self.origin = origin
    (viewers, isPlanned, priority) = origin == nil ? (0, true, .prefetch) : (1, false, .visible)
  }
}
