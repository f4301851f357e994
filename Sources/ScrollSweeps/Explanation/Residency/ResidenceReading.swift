import ScrollCore
import ScrollSimulation

/// Follows the images that are stored in the memory cache and removed from it.
struct ResidenceReading {
  private(set) var residences: [[ResidencyMap.Residence]]
  /// The images of a key in the cache: for a moment two, when one replaces the other.
  private var held: [(count: Int, bytes: Int, since: SimTime)]

  init(keyCount: Int) {
    residences = Array(repeating: [], count: keyCount)
    held = Array(repeating: (0, 0, .zero), count: keyCount)
  }

  mutating func read(_ entry: RunLog.Entry) {
    switch entry.event {
    case .stored(let key, let isTaken, _, let bytes):
      if isTaken { change(Int(key), by: 1, bytes, at: entry.time) }
    case .removed(let key, _, let bytes): change(Int(key), by: -1, -bytes, at: entry.time)
    default: break
    }
  }

  /// The run is over.
  mutating func finish(at end: SimTime) {
    for key in held.indices { close(key, at: end) }
  }

  private mutating func change(_ key: Int, by count: Int, _ bytes: Int, at time: SimTime) {
    close(key, at: time)
    held[key] = (held[key].count + count, held[key].bytes + bytes, time)
    precondition(held[key].count >= 0, "image \(key) was removed but not resident")
  }

  private mutating func close(_ key: Int, at time: SimTime) {
    let (count, bytes, since) = held[key]
    guard count > 0, since < time else { return }
    if let last = residences[key].last, last.span.to == since, last.bytes == bytes {
      residences[key][residences[key].count - 1].span.to = time
    } else {
      residences[key].append(
        ResidencyMap.Residence(span: ResidencyMap.Span(from: since, to: time), bytes: bytes))
    }
  }
}
