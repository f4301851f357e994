/// The lengths of the words of two codes, as a block begins with them (RFC 1951, section 3.2.7).
struct CodeLengths {
  /// A length, or with 16 to 18 a repetition and how long it is.
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
