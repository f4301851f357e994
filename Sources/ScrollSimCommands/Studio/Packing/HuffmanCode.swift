/// A code of short words for letters that come often, in the canonical form of RFC 1951, section
/// 3.2.2.
///
/// D. Huffman, "A method for the construction of minimum-redundancy codes", Proc. IRE 40(9), 1952,
/// doi:10.1109/JRPROC.1952.273898.
struct HuffmanCode {
  /// Bits of each letter's word; 0 for a letter that does not come.
  let lengths: [Int]
  /// The words, the first bit lowest.
  private let words: [Int]

  /// The code for letters that come so often.
  ///
  /// Where a word would be longer than may be, counts are made more alike until none is.
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

  /// The two trees that come least often become one, until one is left.
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

  /// Words in the order of their lengths, then of the letters.
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
