import BasicContainers
package import ScrollCore

/// The table of GNUstep's NSCache: entries, reads, and how it makes room.
///
/// `NSCacheGNUstep` is the cache around it; see there for the rule. It speaks of values that
/// implement NSDiscardableContent and of plain ones side by side, as an app may mix them, and
/// writes down in order the calls of the delegate and which contents go.
///
/// - Complexity: O(1) per verb, besides making room: O(discardable entries).
package struct GNUstepEntries: ~Copyable {
  package enum Event: Equatable, Sendable {
    /// The content of a value was freed.
    case discarded(ImageID)
    /// The delegate is called: a value leaves.
    case told(ImageID)
  }

  private struct Entry: BitwiseCopyable {
    var reads = 0, cost = 0
    var isEvictable = false, isDiscardable = false, isIn = false
  }

  private var entries: RigidArray<Entry>
  /// Entries of discardable values, oldest use first.
  private var candidates: ItemList
  package var contents: DiscardableContents
  private(set) var count = 0
  private var total = 0, totalReads = 0
  package var countLimit = 0, costLimit = 0
  private let countsWithoutLimit: Bool, removesDiscarded: Bool
  private var events = UniqueArray<Event>()
  /// Whether room was made last because of the cost.
  private(set) var lacksCost = false

  /// An empty table.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - countsWithoutLimit: whether a count limit of 0 is always reached, as in 1.28.0.
  ///   - evictsObjectsWithDiscardedContent: whether a value without content leaves the table.
  package init(
    imageCount: Int, countsWithoutLimit: Bool, evictsObjectsWithDiscardedContent: Bool
  ) {
    entries = RigidArray(repeating: Entry(), count: imageCount)
    candidates = ItemList(imageCount: imageCount)
    contents = DiscardableContents(imageCount: imageCount, isOn: true)
    self.countsWithoutLimit = countsWithoutLimit
    removesDiscarded = evictsObjectsWithDiscardedContent
  }

  /// Whether there is an entry, with or without content.
  package func contains(_ image: ImageID) -> Bool { entries[Int(image.index)].isIn }

  /// Reads a value; whether there is an entry.
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

  /// Takes an entry out; its cost stays in the total, as in the real one.
  package mutating func remove(_ image: ImageID) {
    guard contains(image) else { return }
    events.append(.told(image))
    let entry = entries[Int(image.index)]
    totalReads -= entry.reads
    if entry.isDiscardable { candidates.remove(image) }
    entries[Int(image.index)] = Entry()
    count -= 1
  }

  /// Takes everything out, in ascending order; in the real one in that of its hash table.
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

  /// What happened since the last call, in order; forgets it.
  package mutating func drain(_ body: (Event) -> Void) {
    for index in 0..<events.count { body(events[index]) }
    events.removeAll(keepingCapacity: true)
  }
}
