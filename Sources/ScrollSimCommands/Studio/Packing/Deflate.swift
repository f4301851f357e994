/// Bytes packed as browsers unpack them (RFC 1951, "DEFLATE"): repetitions of up to 258 bytes in the
/// last 32 kB, and codes whose lengths follow how often each letter comes.
///
/// It packs the text of a scene, columns of numbers of which many repeat, to about a fifth.
enum Deflate {
  /// The packed bytes.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    let words = PackedWords(bytes).words
    // Blocks of their own codes, since the columns have letters of their own.
    let size = 1 << 15
    var start = 0
    repeat {
      let end = min(start + size, words.count)
      write(words[start..<end], isLast: end == words.count, to: &writer)
      start = end
    } while start < words.count
    return writer.finished()
  }

  /// One block with codes of its own.
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
    // A code of one letter is no code to every reader.
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

  /// Numbers in ranges, each with a letter and further bits (RFC 1951, section 3.2.5).
  private struct Scale {
    let first: Int
    /// The least number of each range, and how many bits tell its numbers apart.
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
