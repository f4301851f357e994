import ScrollCore
import ScrollDevice

/// Small pictures of a feed's authors: the more often an author posts, the more often one is shown.
///
/// The author of a post is drawn by Zipf's law with exponent 1, so that the second posts half as
/// often as the first; an estimate.
struct AvatarPool {
  private let upTo: [Int]

  /// - Precondition: 1 to a million authors.
  init(_ count: Int) {
    var sum = 0
    // In billionths, so that drawing is exact.
    upTo = (1...count).map { rank in
      sum += 1_000_000_000 / rank
      return sum
    }
  }

  static let counts = 1...1_000_000

  /// The picture of every author.
  static func image(from origin: ImageOrigin) -> ImageCatalog.Entry {
    ImageCatalog.Entry(width: 132, height: 132, format: .jpeg, origin: origin)
  }

  /// An author, from 0.
  func draw(_ random: inout SeededRandom) -> Int {
    let place = random.below(upTo[upTo.count - 1])
    var (low, high) = (0, upTo.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if upTo[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
