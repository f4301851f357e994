import BasicContainers

/// A long row of words, all 0 at first, that stores only the reached words.
///
/// A row that is not much longer than the number of images is stored whole. For a longer row, a
/// table contains the reached words, each with its number. The table doubles when it is half full.
/// Once it is half as long as the row, the row is stored whole, too. The storage does not affect
/// the values.
///
/// - Complexity: O(1), and O(words reached) when the table doubles.
struct SparseRow<Word: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
  /// The number of words in the row.
  let length: Int
  /// A Boolean value that indicates whether all words are stored, each at the index that is its
  /// number.
  private(set) var isWhole: Bool
  /// The stored words.
  var words: RigidArray<Word>
  /// The number of the word in each place of the table, plus 1; 0 for a free place.
  private var numbers: RigidArray<UInt32>
  private var reached = 0

  /// Creates a row of zeros.
  /// - Parameters:
  ///   - length: The number of words, below 2^32.
  ///   - images: The number of images that may reach the row, as far as known.
  ///   - depth: The number of words that an image reaches.
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

  /// Returns the place of the word with a number, valid until the next call.
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

  /// Returns the place of a number in the table, or the free place for it.
  private func search(_ number: Int) -> Int {
    let tag = Self.tag(number)
    let hash = UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(truncatingIfNeeded: hash >> 32) & (numbers.count - 1)
    while numbers[place] != 0, numbers[place] != tag {
      place = (place + 1) & (numbers.count - 1)
    }
    return place
  }

  /// Doubles the table, or stores the row whole.
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
