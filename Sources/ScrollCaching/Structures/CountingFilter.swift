import BasicContainers
package import ScrollCore

/// How often images were counted, at most too high: a counting Bloom filter of ten hashes.
///
/// An image counts at ten places `a + i b` (i = 0...9, 32 bits, modulo the number of
/// counters), and its estimate is the least of the ten. The two hashes are the low halves of
/// `XXH64` of the image's key with two seeds, as in libCacheSim, whose counts these are. There
/// are ln(1000)/ln(2)^2 = 14.4 counters for each item that the filter is made for, which makes
/// one estimate in a thousand wrong (B. Bloom, "Space/Time Trade-offs in Hash Coding with
/// Allowable Errors", CACM 13(7), 1970, doi:10.1145/362686.362692).
///
/// Until `prepare` says how many items there are, every image has a counter of its own. Where
/// counters are many more than the images can reach, only those that are reached are kept,
/// which no estimate can tell.
///
/// - Complexity: ten counters for `count` and `estimate`, hashed once in `init`; `halve` and
///   `prepare` O(counters + images).
package struct CountingFilter: ~Copyable {
  struct Hashes {
    var first: UInt32, step: UInt32
  }

  static var seeds: (first: UInt64, step: UInt64) { (0x1234_5678, 0x1234_4321) }
  static var depth: Int { 10 }

  var hashes: RigidArray<Hashes>
  var counters: RigidArray<UInt32>
  /// Of a filter with few counters in use: the number of the counter in each place, plus 1.
  var numbers: RigidArray<UInt32>
  /// How many counters there would be; 0 before `prepare`.
  private(set) var size: UInt64 = 0
  /// What makes a remainder of two products: 2^64 divided by `size`, rounded up.
  ///
  /// D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", Software: Practice
  /// and Experience 49(6), 2019, doi:10.1002/spe.2689.
  private var reciprocal: UInt64 = 0
  private let imageCount: Int

  /// A filter that counts exactly; without keys, that of an image is its number.
  package init(imageCount: Int, keys: [UInt64]) {
    self.imageCount = imageCount
    hashes = RigidArray(capacity: imageCount)
    for image in 0..<imageCount {
      let key = keys.isEmpty ? UInt64(image) : keys[image]
      hashes.append(
        Hashes(
          first: UInt32(truncatingIfNeeded: XXH64.hash(key, seed: Self.seeds.first)),
          step: UInt32(truncatingIfNeeded: XXH64.hash(key, seed: Self.seeds.step))))
    }
    counters = RigidArray(repeating: 0, count: imageCount)
    numbers = RigidArray(repeating: 0, count: 0)
  }

  /// Whether the number of counters is settled.
  package var isPrepared: Bool { size > 0 }

  /// Settles the number of counters, and counts again what was counted so far.
  package mutating func prepare(forItems items: Int) {
    precondition(!isPrepared, "\(size) counters already")
    size = UInt64(Self.counters(forItems: items))
    reciprocal = UInt64.max / size &+ 1
    var places = Int(size)
    if places / 64 > imageCount {
      places = 1
      while places < 2 * Self.depth * imageCount { places *= 2 }
      numbers = RigidArray(repeating: 0, count: places)
    }
    var exact = RigidArray<UInt32>(repeating: 0, count: places)
    swap(&exact, &counters)
    for image in 0..<imageCount {
      for _ in 0..<exact[image] { count(ImageID(image)) }
    }
  }

  /// The number of counters for so many items.
  package static func counters(forItems items: Int) -> Int {
    let wanted = (Double(items) * 6.907755278982137 / 0.480453013918201).rounded(.up)
    return Int(min(max(wanted, 1), 0x7fff_ffff))
  }

  /// Counts an image once more.
  package mutating func count(_ image: ImageID) {
    guard isPrepared else { return counters[Int(image.index)] &+= 1 }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    for _ in 0..<Self.depth {
      counters[place(of: hash)] &+= 1
      hash &+= hashes.step
    }
  }

  /// How often an image was counted, or more.
  package mutating func estimate(_ image: ImageID) -> UInt32 {
    guard isPrepared else { return counters[Int(image.index)] }
    let hashes = hashes[Int(image.index)]
    var hash = hashes.first
    var least = UInt32.max
    for _ in 0..<Self.depth {
      least = min(least, counters[place(of: hash)])
      hash &+= hashes.step
    }
    return least
  }

  /// Halves every counter, rounding down.
  package mutating func halve() {
    for place in 0..<counters.count { counters[place] >>= 1 }
  }

  /// Where the counter with a hash is kept.
  @inline(__always) private mutating func place(of hash: UInt32) -> Int {
    let number = (reciprocal &* UInt64(hash)).multipliedFullWidth(by: size).high
    return numbers.isEmpty ? Int(truncatingIfNeeded: number) : place(ofNumber: number)
  }

  /// The place that a counter has or gets, of those that are kept.
  private mutating func place(ofNumber number: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: number) + 1
    var place = Int(truncatingIfNeeded: (number &* 0x9e37_79b9_7f4a_7c15) >> 32)
    while true {
      place &= numbers.count - 1
      if numbers[place] == tag { return place }
      if numbers[place] == 0 {
        numbers[place] = tag
        return place
      }
      place += 1
    }
  }
}
