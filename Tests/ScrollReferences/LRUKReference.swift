import ScrollCaching
import ScrollCore

/// `lru-k`: keeps all known references of each image and evicts the one whose K-th last is the
/// oldest.
///
/// Time counts requests. A store and a hit are references. Ranked are residents by their K-th last
/// reference, none being the oldest, and then by their last use. A reference no later than
/// `correlatedPeriod` (if that is not 0) after the last use is none: it only sets the last use. The
/// next one moves all earlier ones later by the time from the last of them to the last use. An
/// image used within that period is evicted only if no other image can be.
///
/// Evicted images stay known, the latest evictions first, as long as the costs add up to `retained`
/// times the capacity; storing an image takes it off that list.
///
/// The first view of an unseen image takes the place of its store; one that would leave is passed
/// over once, and is not known afterwards.
struct LRUKReference: EvictionPolicy {
  private struct Life {
    /// The references, the last one at the end.
    var references: [Int] = []
    var lastUse = 0
    var order = 0
    var cost = 0
  }

  private var residents: [ImageID: Life] = [:]
  /// The evicted images, in the order of eviction.
  private var history: [(image: ImageID, life: Life)] = []
  private var returning: Life?
  private var requests = 0, uses = 0
  private var capacity: Int
  private let k: Int, period: Int, retained: Double
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    k = setup.settings.integer("k")
    period = setup.settings.integer("correlatedPeriod")
    retained = setup.settings.number("retained")
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "lru-k") { LRUKReference($0) }

  private func wasJustUsed(_ life: Life) -> Bool {
    period > 0 && requests - life.lastUse <= period
  }

  private mutating func use(_ image: ImageID, _ life: Life) {
    uses += 1
    residents[image] = life
    residents[image]?.lastUse = requests
    residents[image]?.order = uses
  }

  mutating func didMiss(_ request: Request) { requests += 1 }

  mutating func didHit(_ request: Request) {
    requests += 1
    guard var life = residents[request.image] else { return }
    if unseen.unmark(request.image) {
      life.references.removeLast()
      life.references.append(requests)
    } else if !wasJustUsed(life) {
      let bundle = life.lastUse - (life.references.last ?? 0)
      life.references = life.references.map { $0 + bundle } + [requests]
    }
    use(request.image, life)
  }

  mutating func willStore(_ request: Request) {
    returning = history.first { $0.image == request.image }?.life
    history.removeAll { $0.image == request.image }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    var life = returning ?? Life()
    life.references.append(requests)
    life.cost = request.cost
    use(request.image, life)
    unseen.insert(request.image, as: admission)
    returning = nil
  }

  mutating func didRemove(_ image: ImageID) {
    residents[image] = nil
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    forget()
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let ranked = residents.sorted { rank($0.value) < rank($1.value) }.map(\.key).unpinned(pins)
    let settled = ranked.filter { residents[$0].map { !wasJustUsed($0) } ?? false }
    let victim =
      firstWithoutGrace(of: settled) ?? firstWithoutGrace(of: ranked) ?? ranked.first
    guard let victim, let life = residents[victim] else { return nil }
    residents[victim] = nil
    if !unseen.unmark(victim), Double(life.cost) <= Double(capacity) * retained {
      history.append((victim, life))
      forget()
    }
    return victim
  }

  private func rank(_ life: Life) -> (Int, Int) {
    let counts = life.references.count >= k
    return (counts ? life.references[life.references.count - k] : -1, life.order)
  }

  private mutating func firstWithoutGrace(of images: [ImageID]) -> ImageID? {
    for image in images where !unseen.useGrace(of: image) { return image }
    return nil
  }

  private mutating func forget() {
    func weight() -> Int { history.reduce(0) { $0 + $1.life.cost } }
    while !history.isEmpty, Double(weight()) > (Double(capacity) * retained).rounded(.down) {
      history.removeFirst()
    }
  }
}
