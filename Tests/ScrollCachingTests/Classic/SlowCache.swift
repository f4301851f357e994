import ScrollCaching
import ScrollCore

/// A cache written down as the textbook says it: an array of residents, searched and sorted.
///
/// What the fast policies are compared with, removal by removal.
struct SlowCache {
  struct Entry {
    let image: ImageID
    let cost: Int
    /// Number of the request or store that touched it last.
    var lastUse: Int
    /// Stores and hits, or second chances.
    var uses: Int
    var priority = 0.0
  }

  enum Rule: Sendable {
    case fifo, lru, lfu, gdsf, sieve
    case clock(most: Int)
  }

  let rule: Rule
  var limit: Int
  /// In order of admission; reinsertion is admission.
  var entries: [Entry] = []
  var pinned: Set<ImageID> = []
  var removed: [ImageID] = []
  var now = 0
  var inflation = 0.0
  var hand: ImageID?

  init(_ rule: Rule, limit: Int) {
    self.rule = rule
    self.limit = limit
  }

  var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }

  func place(of image: ImageID) -> Int? { entries.firstIndex { $0.image == image } }

  /// A request, and a store if it misses.
  mutating func serve(_ image: ImageID, cost: Int) {
    now += 1
    if let place = place(of: image) {
      entries[place].lastUse = now
      entries[place].uses += 1
      if case .clock(let most) = rule { entries[place].uses = min(entries[place].uses, most) }
      entries[place].priority = priority(of: entries[place])
      return
    }
    guard cost <= limit, makeRoom(for: cost) else { return }
    var entry = Entry(image: image, cost: cost, lastUse: now, uses: 1)
    switch rule {
    case .clock, .sieve: entry.uses = 0
    default: break
    }
    entry.priority = priority(of: entry)
    entries.append(entry)
  }

  mutating func remove(_ image: ImageID) {
    guard let place = place(of: image) else { return }
    takeOut(place)
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    _ = makeRoom(for: 0)
  }

  private mutating func makeRoom(for cost: Int) -> Bool {
    while totalCost + cost > limit {
      guard entries.contains(where: { !pinned.contains($0.image) }) else { return false }
      takeOut(victim())
    }
    return true
  }

  private mutating func takeOut(_ place: Int) {
    if hand == entries[place].image {
      hand = place + 1 < entries.count ? entries[place + 1].image : nil
    }
    removed.append(entries.remove(at: place).image)
  }

  private func priority(of entry: Entry) -> Double {
    inflation + Double(entry.uses) * 1e6 / Double(entry.cost)
  }

  /// The unpinned resident with the smallest key.
  private func least(_ key: (Entry) -> (Double, Int)) -> Int {
    let candidates = entries.indices.filter { !pinned.contains(entries[$0].image) }
    return candidates.min { key(entries[$0]) < key(entries[$1]) } ?? 0
  }

  private mutating func victim() -> Int {
    switch rule {
    case .fifo: return least { _ in (0, 0) }
    case .lru: return least { (0, $0.lastUse) }
    case .lfu: return least { (Double($0.uses), $0.lastUse) }
    case .gdsf:
      let place = least { ($0.priority, $0.lastUse) }
      inflation = entries[place].priority
      return place
    case .clock:
      while true {
        let place = least { _ in (0, 0) }
        if entries[place].uses == 0 { return place }
        var entry = entries.remove(at: place)
        entry.uses -= 1
        entries.append(entry)
      }
    case .sieve:
      var place = hand.flatMap(self.place(of:)) ?? 0
      while pinned.contains(entries[place].image) || entries[place].uses > 0 {
        if !pinned.contains(entries[place].image) { entries[place].uses = 0 }
        place = (place + 1) % entries.count
      }
      hand = entries[place].image
      return place
    }
  }
}
