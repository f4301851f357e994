package import ScrollCaching
import ScrollCore

/// Streams of requests that were each made to mislead one kind of policy.
///
/// Every change of a policy is measured on all of them, so that an improvement on one kind of
/// scroll cannot hide a loss on another. The same seed gives the same stream on every machine.
package enum TrapStream: String, CaseIterable, Sendable {
  /// A cycle over a few more images than fit: what was used longest ago is needed next.
  case loop
  /// A hot set with scans of images that never come again: what was used last is worthless.
  case scan
  /// New images that are requested three times at once and never again, beside a hot set: several
  /// uses promise nothing.
  case burst
  /// A hot set that is replaced by another one: many uses promise nothing.
  case shift
  /// A viewport that moves to and fro over more images than a small first queue holds: images come
  /// back once, soon, and in the opposite order.
  case toAndFro = "to-and-fro"
  /// Popular large images beside small ones that never come again: a small size promises nothing.
  case sizes

  /// The number of images, or in `sizes` the cost, that fits.
  package var capacity: Int { self == .sizes ? 4_000 : 100 }

  /// The requests, which depend on the case alone.
  package var requests: RequestStream {
    var random = SeededRandom(seed: 53)
    var images: [Int] = []
    // Images that never come again have numbers from here on.
    var fresh = 300
    func hot(_ random: inout SeededRandom) -> Int { min(random.below(90), random.below(90)) }
    while images.count < 6_000 {
      switch self {
      case .loop: images.append(images.count % 125)
      case .scan:
        for _ in 0..<200 { images.append(hot(&random)) }
        for _ in 0..<80 { images.append(fresh + images.count) }
      case .burst:
        images.append(hot(&random))
        if random.below(3) == 0 {
          images += [fresh, fresh, fresh]
          fresh += 1
        }
      case .shift: images.append(images.count / 1_500 * 75 + hot(&random) * 7 / 9)
      case .toAndFro: images = toAndFro(&random)
      case .sizes:
        images.append(random.below(2) == 0 ? random.below(45) : fresh + images.count)
      }
    }
    images = Array(images.prefix(6_000))
    let sizes = self == .sizes ? images.map { $0 < 300 ? 80 : 20 } : nil
    var numbers: [Int: Int] = [:]
    var keys: [UInt64] = []
    let order = images.map { image in
      if let number = numbers[image] { return ImageID(number) }
      numbers[image] = keys.count
      keys.append(UInt64(image))
      return ImageID(keys.count - 1)
    }
    return RequestStream(images: order, imageCount: keys.count, sizes: sizes, keys: keys)
  }

  private func toAndFro(_ random: inout SeededRandom) -> [Int] {
    var images: [Int] = []
    var top = 0
    while images.count < 6_000 {
      let forward = 40 + random.below(60), back = 30 + random.below(60)
      for _ in 0..<forward where top < 290 {
        top += 1
        images.append(top + 9)
      }
      for _ in 0..<back where top > 0 {
        top -= 1
        images.append(top)
      }
      if top >= 290 { top = 0 }
    }
    return images
  }
}
