import ScrollCaching
import ScrollCore

/// `lfu`: how often each image was used since it was stored; the fewest uses leave.
///
/// Among equals the one that reached its count first. The first view of an unseen image is its
/// first use.
struct LFUReference: EvictionPolicy {
  private var ranks: [ImageID: (uses: Int, since: Int)] = [:]
  private var clock = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues) { unseen = UnseenImages(settings) }

  static let descriptor = PolicyDescriptor.reference(of: "lfu") { LFUReference($0.settings) }

  private mutating func rank(_ image: ImageID, uses: Int) {
    clock += 1
    ranks[image] = (uses, clock)
  }

  mutating func didHit(_ request: Request) {
    let uses = ranks[request.image]?.uses ?? 0
    rank(request.image, uses: unseen.unmark(request.image) ? 1 : uses + 1)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    rank(request.image, uses: 1)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    ranks[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let lowestFirst = ranks.sorted { $0.value < $1.value }.map(\.key)
    let victim = unseen.victim(among: lowestFirst.unpinned(pins))
    if let victim { didRemove(victim) }
    return victim
  }
}

/// `gdsf`: priority L + uses x 10^6 / bytes, of the moment of the last use; the least leaves.
///
/// L is the priority of the last victim, at first 0. Among equals the one used longest ago
/// leaves. The first view of an unseen image is its first use; 0 bytes count as 1.
struct GDSFReference: EvictionPolicy {
  private struct Entry {
    var uses: Int, bytes: Int
    var priority: Double, lastUse: Int
  }

  private var entries: [ImageID: Entry] = [:]
  private var inflation = 0.0
  private var clock = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues) { unseen = UnseenImages(settings) }

  static let descriptor = PolicyDescriptor.reference(of: "gdsf") { GDSFReference($0.settings) }

  private mutating func enter(_ image: ImageID, uses: Int, bytes: Int) {
    clock += 1
    entries[image] = Entry(
      uses: uses, bytes: bytes, priority: inflation + Double(uses) * 1e6 / Double(bytes),
      lastUse: clock)
  }

  mutating func didHit(_ request: Request) {
    guard let entry = entries[request.image] else { return }
    let uses = unseen.unmark(request.image) ? 1 : entry.uses + 1
    enter(request.image, uses: uses, bytes: entry.bytes)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    enter(request.image, uses: 1, bytes: max(1, request.cost))
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    entries[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let leastFirst = entries.sorted {
      ($0.value.priority, $0.value.lastUse) < ($1.value.priority, $1.value.lastUse)
    }
    let victim = unseen.victim(among: leastFirst.map(\.key).unpinned(pins))
    if let victim {
      inflation = entries[victim]?.priority ?? inflation
      didRemove(victim)
    }
    return victim
  }
}

extension UnseenImages {
  /// The first by rank, but every image before it uses its grace; if all of them had one,
  /// the first of all.
  fileprivate mutating func victim(among ranked: [ImageID]) -> ImageID? {
    for image in ranked where !useGrace(of: image) { return image }
    return ranked.first
  }
}
