package import ScrollCaching
import ScrollCore

/// `lfu`: how often each image was used since it was stored; the fewest uses leave.
///
/// Among equals the one that reached its count first. The first view of an unseen image is its
/// first use.
struct LFUReference: EvictionPolicy {
  private let bug: LFUBug?
  /// Of every image that was ever in.
  private var uses: [ImageID: Int] = [:]
  /// When each resident reached its count.
  private var since: [ImageID: Int] = [:]
  private var clock = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues, bug: LFUBug? = nil) {
    self.bug = bug
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "lfu") { LFUReference($0.settings) }

  private mutating func count(_ image: ImageID, _ number: Int) {
    clock += 1
    (uses[image], since[image]) = (number, clock)
  }

  mutating func didHit(_ request: Request) {
    let before = uses[request.image, default: 0]
    let isFirstView = unseen.unmark(request.image)
    if bug == .countSaturates, before >= 3 { return }
    count(request.image, isFirstView && bug != .countsPrefetchedView ? 1 : before + 1)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    count(
      request.image, bug == .countSurvivesEviction ? uses[request.image, default: 0] + 1 : 1)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    since[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let lowestFirst = since.keys.sorted { rank($0) < rank($1) }
    let victim = unseen.victim(among: lowestFirst.unpinned(pins))
    if let victim { didRemove(victim) }
    return victim
  }

  private func rank(_ image: ImageID) -> (Int, Int) {
    let (uses, since) = (uses[image, default: 0], since[image, default: 0])
    return switch bug {
    case .tiesNewestFirst: (uses, -since)
    case .tiesByIndex: (uses, Int(image.index))
    default: (uses, since)
    }
  }
}

package enum LFUBug: PlantedBug {
  case countSurvivesEviction, tiesNewestFirst, tiesByIndex, countsPrefetchedView, countSaturates

  package var descriptor: PolicyDescriptor {
    .reference(of: "lfu") { LFUReference($0.settings, bug: self) }
  }
}

/// `gdsf`: priority L + uses x 10^6 / bytes, of the moment of the last use; the least leaves.
///
/// L is the priority of the last victim, at first 0. Among equals the one used longest ago
/// leaves. The first view of an unseen image is its first use; 0 bytes count as 1.
struct GDSFReference: EvictionPolicy {
  private struct Entry {
    let bytes: Int
    let priority: Double
    let lastUse: Int
  }

  private let bug: GDSFBug?
  private var entries: [ImageID: Entry] = [:]
  /// Of every image that was ever in.
  private var uses: [ImageID: Int] = [:]
  private var inflation = 0.0
  private var clock = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues, bug: GDSFBug? = nil) {
    self.bug = bug
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "gdsf") { GDSFReference($0.settings) }

  private mutating func enter(_ image: ImageID, uses: Int, bytes: Int) {
    clock += 1
    self.uses[image] = uses
    let worth =
      bug == .wholeNumbers ? Double(uses / bytes) : Double(uses) * 1e6 / Double(bytes)
    entries[image] = Entry(bytes: bytes, priority: inflation + worth, lastUse: clock)
  }

  mutating func didHit(_ request: Request) {
    guard let entry = entries[request.image] else { return }
    let isFirstView = unseen.unmark(request.image)
    enter(
      request.image, uses: isFirstView ? 1 : uses[request.image, default: 0] + 1,
      bytes: bug == .requestSize ? max(1, request.cost) : entry.bytes)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let before = bug == .usesSurvive ? uses[request.image, default: 0] : 0
    enter(
      request.image, uses: before + 1,
      bytes: max(bug == .dividesByZero ? 0 : 1, request.cost))
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    entries[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let leastFirst = entries.sorted {
      ($0.value.priority, $0.value.lastUse) < ($1.value.priority, $1.value.lastUse)
    }.map(\.key)
    guard let least = leastFirst.first,
      let victim = unseen.victim(among: leastFirst.unpinned(pins))
    else { return nil }
    let priority = entries[bug == .pinnedRaiseInflation ? least : victim]?.priority
    if bug != .inflationNotRaised { inflation = priority ?? inflation }
    didRemove(victim)
    return victim
  }
}

package enum GDSFBug: PlantedBug {
  case inflationNotRaised, requestSize, dividesByZero, wholeNumbers, usesSurvive
  case pinnedRaiseInflation

  package var descriptor: PolicyDescriptor {
    .reference(of: "gdsf") { GDSFReference($0.settings, bug: self) }
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
