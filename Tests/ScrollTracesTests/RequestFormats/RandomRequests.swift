import Foundation
import ScrollCore
import ScrollTraces

/// Requests of every kind of size, with their moments.
func randomRequests(seed: UInt64, sizes: ClosedRange<Int> = 1...3_000_000) -> [TimedRequest] {
  var random = SeededRandom(seed: seed)
  let images = random.within(1...60)
  let known = (0..<images).map { _ in random.within(sizes) }
  var time = SimTime.zero
  return (0..<random.within(1...400)).map { _ in
    time += SimTime(nanoseconds: Int64(random.within(0...400_000_000)))
    let image = random.below(images)
    // Some change their sizes, as a resource with a new version does.
    let size = random.chance(0.1) ? random.within(sizes) : known[image]
    return TimedRequest(
      time: time, image: ImageID(image), size: size,
      item: random.chance(0.9) ? ItemID(image) : nil, isPrefetch: random.chance(0.2))
  }
}

extension RequestFile {
  init(_ bytes: [UInt8], _ path: String = "trace") {
    self.init(path: path, data: Data(bytes))
  }
}
