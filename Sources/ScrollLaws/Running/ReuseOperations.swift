import ScrollCaching
import ScrollCore

/// What an app does with ever new images: half of what it asks for it never had, much it had a
/// while ago, some it wants for long.
struct ReuseOperations {
  private let room: Int
  private let weighs: Bool
  private let imageCount: Int
  private let isSpatial: Bool
  private(set) var placement: ItemPlacement
  private var random: SeededRandom
  /// How many images came so far, in turns.
  private var newest = 0
  private var pinned: [ImageID] = []
  private var now = SimTime.zero
  private var offset = 0.0
  /// Whether what the last look-up missed is stored.
  private(set) var storesOnMiss = true

  init(room: Int, weighs: Bool, imageCount: Int, isSpatial: Bool, seed: UInt64) {
    (self.room, self.weighs, self.imageCount) = (room, weighs, imageCount)
    self.isSpatial = isSpatial
    placement = ItemPlacement(line: imageCount)
    random = SeededRandom(seed: seed)
  }

  /// Room for so many images of middle size.
  func limits(_ images: Int) -> CacheLimits {
    weighs ? CacheLimits(cost: 1_000 * images) : CacheLimits(count: images)
  }

  /// How many images there were so far.
  var imagesSeen: Int { min(newest, imageCount) }

  /// What happens next.
  mutating func next() -> [Verb] {
    let image = image()
    now += SimTime(milliseconds: Double(random.below(20)))
    let request = Request(image: image, cost: cost(of: image), time: now)
    switch random.below(256) {
    case 0...3: return [.remove(image)]
    case 4...23: return [.store(request, .prefetched)]
    case 24...27: return [.store(request, .viewed)]
    case 28...31 where pinned.count < room / 2:
      pinned.append(image)
      return [.pin(image)]
    case 32...37:
      return pinned.isEmpty ? [] : [.unpin(pinned.remove(at: random.below(pinned.count)))]
    case 38: return [.limits(limits(room / 2 + random.below(room)))]
    case 39 where random.below(4) == 0:
      return [.pressure(random.below(2) == 0 ? .warning : .critical, now), .pressure(.normal, now)]
    case 40 where random.below(16) == 0: return [.removeAll]
    case 41 where isSpatial && random.below(16) == 0: return [turned()]
    default:
      storesOnMiss = random.below(16) != 0
      return isSpatial && random.below(2) == 0
        ? [moved(to: image), .lookUp(request)] : [.lookUp(request)]
    }
  }

  private mutating func image() -> ImageID {
    let drawn: Int
    switch random.below(8) {
    case 0...3:
      drawn = newest
      newest += 1
    case 4...6: drawn = newest - 1 - random.below(4 * room)
    default: drawn = newest / 400 * 400 - random.below(max(1, room / 2))
    }
    return ImageID(max(drawn, 0) % imageCount)
  }

  /// Usually that of the image, now and then another.
  private mutating func cost(of image: ImageID) -> Int {
    weighs ? 1 + (Int(image.index) * 37 + random.below(2)) % 1_999 : 1
  }

  private mutating func moved(to image: ImageID) -> Verb {
    let start = placement.starts[Int(image.index)] + Double(random.below(64)) / 64
    defer { offset = start }
    let velocity = random.below(3) == 0 ? 0 : (start - offset) * Double(random.below(64))
    return .viewport(
      Viewport(
        lower: start, upper: start + 2, velocity: velocity,
        direction: start < offset ? .backward : .forward,
        phase: [.idle, .tracking, .decelerating][random.below(3)], time: now))
  }

  /// Every item as long as drawn.
  private mutating func turned() -> Verb {
    let length = Double(1 + random.below(3))
    let starts = (0..<imageCount).map { Double($0) * length }
    placement = placement.moved(
      starts: starts, ends: starts.map { $0 + length },
      breadths: Array(repeating: 1, count: imageCount), extent: Double(imageCount) * length)
    return .placement(placement)
  }
}
