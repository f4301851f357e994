import BasicContainers
package import ScrollCore

/// An estimate of the recent count of each image, up to 15: a count-min sketch that ages.
///
/// The sketch is a row of words with sixteen 4-bit counters each. The number of words is the next
/// power of two from the number of items that the sketch is made for. The counters of a word form
/// four groups of four. An image uses one of the groups; counter `i` of the group counts it in the
/// word `a + i b`, so there are four rows. Its estimate is the least of the four counters. After
/// ten times as many changes as there are words, all counters are halved (G. Einziger, R. Friedman,
/// B. Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM Transactions on Storage
/// 13(4), 2017, doi:10.1145/3149371, and Caffeine, which has the same layout; the hashes a and b
/// are `XXH64` here).
///
/// Until `prepare` sets the number of items, every image has its own counter. The counts are then
/// transferred, from the lowest digest upwards.
///
/// - Complexity: four words for `count` and `estimate`, hashed once in `init` or `reassign`; after
///   5 to 10 times as many counts as there are words, one `count` is O(words).
package struct FrequencySketch: ~Copyable {
  static var most: UInt64 { 15 }

  private var hashes: RigidArray<UInt64>
  private var row: SparseRow<UInt64>
  /// The counts before `prepare`.
  private var exact: ExactCounts
  /// The number of changes since counters were halved, reduced by the counts lost in rounding.
  private var changes = 0

  /// Creates a sketch that counts exactly; without keys, the digest of an image is its number.
  package init(imageCount: Int, keys: [UInt64]) {
    exact = ExactCounts(imageCount: imageCount, keys: keys)
    row = SparseRow(length: 0, images: 0, depth: 4)
    hashes = RigidArray(capacity: imageCount)
    for image in 0..<imageCount { hashes.append(XXH64.hash(exact.digest(of: image), seed: 0)) }
  }

  /// A Boolean value that indicates whether the number of words is set.
  var isPrepared: Bool { row.length > 0 }

  /// Sets the number of words, and counts the images counted so far again.
  package mutating func prepare(forItems items: Int) {
    precondition(!isPrepared, "\(row.length) words already")
    row = SparseRow(length: Self.words(forItems: items), images: hashes.count, depth: 4)
    for (image, times) in exact.counted() {
      for _ in 0..<times { count(image) }
    }
    exact = ExactCounts(imageCount: 0, keys: [])
  }

  /// Returns the number of words for a number of items.
  static func words(forItems items: Int) -> Int {
    var words = 1
    while words < min(items, 1 << 30) { words *= 2 }
    return words
  }

  /// Counts an image once more.
  package mutating func count(_ image: ImageID) {
    guard row.isWhole else { return countApart(image) }
    let hash = hashes[Int(image.index)]
    var isChanged = false
    for index in 0..<4 {
      let (word, shift) = place(of: hash, row: index, words: row.words.count)
      guard row.words[word] >> shift & Self.most < Self.most else { continue }
      row.words[word] += 1 << shift
      isChanged = true
    }
    if isChanged { countChange() }
  }

  /// Counts an image while only the reached words are stored, or before `prepare`.
  @inline(never) private mutating func countApart(_ image: ImageID) {
    guard isPrepared else { return exact.count(image, upTo: UInt32(Self.most)) }
    let hash = hashes[Int(image.index)]
    var isChanged = false
    for index in 0..<4 {
      let (word, shift) = place(of: hash, row: index, words: row.length)
      guard row[word] >> shift & Self.most < Self.most else { continue }
      let place = row.place(of: word)
      row.words[place] += 1 << shift
      isChanged = true
    }
    if isChanged { countChange() }
  }

  @inline(__always) private mutating func countChange() {
    changes += 1
    if changes >= 10 * row.length { halve() }
  }

  /// Returns the recent count of an image, up to 15.
  package func estimate(_ image: ImageID) -> Int {
    guard row.isWhole else { return estimateApart(image) }
    let hash = hashes[Int(image.index)]
    var least = Self.most
    for index in 0..<4 {
      let (word, shift) = place(of: hash, row: index, words: row.words.count)
      least = min(least, row.words[word] >> shift & Self.most)
    }
    return Int(least)
  }

  @inline(never) private func estimateApart(_ image: ImageID) -> Int {
    guard isPrepared else { return Int(exact[image]) }
    let hash = hashes[Int(image.index)]
    var least = Self.most
    for index in 0..<4 {
      let (word, shift) = place(of: hash, row: index, words: row.length)
      least = min(least, row[word] >> shift & Self.most)
    }
    return Int(least)
  }

  @inline(__always) private func place(
    of hash: UInt64, row index: Int, words: Int
  ) -> (word: Int, shift: UInt64) {
    let sum = (hash & 0xffff_ffff) &+ UInt64(index) &* (hash >> 32 | 1)
    let counter = (hash >> 62) &* 4 &+ UInt64(index)
    return (Int(truncatingIfNeeded: sum) & (words &- 1), counter &* 4)
  }

  /// Halves every counter, rounding down.
  private mutating func halve() {
    var odd = 0
    for word in 0..<row.words.count {
      odd += (row.words[word] & 0x1111_1111_1111_1111).nonzeroBitCount
      row.words[word] = row.words[word] >> 1 & 0x7777_7777_7777_7777
    }
    changes = (changes - odd / 4) / 2
  }
}

