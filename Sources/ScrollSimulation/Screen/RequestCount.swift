import ScrollCore

/// What becomes at once of a request that the cache cannot serve.
enum RequestStart {
  case live, joined, started
}

/// How a request ends.
enum RequestEnd {
  case displayed, leftUnshown, cancelled, failed, unfinished
}

extension RunReport.Requests {
  /// A cell asks for a picture.
  mutating func didAsk(for work: PictureWork) {
    count += 1
    bytes += ByteCount(work.bitmap)
    decode += work.wholeDecode
  }

  /// The picture was in the cache.
  mutating func didHit(_ work: PictureWork) {
    hits += 1
    bytesHit += ByteCount(work.bitmap)
  }

  /// What was in the cache need not be decoded again, or has changed since.
  mutating func didSaveDecode(of work: PictureWork) { decodeSaved += work.wholeDecode }
  mutating func didHitStale() { stale += 1 }

  /// A download made a row anew, which asks again.
  mutating func didReloadRow() { reloadedRows += 1 }

  mutating func count(_ start: RequestStart) {
    switch start {
    case .live: liveHits += 1
    case .joined: joined += 1
    case .started: started += 1
    }
  }

  /// A request has come to its end.
  mutating func count(_ end: RequestEnd) {
    switch end {
    case .displayed: displayed += 1
    case .leftUnshown: leftUnshown += 1
    case .cancelled: cancelled += 1
    case .failed: failed += 1
    case .unfinished: unfinished += 1
    }
  }
}
