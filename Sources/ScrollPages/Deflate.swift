/// A compressor in the format that browsers decompress (RFC 1951, "DEFLATE").
///
/// It replaces up to 258 bytes that also occur in the last 32 kB by a reference, and uses short
/// codes for frequent letters. The text of studio data has columns with many repeated numbers, and
/// is compressed to about a fifth.
package enum Deflate {
  /// Returns the compressed bytes.
  package static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    let words = PackedWords(bytes).words
    // Each block has its own codes, because the columns have different letters.
    let size = 1 << 15
    var start = 0
    repeat {
      let end = min(start + size, words.count)
      write(words[start..<end], isLast: end == words.count, to: &writer)
      start = end
    } while start < words.count
    return writer.finished()
  }

  /// Writes one block with its own codes.
  private static func write(
    _ words: ArraySlice<PackedWords.Word>, isLast: Bool, to writer: inout BitWriter
  ) {
    var letters = [Int](repeating: 0, count: 286)
    var distances = [Int](repeating: 0, count: 30)
    letters[256] = 1
    for word in words {
      switch word {
      case .byte(let byte): letters[Int(byte)] += 1
      case .copy(let length, let distance):
        letters[Scale.lengths.place(of: length).symbol] += 1
        distances[Scale.distances.place(of: distance).symbol] += 1
      }
    }
    // Some readers do not accept a code with only one letter.
    if distances.filter({ $0 > 0 }).count < 2 {
      distances[0] += 1
      distances[1] += 1
    }
    let letterCode = HuffmanCode(letters, longest: 15)
    let distanceCode = HuffmanCode(distances, longest: 15)
    writer.write(isLast ? 1 : 0, bits: 1)
    writer.write(2, bits: 2)
    CodeLengths(letterCode, distanceCode).write(to: &writer)
    for word in words {
      switch word {
      case .byte(let byte): letterCode.write(Int(byte), to: &writer)
      case .copy(let length, let distance):
        let (letter, place) = (Scale.lengths.place(of: length), Scale.distances.place(of: distance))
        letterCode.write(letter.symbol, to: &writer)
        writer.write(letter.rest, bits: letter.bits)
        distanceCode.write(place.symbol, to: &writer)
        writer.write(place.rest, bits: place.bits)
      }
    }
    letterCode.write(256, to: &writer)
  }

  /// A table of ranges of numbers.
  ///
  /// A letter represents each range, and extra bits distinguish the numbers in it (RFC 1951,
  /// section 3.2.5).
  private struct Scale {
    let first: Int
    /// The least number of each range, and the number of its extra bits.
    let least: [Int], bits: [Int]

    static let lengths = Scale(
      first: 257,
      least: [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131,
        163, 195, 227, 258,
      ],
      bits: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0])
    static let distances = Scale(
      first: 0,
      least: [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
      ],
      bits: (0..<30).map { max(0, $0 / 2 - 1) })

    func place(of number: Int) -> (symbol: Int, rest: Int, bits: Int) {
      var (low, high) = (0, least.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if least[middle] <= number { low = middle } else { high = middle - 1 }
      }
      return (first + low, number - least[low], bits[low])
    }
  }
}

