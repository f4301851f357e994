import BasicContainers
package import ScrollCore

/// An upper estimate of the count of each image: a counting Bloom filter of ten hashes.
///
/// An image counts at ten places `a + i b` (i = 0...9, 32 bits, modulo the number of counters), and
/// its estimate is the least of the ten counters. The two hashes a and b are the low halves of
/// `XXH64` of the image's key with two seeds, as in libCacheSim, so the counts are those of
/// libCacheSim. There are ln(1000)/ln(2)^2 = 14.4 counters for each item that the filter is made
/// for, which makes one estimate in a thousand wrong (B. Bloom, "Space/Time Trade-offs in Hash
/// Coding with Allowable Errors", CACM 13(7), 1970, doi:10.1145/362686.362692).
///
/// Until `prepare` sets the number of items, every image has its own counter. If there are many
/// more counters than the images can reach, only the reached ones are stored, which does not affect
/// any estimate.
///
/// - Complexity: ten counters for `count` and `estimate`, hashed once in `init` or `reassign`;
///   `halve` and `prepare` O(counters + images).
package struct CountingFilter: ~Copyable {
  struct Hashes {
    var first: UInt32, step: UInt32

    init(digest: UInt64) {
      first = UInt32(truncatingIfNeeded: XXH64.hash(digest, seed: 0x1234_5678))
      step = UInt32(truncatingIfNeeded: XXH64.hash(digest, seed: 0x1234_4321))
    }
  }

  static var depth: Int { 10 }

  private var hashes: RigidArray<Hashes>
  private var row: SparseRow<UInt32>
  /// The counts before `prepare`.
  private var exact: ExactCounts
  /// The factor that computes a remainder from two products: 2^64 divided by the number of
  /// counters, rounded up.
  ///
  /// D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", Software: Practice
  /// and Experience 49(6), 2019, doi:10.1002/spe.2689.
  private var reciprocal: UInt64 = 0

  /// Creates a filter that counts exactly; without keys, the digest of an image is its number.
  package init(imageCount: Int, keys: [UInt64]) {
    exact = ExactCounts(imageCount: imageCount, keys: keys)
    row = SparseRow(length: 0, images: 0, depth: Self.depth)
    hashes = RigidArray(capacity: imageCount)
    for image in 0..<imageCount { hashes.append(Hashes(digest: exact.digest(of: image))) }
  }

  /// A Boolean value that indicates whether the number of counters is set.
  var isPrepared: Bool { row.length > 0 }

  /// Sets the number of counters, and counts the images counted so far again.
  package mutating func prepare(forItems items: Int) {
    precondition(!isPrepared, "\(row.length) counters already")
    row = SparseRow(
      length: Self.counters(forItems: items), images: hashes.count, depth: Self.depth)
    reciprocal = UInt64.max / UInt64(row.length) &+ 1
    for (image, times) in exact.counted() {
      for _ in 0..<times { count(image) }
    }
    exact = ExactCounts(imageCount: 0, keys: [])
  }

  /// Returns the number of counters for a number of items.
  package static func counters(forItems items: Int) -> Int {
    let wanted = (Double(items) * 6.907755278982137 / 0.480453013918201).rounded(.up)
    return Int(min(max(wanted, 1), 0x7fff_ffff))
  }

  /// Counts an image once more.
  package mutating func count(_ image: ImageID) {
    guard row.isWhole else { return countApart(image) }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    for _ in 0..<Self.depth {
      row.words[number(of: hash)] &+= 1
      hash &+= hashes.step
    }
  }

  /// Counts an image while only the reached counters are stored, or before `prepare`.
  @inline(never) private mutating func countApart(_ image: ImageID) {
    guard isPrepared else { return exact.count(image, upTo: .max) }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    for _ in 0..<Self.depth {
      let place = row.place(of: number(of: hash))
      row.words[place] &+= 1
      hash &+= hashes.step
    }
  }

  /// Returns the count of an image, or more.
  package func estimate(_ image: ImageID) -> UInt32 {
    guard row.isWhole else { return estimateApart(image) }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    var least = UInt32.max
    for _ in 0..<Self.depth {
      least = min(least, row.words[number(of: hash)])
      hash &+= hashes.step
    }
    return least
  }

  @inline(never) private func estimateApart(_ image: ImageID) -> UInt32 {
    guard isPrepared else { return exact[image] }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    var least = UInt32.max
    for _ in 0..<Self.depth {
      least = min(least, row[number(of: hash)])
      hash &+= hashes.step
    }
    return least
  }

  /// Halves every counter, rounding down.
  package mutating func halve() {
    exact.halve()
    for place in 0..<row.words.count { row.words[place] >>= 1 }
  }

  /// Returns the number of the counter for a hash.
  @inline(__always) private func number(of hash: UInt32) -> Int {
    let fraction = reciprocal &* UInt64(hash)
    let length = UInt64(truncatingIfNeeded: row.length)
    return Int(truncatingIfNeeded: fraction.multipliedFullWidth(by: length).high)
  }
}

