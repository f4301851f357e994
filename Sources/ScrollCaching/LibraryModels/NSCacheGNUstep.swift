import BasicContainers
public import ScrollCore

/// NSCache as implemented in GNUstep, where values that were not read lose their content and plain
/// values stay.
///
/// Every entry counts its reads. A store makes space if it would exceed the cost limit, or if the
/// entries have reached the count limit. It examines the discardable entries, the one used longest
/// ago first. An image that is not in use loses its content if it was read less than `0.2 x mean
/// reads + 1` times (rounded down). The examination ends once an image has freed more than needed.
/// With a mean below 5 one read protects for ever. With `evictsObjectsWithDiscardedContent` the
/// emptied entries are removed and the delegate is called; without it (the default) they stay as
/// shells, which count as entries. Plain values are never evicted, regardless of the limits. Memory
/// warnings and the background change nothing. The delegate is called for removed and replaced
/// values too.
///
/// Two faults are part of the model: removing a value does not lower the total cost, so later
/// stores evict unnecessarily; and up to 1.28.0 a cache without a count limit discards at every
/// store. The total that this class reports is the total of its residents.
///
/// Evidence: recorded, both versions, on random sequences. Apple's NSCache behaves differently.
/// With space for five values, and after value 2 was read, it called the delegate for 1, 3 and 4.
/// This model calls it for none. The model stays for comparison. Choices: a pinned image is content
/// in use; an image whose content is gone is not resident, though a look-up of its shell counts as
/// a read.
///
/// - Complexity: O(entries) per store that makes room, O(1) otherwise.
public final class NSCacheGNUstep: HoldingModel {
  private var entries: GNUstepEntries
  var holdings: Holdings
  private let isDiscardable: Bool, removesDiscarded: Bool

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - isHead: `true` for the version of 2026, `false` for 1.28.0.
  ///   - isDiscardable: `true` if images implement NSDiscardableContent.
  ///   - evictsObjectsWithDiscardedContent: `true` if emptied entries are removed.
  public init(
    _ setup: PolicySetup, isHead: Bool = true, isDiscardable: Bool = true,
    evictsObjectsWithDiscardedContent: Bool = false
  ) {
    entries = GNUstepEntries(
      imageCount: setup.imageCount, countsWithoutLimit: !isHead,
      evictsObjectsWithDiscardedContent: evictsObjectsWithDiscardedContent)
    holdings = Holdings(imageCount: setup.imageCount)
    self.isDiscardable = isDiscardable
    removesDiscarded = evictsObjectsWithDiscardedContent
    setLimits(setup.limits)
  }

  public func lookup(_ request: Request) -> Bool {
    _ = entries.get(request.image)
    return holdings.contains(request.image)
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    let cost = max(0, request.cost)
    if holdings.contains(image) {
      holdings.drop(image, because: .replaced, notifyingDelegate: true)
    }
    entries.set(
      image, cost: cost, isDiscardable: isDiscardable,
      uses: holdings.pins.contains(image) ? 1 : 0)
    let reason: RemovalReason = entries.lacksCost ? .cost : .count
    entries.drain { event in
      guard case .discarded(let victim) = event else { return }
      holdings.drop(victim, because: reason, notifyingDelegate: removesDiscarded)
    }
    holdings.add(image, cost: cost)
    return .stored
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    entries.contents.discardIfPossible(image)
    if reason == .discarded, isDiscardable {
      // The entry stays, because nothing here reads the content before room has to be made.
      guard entries.contents.isDiscarded(image) else { return }
      return holdings.drop(image, because: reason, notifyingDelegate: false)
    }
    forget(image)
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images {
      remove(ImageID(index), because: reason)
      forget(ImageID(index))
    }
  }

  private func forget(_ image: ImageID) {
    entries.remove(image)
    entries.drain { _ in }
  }

  public func pin(_ image: ImageID) {
    if !holdings.pins.contains(image) { entries.contents.beginAccess(image) }
    holdings.pins.insert(image)
  }

  public func unpin(_ image: ImageID) {
    if holdings.pins.contains(image) { entries.contents.endAccess(image) }
    holdings.pins.remove(image)
  }

  public func setLimits(_ limits: CacheLimits) {
    entries.countLimit = max(0, limits.count ?? 0)
    entries.costLimit = max(0, limits.cost ?? 0)
  }
}

