import BasicContainers
package import ScrollCore

/// A heap of images ordered by a key that can change, with the smallest key first.
///
/// This is a 4-ary heap whose entries contain their keys, with a table of the place of every image
/// (D. B. Johnson, "Priority Queues with Update and Finding Minimum Spanning Trees", Information
/// Processing Letters 4(3), 1975, doi:10.1016/0020-0190(75)90001-0). Keys should be distinct; the
/// order of equal keys is unspecified, but the same in every run.
///
/// - Complexity: `first` O(1); insert, re-key and remove O(log n); nothing is allocated
///   after `init`, except to grow.
package struct IndexedHeap<Key: Comparable & BitwiseCopyable>: ~Copyable {
  struct Entry {
    var key: Key
    var image: Int32
  }

  var entries: RigidArray<Entry>
  /// The place of each image in `entries`; -1 if it is not in the heap.
  var places: RigidArray<Int32>
  /// The skipped entries, which are outside the heap during the search for a victim.
  var spared = UniqueArray<Entry>()

  package init(imageCount: Int) {
    entries = RigidArray(capacity: imageCount)
    places = RigidArray(repeating: -1, count: imageCount)
  }

  /// Grows the heap to `count` images; the number of images never decreases.
  package mutating func grow(toImageCount count: Int) {
    entries.reserveCapacity(count)
    places.grow(to: count, filling: -1)
  }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// The image with the smallest key.
  package var first: ImageID? { entries.isEmpty ? nil : ImageID(entries[0].image) }

  /// Returns the key of an image; `nil` if it is not in the heap.
  package func key(of image: ImageID) -> Key? {
    let place = places[Int(image.index)]
    return place < 0 ? nil : entries[Int(place)].key
  }

  /// Adds an image.
  /// - Precondition: The image is not in the heap.
  package mutating func insert(_ image: ImageID, key: Key) {
    precondition(places[Int(image.index)] < 0, "\(image) is in the heap already")
    let entry = Entry(key: key, image: image.index)
    entries.append(entry)
    rise(entry, from: entries.count - 1)
  }

  /// Changes the key of an image.
  /// - Precondition: The image is in the heap.
  package mutating func rekey(_ image: ImageID, to key: Key) {
    settle(Entry(key: key, image: image.index), at: Int(places[Int(image.index)]))
  }

  /// Removes an image.
  /// - Precondition: The image is in the heap.
  package mutating func remove(_ image: ImageID) {
    let place = Int(places[Int(image.index)])
    places[Int(image.index)] = -1
    let last = entries.removeLast()
    if last.image != image.index { settle(last, at: place) }
  }

  /// Removes the image with the smallest key.
  package mutating func removeFirst() -> (image: ImageID, key: Key)? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[0]
    remove(ImageID(entry.image))
    return (ImageID(entry.image), entry.key)
  }

  /// Removes the image with the smallest key of those that are not pinned.
  ///
  /// - Complexity: O(log n), times one more than the pinned images with smaller keys.
  package mutating func removeFirst(
    sparing pins: borrowing PinSet
  ) -> (image: ImageID, key: Key)? {
    guard !pins.isEmpty else { return removeFirst() }
    var none = UnseenMarks(imageCount: 0, .viewed)
    return removeFirst(sparing: pins, passingOver: &none)
  }

  /// Removes the image with the smallest key of those that are neither pinned nor passed over.
  ///
  /// - Complexity: O(log n), times one more than the images skipped.
  mutating func removeFirst(
    sparing pins: borrowing PinSet, passingOver unseen: inout UnseenMarks
  ) -> (image: ImageID, key: Key)? {
    while let image = first, pins.contains(image) || unseen.passesOver(image) {
      spared.append(entries[0])
      remove(image)
    }
    let found = removeFirst()
    while let entry = spared.popLast() { insert(ImageID(entry.image), key: entry.key) }
    return found
  }

  /// Puts an entry into a hole, or at the place to which it moves from there.
  private mutating func settle(_ entry: Entry, at hole: Int) {
    if hole > 0, entry.key < entries[(hole - 1) / 4].key {
      rise(entry, from: hole)
    } else {
      sink(entry, from: hole)
    }
  }

  private mutating func rise(_ entry: Entry, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard entry.key < entries[parent].key else { break }
      put(entries[parent], at: hole)
      hole = parent
    }
    put(entry, at: hole)
  }

  private mutating func sink(_ entry: Entry, from start: Int) {
    var hole = start
    let count = entries.count
    while 4 * hole + 1 < count {
      var least = 4 * hole + 1
      var key = entries[least].key
      for child in (least + 1)..<max(least + 1, min(4 * hole + 5, count))
      where entries[child].key < key {
        least = child
        key = entries[child].key
      }
      guard key < entry.key else { break }
      put(entries[least], at: hole)
      hole = least
    }
    put(entry, at: hole)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[Int(entry.image)] = Int32(truncatingIfNeeded: place)
  }
}