extension FrequencySketch {
  /// Returns whether an image has its own counter that is not 0.
  package func remembers(_ image: ImageID) -> Bool { !isPrepared && exact[image] > 0 }

  /// Hashes another digest for an image from now on.
  package mutating func reassign(_ image: ImageID, digest: UInt64) {
    if !isPrepared { exact.reassign(image, digest: digest) }
    hashes[Int(image.index)] = XXH64.hash(digest, seed: 0)
  }

  /// Makes room for more images, whose digests are their numbers.
  package mutating func grow(toImageCount count: Int) {
    let old = hashes.count
    if !isPrepared { exact.grow(toImageCount: count) }
    hashes.grow(to: count, filling: 0)
    for image in old..<max(old, count) { hashes[image] = XXH64.hash(UInt64(image), seed: 0) }
  }
}

/// The hash function XXH64, from its public specification.
///
///     XXH64.hash([], seed: 0)       // 0xef46db3751d8e999
///
/// Y. Collet, "xxHash fast digest algorithm", version 0.1.1. Some simulators index their sketches
/// with this function, and only the same hashes reproduce their counts exactly. The function does
/// not resist attacks: someone who knows the seed can make keys collide.
///
/// - Complexity: O(bytes).
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of a number, from its eight bytes in little-endian order.
  package static func hash(_ key: UInt64, seed: UInt64) -> UInt64 {
    avalanche(absorb(key, into: seed &+ prime5 &+ 8))
  }

  /// Returns the hash of some bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    var rest = bytes[...]
    var state = seed &+ prime5
    if rest.count >= 32 {
      var lanes = [seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1]
      while rest.count >= 32 {
        for lane in lanes.indices { lanes[lane] = round(lanes[lane], take(8, from: &rest)) }
      }
      state = rotated(lanes[0], 1) &+ rotated(lanes[1], 7)
      state = state &+ rotated(lanes[2], 12) &+ rotated(lanes[3], 18)
      for lane in lanes { state = (state ^ round(0, lane)) &* prime1 &+ prime4 }
    }
    state = state &+ UInt64(bytes.count)
    while rest.count >= 8 { state = absorb(take(8, from: &rest), into: state) }
    if rest.count >= 4 {
      state = rotated(state ^ (take(4, from: &rest) &* prime1), 23) &* prime2 &+ prime3
    }
    for byte in rest { state = rotated(state ^ (UInt64(byte) &* prime5), 11) &* prime1 }
    return avalanche(state)
  }

  private static func absorb(_ word: UInt64, into state: UInt64) -> UInt64 {
    rotated(state ^ round(0, word), 27) &* prime1 &+ prime4
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func avalanche(_ state: UInt64) -> UInt64 {
    let first = (state ^ (state >> 33)) &* prime2
    let second = (first ^ (first >> 29)) &* prime3
    return second ^ (second >> 32)
  }

  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    (word << bits) | (word >> (64 - bits))
  }

  /// Takes the first bytes, and returns the number that they form in little-endian order.
  private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64 {
    let word = bytes.prefix(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(count)
    return word
  }
}