extension NSCacheGNUstep {
  static let descriptor = PolicyDescriptor(
    "nscache-gnustep", "NSCache in GNUstep: evicts unread discardable images, keeps plain ones.",
    settings: [
      Setting(
        "version", .choice(["head", "1.28.0"]), standard: "head",
        "head is the version of 2026; 1.28.0 discards at every store without a count limit."),
      Setting(
        "content", .choice(["discardable", "plain"]), standard: "discardable",
        "Images implement NSDiscardableContent; plain ones are never evicted."),
      Setting(
        "evictsObjectsWithDiscardedContent", .flag, standard: "false",
        "Entries without content are removed; otherwise they stay as empty shells."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Before a store, an image read less than 0.2 x mean reads + 1 times loses its content, \
        from the one used longest ago until more than enough is freed. Removing a value never \
        lowers the total, a bug of the original that causes needless evictions later. Source: \
        the behavior of libs-base 1.28.0 and of its head in August 2026. Evidence: recorded. As \
        a model of Apple's NSCache it is refuted by observation and kept for comparison.
        """,
      limits: .measured, zeroIsNoLimit: true, refusal: .nothing, claims: [.keepsNewcomers]),
    model: {
      NSCacheGNUstep(
        $0, isHead: $0.settings["version"] == "head",
        isDiscardable: $0.settings["content"] == "discardable",
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}

/// The table of GNUstep's NSCache, with its entries, their reads, and the rule that makes room.
///
/// `NSCacheGNUstep` is the cache around it and documents the rule. The table holds values that
/// implement NSDiscardableContent and plain ones side by side, as an app may mix them, and records
/// in order the delegate calls and the discarded contents.
///
/// - Complexity: O(1) per call, besides making room: O(discardable entries).
package struct GNUstepEntries: ~Copyable {
  package enum Event: Equatable, Sendable {
    /// The discarding of a value's content.
    case discarded(ImageID)
    /// A delegate call for the removal of a value.
    case told(ImageID)
  }

  private struct Entry: BitwiseCopyable {
    var reads = 0, cost = 0
    var isEvictable = false, isDiscardable = false, isIn = false
  }

  private var entries: RigidArray<Entry>
  /// The entries of discardable values, oldest use first.
  private var candidates: ItemList
  package var contents: DiscardableContents
  private(set) var count = 0
  private var total = 0, totalReads = 0
  package var countLimit = 0, costLimit = 0
  private let countsWithoutLimit: Bool, removesDiscarded: Bool
  private var events = UniqueArray<Event>()
  /// A Boolean value that indicates whether the last room was made because of the cost.
  private(set) var lacksCost = false

  /// Creates an empty table.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - countsWithoutLimit: `true` if a count limit of 0 is always reached, as in 1.28.0.
  ///   - evictsObjectsWithDiscardedContent: `true` if a value without content is removed from the
  ///     table.
  package init(
    imageCount: Int, countsWithoutLimit: Bool, evictsObjectsWithDiscardedContent: Bool
  ) {
    entries = RigidArray(repeating: Entry(), count: imageCount)
    candidates = ItemList(imageCount: imageCount)
    contents = DiscardableContents(imageCount: imageCount, isOn: true)
    self.countsWithoutLimit = countsWithoutLimit
    removesDiscarded = evictsObjectsWithDiscardedContent
  }

  /// Returns whether there is an entry, with or without content.
  package func contains(_ image: ImageID) -> Bool { entries[Int(image.index)].isIn }

  /// Reads a value, and returns whether there is an entry.
  package mutating func get(_ image: ImageID) -> Bool {
    guard contains(image) else { return false }
    if entries[Int(image.index)].isEvictable { candidates.moveToNewest(image) }
    entries[Int(image.index)].reads += 1
    totalReads += 1
    return true
  }

  /// Stores a value, after making room for it.
  package mutating func set(_ image: ImageID, cost: Int, isDiscardable: Bool, uses: Int = 0) {
    if contains(image) { remove(image) }
    makeRoom(for: cost)
    if isDiscardable {
      contents.create(image, uses: uses)
      candidates.append(image)
    } else {
      contents.forget(image)
    }
    entries[Int(image.index)] = Entry(
      cost: cost, isEvictable: isDiscardable, isDiscardable: isDiscardable, isIn: true)
    count += 1
    total += cost
  }

  /// Removes an entry; its cost stays in the total, as in the real class.
  package mutating func remove(_ image: ImageID) {
    guard contains(image) else { return }
    events.append(.told(image))
    let entry = entries[Int(image.index)]
    totalReads -= entry.reads
    if entry.isDiscardable { candidates.remove(image) }
    entries[Int(image.index)] = Entry()
    count -= 1
  }

  /// Removes everything, in ascending order; the real class uses the order of its hash table.
  package mutating func removeAll() {
    for index in 0..<entries.count { remove(ImageID(index)) }
  }

  private mutating func makeRoom(for cost: Int) {
    guard count > 0 else { return }
    var need = costLimit > 0 ? max(0, total + cost - costLimit) : 0
    let isFull = (countsWithoutLimit || countLimit > 0) && count >= countLimit
    guard need > 0 || isFull else { return }
    lacksCost = need > 0
    let threshold = Int(0.2 * Double(totalReads) / Double(count) + 1)
    var gone: [ImageID] = []
    var candidate = candidates.oldest()
    while let image = candidate {
      candidate = candidates.newer(than: image)
      let entry = entries[Int(image.index)]
      guard entry.isEvictable, entry.reads < threshold else { continue }
      let wasThere = !contents.isDiscarded(image)
      contents.discardIfPossible(image)
      guard contents.isDiscarded(image) else { continue }
      if wasThere { events.append(.discarded(image)) }
      entries[Int(image.index)].cost = 0
      entries[Int(image.index)].isEvictable = false
      total -= entry.cost
      gone.append(image)
      if entry.cost > need { break }
      need -= entry.cost
    }
    guard removesDiscarded else { return }
    for image in gone { remove(image) }
  }

  /// Hands over the events since the last call, in order, and forgets them.
  package mutating func drain(_ body: (Event) -> Void) {
    for index in 0..<events.count { body(events[index]) }
    events.removeAll(keepingCapacity: true)
  }
}
