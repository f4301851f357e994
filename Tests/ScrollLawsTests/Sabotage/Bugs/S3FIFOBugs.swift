import ScrollReferences

extension Sabotage {
  /// Bugs of three queues in order of arrival.
  static let s3fifo: [Sabotage] = [
    Sabotage(
      S3FIFOBug.promotesAboveThreshold, .reference, "s3fifo promotes above its threshold",
      "An image moves to main with more hits than the setting says, not with as many."),
    Sabotage(
      S3FIFOBug.ghostNotConsumed, .reference, "s3fifo does not consume the ghost",
      "A ghost that comes back stays among the ghosts, and counts again next time."),
    Sabotage(
      S3FIFOBug.ghostsGoToSmall, .reference, "s3fifo sends ghosts back to small",
      "A ghost that comes back enters the small queue instead of main."),
    Sabotage(
      S3FIFOBug.sharesRoundUp, .reference, "s3fifo rounds its small share up",
      "A tenth of the capacity is rounded up where it should be rounded down."),
    Sabotage(
      S3FIFOBug.ghostsOffByOne, .reference, "s3fifo has a ghost too few",
      "The ghosts are trimmed below their share instead of down to it."),
    Sabotage(
      S3FIFOBug.mainLeavesGhosts, .reference, "s3fifo makes ghosts of main",
      "What leaves main is remembered as if it had left small."),
    Sabotage(
      S3FIFOBug.smallHoldsNone, .reference, "s3fifo gives small no room for a large image",
      "Main's share is nine tenths even while an image larger than a tenth enters small."),
    Sabotage(
      S3FIFOBug.storesTheTenth, .reference, "s3fifo stores a whole tenth",
      "An image of exactly the small share is stored, against the stated rule."),
    Sabotage(
      S3FIFOBug.promotionKeepsCount, .reference, "s3fifo keeps counts on promotion",
      "An image that moves to main takes its hits along instead of starting at 0."),
    Sabotage(
      S3FIFOBug.forgetsToForget, .laws, "s3fifo forgets to forget",
      "An image taken out by others stays in its queue."),
    Sabotage(
      S3FIFOBug.mainShareForgetsSmall, .reference, "s3fifo gives main everything",
      "The main queue's share is the whole capacity instead of what small leaves."),
    Sabotage(
      S3FIFOBug.ghostOfPurged, .reference, "s3fifo remembers the purged",
      "What others took out of small becomes a ghost."),
    Sabotage(
      S3FIFOBug.ghostBytesLeak, .laws, "s3fifo leaks the bytes of ghosts",
      "A ghost that comes back is taken out, and its bytes still count among those of ghosts."),
    Sabotage(
      S3FIFOBug.counterNotReset, .laws, "s3fifo does not reset a counter",
      "An image that is stored again starts with the hits that it had before."),
    Sabotage(
      S3FIFOBug.ignoresCapacity, .laws, "s3fifo ignores a new capacity",
      "When the limits change, the shares of the queues stay as they were."),
    Sabotage(
      S3FIFOBug.mainBytesDrift, .laws, "s3fifo lets the bytes of main drift",
      "An image that others take out of main still counts among the bytes of main."),
  ]
}
