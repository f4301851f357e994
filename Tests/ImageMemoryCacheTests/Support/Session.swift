import ImageMemoryCache

/// Random operations of an app: half of the keys are new, many others were used a while ago.
struct Session {
  private var random: SeededRandom
  private let room: Int
  private var newest = 0
  private var pinned: [Int] = []

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - seed: the seed of all operations.
  ///   - room: the number of values of medium cost that fit.
  init(seed: UInt64, room: Int) {
    random = SeededRandom(seed: seed)
    self.room = room
  }

  private static func bytes(of key: Int) -> Int { 1 + key &* 37 % 199 }

  /// Returns the place of a key's item.
  static func place(of key: Int) -> Range<Double> { Double(key) * 100..<Double(key + 1) * 100 }

  private mutating func key() -> Int {
    switch random.below(8) {
    case 0...2:
      newest += 1
      return newest
    case 3...6: return max(0, newest - random.below(4 * room))
    default: return newest / 400 * 400 + random.below(room)
    }
  }

  /// Performs one operation.
  mutating func step(_ cache: BlobCache, reportsPositions: Bool) {
    let key = key()
    if reportsPositions { cache.place(key, at: Self.place(of: key)) }
    switch random.below(256) {
    case 0...3: cache.removeValue(for: key)
    case 4...23: store(cache, key, as: .prefetched)
    case 24...27: store(cache, key, as: .viewed)
    case 28...31 where pinned.count < room / 4:
      pinned.append(key)
      cache.pin(key)
    case 32...37 where !pinned.isEmpty:
      cache.unpin(pinned.remove(at: random.below(pinned.count)))
    case 38: cache.limits = CacheLimits(cost: 100 * (room / 2 + random.below(room)))
    case 39 where random.below(4) == 0:
      cache.respond(to: .pressure(random.below(2) == 0 ? .warning : .critical))
      cache.respond(to: .pressure(.normal))
    case 40 where random.below(8) == 0: cache.respond(to: .background, with: .keepShare(0.5))
    case 41 where random.below(16) == 0: cache.removeAll()
    case 42...80 where reportsPositions: move(cache, to: key)
    default: if cache[key] == nil, random.below(16) > 0 { store(cache, key, as: .viewed) }
    }
  }

  private mutating func store(_ cache: BlobCache, _ key: Int, as admission: Admission) {
    let bytes = Self.bytes(of: key) + random.below(2)
    let load = random.below(2) == 0 ? LoadTime(milliseconds: Double(1 + random.below(80))) : nil
    cache.insert(Blob(key, bytes: bytes), for: key, as: admission, loadTime: load)
  }

  private mutating func move(_ cache: BlobCache, to key: Int) {
    let lower = Double(key) * 100 - Double(random.below(300))
    cache.setViewport(
      Viewport(
        lower: lower, upper: lower + 800, velocity: Double(random.below(4_000) - 2_000),
        direction: random.below(4) == 0 ? .backward : .forward))
  }
}
