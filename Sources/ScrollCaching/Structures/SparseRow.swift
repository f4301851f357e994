import BasicContainers

/// A long row of words, all 0 at first, of which only those are kept that were reached.
///
/// A row that is not much longer than what may reach it is kept whole. Of a longer one those
/// that were reached stand in a table, each beside its number; the table doubles when it is half
/// full, until it is half as long as the row, which is then kept whole, too. No reading can tell
/// how it is kept.
///
/// - Complexity: O(1), and O(words reached) when the table doubles.
struct SparseRow<Word: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
  /// How many words there would be.
  let length: Int
  /// Whether each word stands at its number: then it is read and changed there.
  private(set) var isWhole: Bool
  /// The words that are kept.
  var words: RigidArray<Word>
  /// Of a table: the number of the word in each place, plus 1; 0 where there is none.
  private var numbers: RigidArray<UInt32>
  private var reached = 0

  /// A row of zeros.
  /// - Parameters:
  ///   - length: how many words; below 2^32.
  ///   - images: how many images may reach it, so far as is known.
  ///   - depth: how many words an image reaches.
  init(length: Int, images: Int, depth: Int) {
    self.length = length
    isWhole = length > 0 && length / 64 <= images
    var places = length > 0 ? 1 : 0
    while places > 0, places < 2 * depth * max(images, 1) { places *= 2 }
    words = RigidArray(repeating: 0, count: isWhole ? length : places)
    numbers = RigidArray(repeating: 0, count: isWhole ? 0 : places)
  }

  /// The word with a number.
  subscript(number: Int) -> Word {
    guard !isWhole else { return words[number] }
    let place = search(number)
    return numbers[place] == 0 ? 0 : words[place]
  }

  /// Where the word with a number is kept from now on, until the next is asked for.
  mutating func place(of number: Int) -> Int {
    if isWhole { return number }
    var place = search(number)
    guard numbers[place] == 0 else { return place }
    if 2 * reached >= numbers.count {
      extend()
      if isWhole { return number }
      place = search(number)
    }
    numbers[place] = Self.tag(number)
    reached += 1
    return place
  }

  private static func tag(_ number: Int) -> UInt32 { UInt32(truncatingIfNeeded: number) + 1 }

  /// The place of a number in the table, or the free one that it would get.
  private func search(_ number: Int) -> Int {
    let tag = Self.tag(number)
    let hash = UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(truncatingIfNeeded: hash >> 32) & (numbers.count - 1)
    while numbers[place] != 0, numbers[place] != tag {
      place = (place + 1) & (numbers.count - 1)
    }
    return place
  }

  /// Doubles the table, or keeps the row whole.
  private mutating func extend() {
    let places = 2 * numbers.count
    isWhole = places > length / 2
    var oldWords = RigidArray<Word>(repeating: 0, count: isWhole ? length : places)
    var oldNumbers = RigidArray<UInt32>(repeating: 0, count: isWhole ? 0 : places)
    swap(&oldWords, &words)
    swap(&oldNumbers, &numbers)
    for place in 0..<oldNumbers.count where oldNumbers[place] != 0 {
      let number = Int(oldNumbers[place] - 1)
      let new = isWhole ? number : search(number)
      if !isWhole { numbers[new] = oldNumbers[place] }
      words[new] = oldWords[place]
    }
  }
}
