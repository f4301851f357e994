import ScrollCaching
import ScrollCore

/// `nscache-gnustep`: a dictionary of entries and a list of the discardable ones.
///
/// A store first empties discardable entries, if there are entries and either the cost limit would
/// be exceeded or the number has reached its limit. (1.28.0 compares the number without a limit,
/// too.) It begins at the front of the list, and skips entries that were read
/// trunc(0.2 x reads / entries + 1) times or more. It stops at the entry that has freed more than
/// was still needed. The total falls by the cost of emptied entries only. With the flag
/// `evictsObjectsWithDiscardedContent`, emptied entries are removed.
final class NSCacheGNUstepReference: ReferenceModel {
  private struct Entry {
    var reads = 0
    var cost: Int
    var isEmpty = false
  }

  var ledger = ReferenceContent()
  private var entries: [ImageID: Entry] = [:]
  /// Entries that can be emptied, the one used longest ago first.
  private var candidates: [ImageID] = []
  private var total = 0
  private var limits: CacheLimits
  private let isHead: Bool, isDiscardable: Bool, removesEmpty: Bool

  init(_ setup: PolicySetup) {
    limits = setup.limits
    isHead = setup.settings["version"] == "head"
    isDiscardable = setup.settings["content"] == "discardable"
    removesEmpty = setup.settings.flag("evictsObjectsWithDiscardedContent")
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "nscache-gnustep", model: { NSCacheGNUstepReference($0) })

  func lookup(_ request: Request) -> Bool {
    let image = request.image
    entries[image]?.reads += 1
    if candidates.contains(image) { candidates.makeNewest(image) }
    return contains(image)
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    if contains(image) { ledger.strike(image, because: .replaced, notifiesDelegate: true) }
    forget(image)
    makeRoom(cost)
    entries[image] = Entry(cost: cost)
    if isDiscardable { candidates.append(image) }
    total += cost
    ledger.enter(image, cost: cost)
    return .stored
  }

  private func makeRoom(_ cost: Int) {
    let count = entries.count
    let costLimit = max(0, limits.cost ?? 0), countLimit = max(0, limits.count ?? 0)
    var need = costLimit == 0 ? 0 : max(0, total + cost - costLimit)
    let isReached = count >= countLimit && (countLimit > 0 || !isHead)
    guard count > 0, need > 0 || isReached else { return }
    let reason: RemovalReason = need > 0 ? .cost : .count
    let reads = entries.values.map(\.reads).reduce(0, +)
    let threshold = Int(Double(reads) * 0.2 / Double(count) + 1)
    for image in candidates {
      guard let entry = entries[image], entry.reads < threshold, !ledger.pinned.contains(image)
      else { continue }
      candidates.remove(image)
      total -= entry.cost
      entries[image] = removesEmpty ? nil : Entry(reads: entry.reads, cost: 0, isEmpty: true)
      ledger.strike(image, because: reason, notifiesDelegate: removesEmpty)
      if entry.cost > need { return }
      need -= entry.cost
    }
  }

  private func forget(_ image: ImageID) {
    entries[image] = nil
    candidates.removeAll { $0 == image }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    forget(image)
    ledger.strike(image, because: reason, notifiesDelegate: true)
  }

  func removeAll(because reason: RemovalReason) {
    for image in ledger.images { remove(image, because: reason) }
    entries = [:]
    candidates = []
  }

  func setLimits(_ limits: CacheLimits) { self.limits = limits }
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}
}
