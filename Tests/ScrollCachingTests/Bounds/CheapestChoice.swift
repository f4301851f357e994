import ScrollCaching
import ScrollCore

/// A brute-force search for the least cost of misses in a cache that may refuse images.
///
/// It tries every decision, and works for all sizes and costs.
struct CheapestChoice {
  private let images: [Int]
  private let sizes: [Int]
  private let costs: [Int]
  private let capacity: Int
  /// The costs found so far, by position and by set of residents, as bits.
  private var known: [[Int]]

  /// Returns the least cost of a stream's misses, with one size per image and one cost per request.
  static func cost(
    _ stream: RequestStream, sizes: [Int], costs: [Int], capacity: Int
  ) -> Int {
    var search = CheapestChoice(
      images: stream.images.map { Int($0.index) }, sizes: sizes, costs: costs,
      capacity: capacity,
      known: Array(
        repeating: Array(repeating: -1, count: 1 << stream.imageCount),
        count: stream.images.count))
    return search.cost(from: 0, holding: 0)
  }

  private mutating func cost(from position: Int, holding residents: Int) -> Int {
    guard position < images.count else { return 0 }
    if known[position][residents] >= 0 { return known[position][residents] }
    let newcomer = 1 << images[position]
    var least = Int.max
    let offered = residents | newcomer
    var choice = offered
    while true {
      let size = sizes.indices.reduce(0) { choice & 1 << $1 == 0 ? $0 : $0 + sizes[$1] }
      if size <= capacity { least = min(least, cost(from: position + 1, holding: choice)) }
      if choice == 0 { break }
      choice = (choice - 1) & offered
    }
    let total = least + (residents & newcomer == 0 ? costs[position] : 0)
    known[position][residents] = total
    return total
  }
}
