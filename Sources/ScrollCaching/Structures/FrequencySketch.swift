import BasicContainers
package import ScrollCore

/// How often images were counted lately, up to 15: a count-min sketch that ages.
///
/// A table of words of sixteen 4-bit counters, as many as the next power of two from the items
/// that the sketch is made for. An image has one of four groups of four counters, and counter
/// `i` of the group in the word `a + i b`: four rows. Its estimate is the least of the four.
/// After ten times as many changes as there are words all counters are halved (G. Einziger,
/// R. Friedman, B. Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM
/// Transactions on Storage 13(4), 2017, doi:10.1145/3149371, and Caffeine, whose layout this
/// is; hashes are `XXH64` here).
///
/// Until `prepare` says how many items there are, every image has a counter of its own.
///
/// - Complexity: four words for `count` and `estimate`, hashed once in `init`; one `count` in
///   5 to 10 times the words is O(words).
package struct FrequencySketch: ~Copyable {
  static var most: UInt64 { 15 }

  var hashes: RigidArray<UInt64>
  var words: RigidArray<UInt64>
  /// Changes since all was halved, discounted for what was lost by rounding.
  private var changes = 0
  package private(set) var isPrepared = false
  private let imageCount: Int

  /// A sketch that counts exactly; without keys, that of an image is its number.
  package init(imageCount: Int, keys: [UInt64]) {
    self.imageCount = imageCount
    hashes = RigidArray(capacity: imageCount)
    for image in 0..<imageCount {
      hashes.append(XXH64.hash(keys.isEmpty ? UInt64(image) : keys[image], seed: 0))
    }
    words = RigidArray(repeating: 0, count: imageCount)
  }

  /// Settles the number of words, and counts again what was counted so far.
  package mutating func prepare(forItems items: Int) {
    precondition(!isPrepared, "\(words.count) words already")
    isPrepared = true
    var exact = RigidArray<UInt64>(repeating: 0, count: Self.words(forItems: items))
    swap(&exact, &words)
    for image in 0..<imageCount {
      for _ in 0..<exact[image] { count(ImageID(image)) }
    }
  }

  /// The number of words for so many items.
  package static func words(forItems items: Int) -> Int {
    var words = 1
    while words < min(items, 1 << 30) { words *= 2 }
    return words
  }

  /// Counts an image once more.
  package mutating func count(_ image: ImageID) {
    guard isPrepared else {
      words[Int(image.index)] = min(words[Int(image.index)] + 1, Self.most)
      return
    }
    let hash = hashes[Int(image.index)]
    var isChanged = false
    for row in 0..<4 {
      let (word, shift) = place(of: hash, row: row)
      guard words[word] >> shift & Self.most < Self.most else { continue }
      words[word] += 1 << shift
      isChanged = true
    }
    guard isChanged else { return }
    changes += 1
    if changes >= 10 * words.count { halve() }
  }

  /// How often an image was counted lately, up to 15.
  package func estimate(_ image: ImageID) -> Int {
    guard isPrepared else { return Int(words[Int(image.index)]) }
    let hash = hashes[Int(image.index)]
    var least = Self.most
    for row in 0..<4 {
      let (word, shift) = place(of: hash, row: row)
      least = min(least, words[word] >> shift & Self.most)
    }
    return Int(least)
  }

  @inline(__always) private func place(of hash: UInt64, row: Int) -> (word: Int, shift: UInt64) {
    let sum = (hash & 0xffff_ffff) &+ UInt64(row) &* (hash >> 32 | 1)
    let counter = (hash >> 62) &* 4 &+ UInt64(row)
    return (Int(truncatingIfNeeded: sum) & (words.count - 1), counter &* 4)
  }

  /// Halves every counter, rounding down.
  private mutating func halve() {
    var odd = 0
    for word in 0..<words.count {
      odd += (words[word] & 0x1111_1111_1111_1111).nonzeroBitCount
      words[word] = words[word] >> 1 & 0x7777_7777_7777_7777
    }
    changes = (changes - odd / 4) / 2
  }
}
