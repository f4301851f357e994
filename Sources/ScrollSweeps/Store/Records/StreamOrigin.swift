import ScrollCaching
import ScrollCore
import ScrollSimulation
package import ScrollTraces

/// The facts that show whether two streams of requests have a common origin.
package enum StreamOrigin: Sendable, Equatable {
  /// A scroll with these gestures, and the recording from which it was cut, if it was.
  case scroll(GestureSketch, recording: String?)
  /// A list of requests that begins like this.
  case requests(StreamBeginning)
}

/// The first requests of a stream, as hashes of their ids.
///
/// There is a hash of the first request, of the first 2, 4, 8 and so on, up to 1 024. Sizes do not
/// count, so a list of the same ids with other sizes has the same beginning.
package struct StreamBeginning: Sendable, Hashable {
  /// The number of requests in the largest block.
  static let capacity = 1024

  /// The hashes of the blocks, the shortest block first; empty for a stream without requests.
  package let hashes: [UInt64]

  /// Creates the beginning of a stream from the ids of its first requests.
  package init(of ids: some Sequence<UInt64>) {
    var hashes: [UInt64] = []
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var (count, block) = (0, 1)
    for id in ids {
      hash = (hash ^ id) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
      count += 1
      guard count == block else { continue }
      hashes.append(hash)
      block *= 2
      if block > Self.capacity { break }
    }
    self.hashes = hashes
  }

  /// Creates the beginning of a log.
  init(of log: RequestLog) {
    var ids: [UInt64] = []
    let parts = log.parts()
    while ids.count < Self.capacity, let part = parts.next() {
      ids += part.images.prefix(Self.capacity - ids.count).map { image in
        part.keys.isEmpty ? UInt64(image.index) : part.keys[Int(image.index)]
      }
    }
    self.init(of: ids)
  }

  /// Parses the text that `description` writes; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)
    hashes = parts.compactMap { UInt64(hexadecimal: $0) }
    let blocks = Self.capacity.trailingZeroBitCount + 1
    guard hashes.count == parts.count, hashes.count <= blocks else { return nil }
  }
}

extension StreamBeginning: CustomStringConvertible {
  /// The hashes in 16 hexadecimal digits each, with blanks between them.
  package var description: String {
    hashes.map(\.hexadecimal).joined(separator: " ")
  }
}

extension StreamOrigin {
  /// The values of the store's columns `gestures`, `recording` and `beginning`.
  var values: [StoredValue] {
    switch self {
    case .scroll(let gestures, let recording):
      [.text("\(gestures)"), StoredValue(recording), .null]
    case .requests(let beginning): [.null, .null, .text("\(beginning)")]
    }
  }

  /// Creates an origin from the texts of the store's columns.
  /// - Returns: `nil` if the texts are of no origin.
  init?(gestures: String?, recording: String?, beginning: String?) {
    if let gestures {
      guard beginning == nil, let sketch = GestureSketch(gestures) else { return nil }
      self = .scroll(sketch, recording: recording)
    } else {
      guard recording == nil, let found = beginning.flatMap({ StreamBeginning($0) }) else {
        return nil
      }
      self = .requests(found)
    }
  }
}
