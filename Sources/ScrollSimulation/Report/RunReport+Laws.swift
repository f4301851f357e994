import ScrollCore

extension RunReport {
  /// The laws of conservation that a report breaks, each a sentence with both sides; none, if
  /// the simulation counted right.
  ///
  /// Everything offered to the cache is in it at the end, has left it or was refused; every
  /// request found one thing and came to one end; every appearance showed its image at once,
  /// late, never or not yet; every late or absent image has one reason, and what it waited for
  /// adds up to its wait; every image fetched ahead came to one end; the main thread was busy or
  /// idle, and what the app was charged for in the end is what was held.
  public var brokenLaws: [String] {
    laws.filter { $0.left != $0.right }.map { "\($0.name): \($0.left) and \($0.right)" }
      + limits.filter { !$0.holds }.map { $0.name }
  }

  private var laws: [(name: String, left: Int, right: Int)] {
    [
      (
        "bytes offered = resident + removed + refused", cache.offeredBytes.bytes,
        (cache.residentBytes + cache.removedBytes + cache.refusedBytes).bytes
      ),
      (
        "requests = hits + live hits + joined + started", requests.count,
        requests.hits + requests.liveHits + requests.joined + requests.started
      ),
      (
        "requests = displayed + left + cancelled + failed + unfinished", requests.count,
        requests.displayed + requests.leftUnshown + requests.cancelled + requests.failed
          + requests.unfinished
      ),
      (
        "appearances = at once + late + never shown + unfinished", stalls.appearances,
        stalls.atOnce + stalls.late + stalls.neverShown + stalls.unfinished
      ),
      (
        "appearances = first + later visits", stalls.appearances,
        firstVisits.appearances + laterVisits.appearances
      ),
      (
        "requests = of first + of later visits", requests.count,
        firstVisits.requests + laterVisits.requests
      ),
      ("hits = of first + of later visits", requests.hits, firstVisits.hits + laterVisits.hits),
      (
        "reasons for absence = late + never shown", stalls.absences.reduce(0, +),
        stalls.late + stalls.neverShown
      ),
      ("waits = time waited", Int(stalls.waits.total), Int(stalls.waited.nanoseconds)),
      (
        "prefetched = used + cancelled + evicted + refused + failed + unused + unfinished",
        prefetch.issued + prefetch.unasked,
        prefetch.used + prefetch.cancelled + prefetch.evictedUnused + prefetch.refused
          + prefetch.failed + prefetch.unused + prefetch.unfinished
      ),
      (
        "main thread busy + idle = duration",
        Int((hitches.mainThreadBusy + books.idle).nanoseconds),
        Int(duration.nanoseconds)
      ),
      ("footprint = what is held", books.footprint.bytes, books.held.bytes),
    ]
  }

  private var limits: [(name: String, holds: Bool)] {
    [
      ("the main thread is busy for longer than the run", hitches.mainThreadBusy <= duration),
      ("the main thread idles for less than nothing", books.idle >= .zero),
      ("the footprint is less than nothing", books.footprint >= .zero),
      ("the footprint ends above its peak", books.footprint <= memory.peakFootprint),
      (
        "a lane is busy for longer than the run", work.laneBusy.allSatisfy { $0 <= duration }
      ),
      (
        "lanes did more than they were busy",
        work.laneDecode + work.laneEncode <= work.laneBusy.reduce(.zero) { $0 + $1 }
      ),
      ("one hitch is longer than all", hitches.worst <= hitches.time),
      ("hitches are longer than frames were late", hitches.time <= hitches.frozen),
      ("one frame was late for longer than all", hitches.longestDelay <= hitches.frozen),
      ("a hitch is longer than the longest delay", hitches.worst <= hitches.longestDelay),
      ("frames were late for longer than there was a screen", hitches.frozen <= screenTime),
      ("more is missing than the screen", stalls.seconds <= screenTime.seconds + 1e-9),
      (
        "more is blank and wrong than missing",
        stalls.blankAreaSeconds + stalls.wrongAreaSeconds <= stalls.seconds + 1e-9
      ),
      ("more is blank than the viewport", stalls.blankRatio <= 1 + 1e-9),
      ("more bytes are hit than requested", requests.bytesHit <= requests.bytes),
      ("more hits are stale than there are", requests.stale <= requests.hits),
    ]
  }
}
