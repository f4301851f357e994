import ScrollCaching
import ScrollCore

/// Keys to ask for, made here and repeatable.
enum KeyDraws: String, CaseIterable {
  case uniform
  case zipf = "zipf 1"

  /// So many draws among the keys `0..<keys`.
  func draw(_ count: Int, among keys: Int, seed: UInt64) -> [Int] {
    switch self {
    case .uniform:
      var random = SeededRandom(seed: seed)
      return (0..<count).map { _ in random.below(keys) }
    case .zipf:
      return Streams.zipf(requests: count, images: keys, seed: seed).images.map { Int($0.index) }
    }
  }
}