extension CountingFilter {
  /// Returns whether an image has its own counter that is not 0.
  func remembers(_ image: ImageID) -> Bool { !isPrepared && exact[image] > 0 }

  /// Hashes another digest for an image from now on.
  package mutating func reassign(_ image: ImageID, digest: UInt64) {
    if !isPrepared { exact.reassign(image, digest: digest) }
    hashes[Int(image.index)] = Hashes(digest: digest)
  }

  /// Makes room for more images, whose digests are their numbers.
  package mutating func grow(toImageCount count: Int) {
    let old = hashes.count
    if !isPrepared { exact.grow(toImageCount: count) }
    hashes.grow(to: count, filling: Hashes(digest: 0))
    for image in old..<max(old, count) { hashes[image] = Hashes(digest: UInt64(image)) }
  }
}

/// Exact counts of the images, which a sketch uses until its number of items is known.
///
/// - Complexity: O(1); `counted` O(images log images).
struct ExactCounts: ~Copyable {
  private var digests: RigidArray<UInt64>
  private var counts: RigidArray<UInt32>

  /// Creates counts of 0; without keys, the digest of an image is its number.
  init(imageCount: Int, keys: [UInt64]) {
    digests = RigidArray(capacity: imageCount)
    for image in 0..<imageCount { digests.append(keys.isEmpty ? UInt64(image) : keys[image]) }
    counts = RigidArray(repeating: 0, count: imageCount)
  }

  func digest(of image: Int) -> UInt64 { digests[image] }

  subscript(image: ImageID) -> UInt32 { counts[Int(image.index)] }

  /// Counts an image once more, up to a highest count.
  mutating func count(_ image: ImageID, upTo most: UInt32) {
    let index = Int(image.index)
    if counts[index] < most { counts[index] += 1 }
  }

  /// Halves every count, rounding down.
  mutating func halve() {
    for image in 0..<counts.count { counts[image] >>= 1 }
  }

  /// Resets the count of an id for an image of another digest.
  mutating func reassign(_ image: ImageID, digest: UInt64) {
    digests[Int(image.index)] = digest
    counts[Int(image.index)] = 0
  }

  mutating func grow(toImageCount count: Int) {
    let old = digests.count
    digests.grow(to: count, filling: 0)
    counts.grow(to: count, filling: 0)
    for image in old..<max(old, count) { digests[image] = UInt64(image) }
  }

  /// Returns the counted images with their counts, by digest, so the ids do not affect the order.
  func counted() -> [(image: ImageID, count: UInt32)] {
    var found: [(digest: UInt64, image: Int)] = []
    for image in 0..<counts.count where counts[image] > 0 {
      found.append((digests[image], image))
    }
    found.sort { $0.digest < $1.digest }
    return found.map { (ImageID($0.image), counts[$0.image]) }
  }
}
