import BasicContainers
package import ScrollCore

/// How often images were counted lately, up to 15: a count-min sketch that ages.
///
/// A row of words of sixteen 4-bit counters, as many as the next power of two from the items
/// that the sketch is made for. An image has one of four groups of four counters, and counter
/// `i` of the group in the word `a + i b`: four rows. Its estimate is the least of the four.
/// After ten times as many changes as there are words all counters are halved (G. Einziger,
/// R. Friedman, B. Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM
/// Transactions on Storage 13(4), 2017, doi:10.1145/3149371, and Caffeine, whose layout this
/// is; hashes are `XXH64` here).
///
/// Until `prepare` says how many items there are, every image has a counter of its own. What it
/// counted is then counted again, from the lowest digest upwards.
///
/// - Complexity: four words for `count` and `estimate`, hashed once in `init` or `reassign`; one
///   `count` in 5 to 10 times the words is O(words).
package struct FrequencySketch: ~Copyable {
  static var most: UInt64 { 15 }

  private var hashes: RigidArray<UInt64>
  private var row: SparseRow<UInt64>
  /// Before `prepare`.
  private var exact: ExactCounts
  /// Changes since all was halved, discounted for what was lost by rounding.
  private var changes = 0

  /// A sketch that counts exactly; without keys, the digest of an image is its number.
  package init(imageCount: Int, keys: [UInt64]) {
    exact = ExactCounts(imageCount: imageCount, keys: keys)
    row = SparseRow(length: 0, images: 0, depth: 4)
    hashes = RigidArray(capacity: imageCount)
    for image in 0..<imageCount { hashes.append(XXH64.hash(exact.digest(of: image), seed: 0)) }
  }

  /// Whether the number of words is settled.
  package var isPrepared: Bool { row.length > 0 }

  /// Settles the number of words, and counts again what was counted so far.
  package mutating func prepare(forItems items: Int) {
    precondition(!isPrepared, "\(row.length) words already")
    row = SparseRow(length: Self.words(forItems: items), images: hashes.count, depth: 4)
    for (image, times) in exact.counted() {
      for _ in 0..<times { count(image) }
    }
    exact = ExactCounts(imageCount: 0, keys: [])
  }

  /// The number of words for so many items.
  package static func words(forItems items: Int) -> Int {
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

  /// The same where not every word is kept, or none yet.
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

  /// How often an image was counted lately, up to 15.
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
  /// Whether an image has a counter of its own that is not 0.
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
