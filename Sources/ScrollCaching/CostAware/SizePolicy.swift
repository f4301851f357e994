import BasicContainers
public import ScrollCore

/// Evicts the largest image.
///
/// The size is that of the last request: a hit with another size moves the image, regardless of its
/// charge. S. Williams, M. Abrams, C. Standridge, G. Abdulla, E. Fox, "Removal Policies in Network
/// Caches for World-Wide Web Documents", SIGCOMM 1996.
///
/// The order of images of equal size follows from a binary heap in an array, whose top is evicted.
/// Its places are 1, 2, ...; the children of place p are at 2p and 2p + 1. A new image enters at
/// the end and rises while its parent is strictly smaller. An image whose size changed rises if it
/// is larger now; otherwise it sinks while its larger child (the left of two equals) is strictly
/// larger. If an image is removed, the last image of the array takes its place and moves like an
/// image whose size changed. Other simulators do the same, so the policy matches them miss for
/// miss. With pins, the largest unpinned image is evicted; of several, the one in the lower place.
/// An image removed by another caller is replaced like a victim.
///
/// - Complexity: every operation O(log residents), plus O(pinned) for a victim.
public struct SizePolicy: EvictionPolicy, ~Copyable {
  struct Entry: BitwiseCopyable {
    var size: Int
    var image: Int32
  }

  /// The heap; place 1 is at index 0.
  var entries: RigidArray<Entry>
  /// The index of each image in `entries`.
  var places: RigidArray<Int32>

  public init(imageCount: Int) {
    entries = RigidArray(capacity: imageCount)
    places = RigidArray(repeating: -1, count: imageCount)
  }

  public mutating func didHit(_ request: Request) {
    let place = Int(places[Int(request.image.index)])
    guard entries[place].size != request.cost else { return }
    settle(Entry(size: request.cost, image: request.image.index), at: place)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let place = largest(from: 0, sparing: pins) else { return nil }
    let victim = ImageID(entries[place].image)
    didRemove(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let entry = Entry(size: request.cost, image: request.image.index)
    entries.append(entry)
    rise(entry, from: entries.count - 1)
  }

  public mutating func didRemove(_ image: ImageID) {
    let place = Int(places[Int(image.index)])
    let last = entries.removeLast()
    if last.image != image.index { settle(last, at: place) }
  }

  public mutating func grow(toImageCount count: Int) {
    entries.reserveCapacity(count)
    places.grow(to: count, filling: -1)
  }

  /// Returns the place of the largest unpinned image at or below a place of the heap.
  private func largest(from place: Int, sparing pins: borrowing PinSet) -> Int? {
    guard place < entries.count else { return nil }
    guard pins.contains(ImageID(entries[place].image)) else { return place }
    let left = largest(from: 2 * place + 1, sparing: pins)
    let right = largest(from: 2 * place + 2, sparing: pins)
    guard let left, let right else { return left ?? right }
    let (one, other) = (entries[left].size, entries[right].size)
    return one == other ? min(left, right) : one > other ? left : right
  }

  /// Moves an entry whose size changed to its place.
  private mutating func settle(_ entry: Entry, at place: Int) {
    if entry.size > entries[place].size {
      rise(entry, from: place)
    } else {
      sink(entry, from: place)
    }
  }

  private mutating func rise(_ entry: Entry, from start: Int) {
    var hole = start
    while hole > 0, entries[(hole - 1) / 2].size < entry.size {
      put(entries[(hole - 1) / 2], at: hole)
      hole = (hole - 1) / 2
    }
    put(entry, at: hole)
  }

  private mutating func sink(_ entry: Entry, from start: Int) {
    var hole = start
    while 2 * hole + 1 < entries.count {
      var child = 2 * hole + 1
      if child + 1 < entries.count, entries[child].size < entries[child + 1].size { child += 1 }
      guard entry.size < entries[child].size else { break }
      put(entries[child], at: hole)
      hole = child
    }
    put(entry, at: hole)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[Int(entry.image)] = Int32(truncatingIfNeeded: place)
  }
}

extension SizePolicy {
  static let descriptor = PolicyDescriptor(
    "size", "Evicts the largest image.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Williams, Abrams, Standridge, Abdulla, Fox, SIGCOMM 1996. Among equal sizes, the top of \
        a binary heap in an array is evicted, as in other simulators.
        """, claims: [.standard, .reusesIDs])
  ) { SizePolicy(imageCount: $0.imageCount) }
}
