/// Bytes as single ones and as copies of what came before.
struct PackedWords {
  enum Word {
    case byte(UInt8)
    case copy(length: Int, distance: Int)
  }

  private(set) var words: [Word] = []

  private static let window = 1 << 15
  private static let longest = 258
  /// How many earlier places are looked at for a longer copy.
  private static let patience = 48

  /// - Complexity: O(*n*), with at most `patience` comparisons for each byte.
  init(_ bytes: [UInt8]) {
    // The last place of every three bytes, by their hash, and the one before each place.
    var latest = [Int32](repeating: -1, count: 1 << 15)
    var before = [Int32](repeating: -1, count: bytes.count)
    func hash(_ place: Int) -> Int {
      let three = bytes[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Int((three &* 0x9e37_79b1) >> 17)
    }
    var place = 0
    while place < bytes.count {
      var best = (length: 0, distance: 0)
      if place + 3 <= bytes.count {
        var candidate = latest[hash(place)]
        var left = Self.patience
        while candidate >= 0, place - Int(candidate) <= Self.window, left > 0 {
          let length = Self.length(bytes, Int(candidate), place)
          if length > best.length { best = (length, place - Int(candidate)) }
          candidate = before[Int(candidate)]
          left -= 1
        }
      }
      let step = best.length >= 4 ? best.length : 1
      words.append(
        step > 1 ? .copy(length: step, distance: best.distance) : .byte(bytes[place]))
      for seen in place..<max(place, min(place + step, bytes.count - 2)) {
        before[seen] = latest[hash(seen)]
        latest[hash(seen)] = Int32(seen)
      }
      place += step
    }
  }

  /// How many bytes at two places are the same.
  private static func length(_ bytes: [UInt8], _ early: Int, _ late: Int) -> Int {
    let most = min(longest, bytes.count - late)
    var length = 0
    while length < most, bytes[early + length] == bytes[late + length] { length += 1 }
    return length
  }
}
