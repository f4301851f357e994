import ScrollCaching
import ScrollCore

/// `mq`: an image with r uses is on level min(queues - 1, floor(log2 r)).
///
/// Every request is a tick. A hit or an insert adds a use, and places the image as the last of its
/// level. Then on each level above 0, in ascending order, the first image goes to the end of the
/// level below if it was placed more than `lifetime` ticks ago. The first of the lowest level
/// leaves, and joins a history of Int(out x C) with its uses; an image that is stored while in the
/// history keeps them, every other image begins with none.
///
/// The first view of an unseen image places it without adding a use. As a victim it goes to the end
/// of its level once; it leaves nothing in the history.
struct MQReference: EvictionPolicy {
  private struct Entry {
    var uses: Int, level: Int, placed: Int
    /// Order of placing.
    var number: Int
  }

  private var entries: [ImageID: Entry] = [:]
  private var cost: [ImageID: Int] = [:]
  private var history: [(image: ImageID, uses: Int, cost: Int)] = []
  private let levels: Int, lifetime: Int, out: Double
  private var capacity: Int
  private var ticks = 0, placings = 0
  private var oldUses: Int?
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    levels = setup.settings.integer("queues")
    lifetime = setup.settings.integer("lifetime")
    out = setup.settings.number("out")
    capacity = setup.limits.capacity
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "mq") { MQReference($0) }

  private var room: Int { Int(exactly: (Double(capacity) * out).rounded(.down)) ?? .max }

  private func level(_ level: Int) -> [ImageID] {
    entries.filter { $0.value.level == level }.sorted { $0.value.number < $1.value.number }
      .map(\.key)
  }

  private mutating func place(_ image: ImageID, uses: Int, level: Int) {
    placings += 1
    entries[image] = Entry(uses: uses, level: level, placed: ticks, number: placings)
  }

  private mutating func use(_ image: ImageID, _ uses: Int) {
    var logarithm = 0
    while uses >> (logarithm + 1) > 0 { logarithm += 1 }
    place(image, uses: uses, level: min(levels - 1, logarithm))
    for level in 1..<max(levels, 1) {
      guard let first = self.level(level).first, let entry = entries[first],
        ticks - entry.placed > lifetime
      else { continue }
      place(first, uses: entry.uses, level: level - 1)
    }
  }

  mutating func didHit(_ request: Request) {
    ticks += 1
    let uses = entries[request.image]?.uses ?? 0
    use(request.image, unseen.unmark(request.image) ? uses : uses + 1)
  }

  mutating func didMiss(_ request: Request) { ticks += 1 }

  mutating func willStore(_ request: Request) {
    oldUses = history.first { $0.image == request.image }?.uses
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    history.removeAll { $0.image == request.image }
    cost[request.image] = request.cost
    use(request.image, (oldUses ?? 0) + 1)
    oldUses = nil
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    entries[image] = nil
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    trim(to: room)
  }

  private mutating func trim(to limit: Int) {
    while history.reduce(0, { $0 + $1.cost }) > limit { history.removeFirst() }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    for _ in 1...2 {
      for level in 0..<levels {
        for image in self.level(level).unpinned(pins) {
          guard let entry = entries[image] else { continue }
          if unseen.useGrace(of: image) {
            placings += 1
            entries[image]?.number = placings
            continue
          }
          let size = cost[image, default: 0]
          if !unseen.unmark(image), size <= room {
            trim(to: room - size)
            history.append((image, entry.uses, size))
          }
          entries[image] = nil
          return image
        }
      }
    }
    return nil
  }
}