/// The code lengths of two Huffman codes, in the form of a block's header (RFC 1951, section
/// 3.2.7).
struct CodeLengths {
  /// The encoded lengths.
  ///
  /// The letters 16 to 18 mean repetitions, whose number is in the extra bits.
  private var words: [(letter: Int, rest: Int, bits: Int)] = []
  private let letterCount: Int, distanceCount: Int

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  init(_ letters: HuffmanCode, _ distances: HuffmanCode) {
    func used(_ lengths: [Int], atLeast least: Int) -> Int {
      max(least, (lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    }
    letterCount = used(letters.lengths, atLeast: 257)
    distanceCount = used(distances.lengths, atLeast: 1)
    let lengths = letters.lengths.prefix(letterCount) + distances.lengths.prefix(distanceCount)
    var rest = lengths[...]
    while let length = rest.first {
      let run = rest.prefix { $0 == length }.count
      if length == 0, run >= 3 {
        let count = min(run, 138)
        words.append(count < 11 ? (17, count - 3, 3) : (18, count - 11, 7))
        rest = rest.dropFirst(count)
      } else {
        words.append((length, 0, 0))
        rest = rest.dropFirst()
        var more = run - 1
        while length > 0, more >= 3 {
          let count = min(more, 6)
          words.append((16, count - 3, 2))
          rest = rest.dropFirst(count)
          more -= count
        }
      }
    }
  }

  func write(to writer: inout BitWriter) {
    var counts = [Int](repeating: 0, count: 19)
    for word in words { counts[word.letter] += 1 }
    let code = HuffmanCode(counts, longest: 7)
    let used = max(4, (Self.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    writer.write(letterCount - 257, bits: 5)
    writer.write(distanceCount - 1, bits: 5)
    writer.write(used - 4, bits: 4)
    for letter in Self.order.prefix(used) { writer.write(code.lengths[letter], bits: 3) }
    for word in words {
      code.write(word.letter, to: &writer)
      writer.write(word.rest, bits: word.bits)
    }
  }
}

/// Bytes encoded as single bytes and as copies of earlier ones.
struct PackedWords {
  enum Word {
    case byte(UInt8)
    case copy(length: Int, distance: Int)
  }

  private(set) var words: [Word] = []

  private static let window = 1 << 15
  private static let longest = 258
  /// The maximum number of earlier positions that are tried to find a longer copy.
  private static let patience = 48

  /// Encodes bytes.
  ///
  /// - Complexity: O(*n*), with at most `patience` comparisons for each byte.
  init(_ bytes: [UInt8]) {
    // The last place of every three bytes, by their hash, and the previous place for each place.
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

  /// Returns the number of equal bytes that follow two positions.
  private static func length(_ bytes: [UInt8], _ early: Int, _ late: Int) -> Int {
    let most = min(longest, bytes.count - late)
    var length = 0
    while length < most, bytes[early + length] == bytes[late + length] { length += 1 }
    return length
  }
}

/// A Huffman code, with short code words for frequent letters, in the canonical form of RFC 1951,
/// section 3.2.2.
///
/// D. Huffman, "A method for the construction of minimum-redundancy codes", Proc. IRE 40(9), 1952,
/// doi:10.1109/JRPROC.1952.273898.
struct HuffmanCode {
  /// The number of bits in each letter's code word; 0 for a letter that does not occur.
  let lengths: [Int]
  /// The code words.
  ///
  /// The first bit of a word is its lowest bit.
  private let words: [Int]

  /// Creates the code for letters with the given counts.
  ///
  /// If a code word would be too long, the counts are made more similar until no word is.
  init(_ counts: [Int], longest: Int) {
    var counts = counts
    var lengths = Self.lengths(counts)
    while lengths.contains(where: { $0 > longest }) {
      counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
      lengths = Self.lengths(counts)
    }
    self.lengths = lengths
    words = Self.words(lengths)
  }

  func write(_ letter: Int, to writer: inout BitWriter) {
    writer.write(words[letter], bits: lengths[letter])
  }

  /// Returns the code lengths of the Huffman tree, which is built by repeatedly merging the two
  /// least frequent trees.
  private static func lengths(_ counts: [Int]) -> [Int] {
    var lengths = counts.map { _ in 0 }
    var trees = counts.indices.filter { counts[$0] > 0 }
      .map { (count: counts[$0], letters: [$0]) }
    if trees.count == 1 { lengths[trees[0].letters[0]] = 1 }
    while trees.count > 1 {
      trees.sort { ($0.count, $0.letters[0]) > ($1.count, $1.letters[0]) }
      let (least, next) = (trees.removeLast(), trees.removeLast())
      let letters = least.letters + next.letters
      for letter in letters { lengths[letter] += 1 }
      trees.append((least.count + next.count, letters))
    }
    return lengths
  }

  /// Returns the code words, assigned in the order of their lengths, and of the letters for equal
  /// lengths.
  private static func words(_ lengths: [Int]) -> [Int] {
    var words = lengths.map { _ in 0 }
    var next = 0
    for length in 1...(max(1, lengths.max() ?? 1)) {
      next <<= 1
      for letter in lengths.indices where lengths[letter] == length {
        words[letter] = reversed(next, bits: length)
        next += 1
      }
    }
    return words
  }

  private static func reversed(_ word: Int, bits: Int) -> Int {
    (0..<bits).reduce(0) { $0 << 1 | word >> $1 & 1 }
  }
}

/// A writer of bits in the order of DEFLATE, where the first bit is the lowest bit of its byte.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var rest: UInt64 = 0
  private var count = 0

  /// Writes the lowest bits of a number, the lowest first.
  mutating func write(_ value: Int, bits: Int) {
    rest |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      count -= 8
    }
  }

  /// Returns all bytes.
  ///
  /// The unused bits of the last byte are zero.
  consuming func finished() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
    return bytes
  }
}
