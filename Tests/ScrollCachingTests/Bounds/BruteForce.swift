import ScrollCaching
import ScrollCore

/// The fewest misses of all caches, found by trying everything that a cache can do.
///
/// After each request the cache may hold any images among those that it held and the one
/// asked for, as many as fit; one that must admit holds an image at least until the next
/// request after it missed.
struct BruteForce {
  let images: [Int]
  let capacity: Int
  let mayRefuse: Bool
  /// By position and set of residents, as bits.
  private var known: [[Int?]]

  init(_ stream: RequestStream, capacity: Int, mayRefuse: Bool) {
    images = stream.images.map { Int($0.index) }
    self.capacity = capacity
    self.mayRefuse = mayRefuse
    known = Array(
      repeating: Array(repeating: nil, count: 1 << stream.imageCount), count: images.count)
  }

  static func misses(_ stream: RequestStream, capacity: Int, mayRefuse: Bool) -> Int {
    var search = BruteForce(stream, capacity: capacity, mayRefuse: mayRefuse)
    return search.misses(from: 0, holding: 0)
  }

  private mutating func misses(from position: Int, holding residents: Int) -> Int {
    guard position < images.count else { return 0 }
    if let known = known[position][residents] { return known }
    let newcomer = 1 << images[position]
    let isMiss = residents & newcomer == 0
    var least = Int.max
    // Every subset of what there is: the next smaller number with no other bits.
    let offered = residents | newcomer
    var choice = offered
    while true {
      let isAllowed = !isMiss || mayRefuse || capacity == 0 || choice & newcomer != 0
      if isAllowed, choice.nonzeroBitCount <= capacity {
        least = min(least, misses(from: position + 1, holding: choice))
      }
      if choice == 0 { break }
      choice = (choice - 1) & offered
    }
    let total = least + (isMiss ? 1 : 0)
    known[position][residents] = total
    return total
  }
}
