import BasicContainers
import ScrollCore

/// Images by how often they were read: two lists of residents and two of ghosts.
///
/// `recent` holds what was read at most once, `frequent` what was read more often; each has
/// a ghost list of evicted keys. An image is on at most one list and known while it is on
/// one: its reads are counted, up to 255, until it is forgotten.
///
/// - Complexity: every verb O(1), those that spare pins O(pinned).
struct ReadLists: ~Copyable {
  enum List: Int {
    case recent, frequent, recentGhosts, frequentGhosts
  }

  private var order: ItemList
  /// The list of each image; -1 for none.
  private var places: RigidArray<Int8>
  private var reads: RigidArray<UInt8>
  private var lengths: RigidArray<Int>

  init(imageCount: Int) {
    order = ItemList(imageCount: imageCount, queues: 4)
    places = RigidArray(repeating: -1, count: imageCount)
    reads = RigidArray(repeating: 0, count: imageCount)
    lengths = RigidArray(repeating: 0, count: 4)
  }

  /// Where an image is; nil if it is not known.
  func list(of image: ImageID) -> List? { List(rawValue: Int(places[Int(image.index)])) }

  func length(_ list: List) -> Int { lengths[list.rawValue] }

  var ghostCount: Int { length(.recentGhosts) + length(.frequentGhosts) }

  func oldest(_ list: List) -> ImageID? { order.oldest(queue: list.rawValue) }

  func oldest(_ list: List, sparing pins: borrowing PinSet) -> ImageID? {
    order.oldest(queue: list.rawValue, sparing: pins)
  }

  /// Counts a look-up of an image, if it is known.
  mutating func countRead(of image: ImageID) {
    guard list(of: image) != nil, reads[Int(image.index)] < .max else { return }
    reads[Int(image.index)] += 1
  }

  /// Makes an image the newest of the residents' list that its reads say; 0 if unknown.
  mutating func makeNewest(_ image: ImageID) {
    forget(image, exceptReads: list(of: image) != nil)
    append(image, to: reads[Int(image.index)] >= 2 ? .frequent : .recent)
  }

  /// Makes a resident the newest of the ghost list that its reads say.
  mutating func makeGhost(_ image: ImageID) {
    forget(image, exceptReads: true)
    append(image, to: reads[Int(image.index)] >= 2 ? .frequentGhosts : .recentGhosts)
  }

  /// Forgets an image, if it is known.
  mutating func forget(_ image: ImageID) { forget(image, exceptReads: false) }

  private mutating func forget(_ image: ImageID, exceptReads: Bool) {
    if !exceptReads { reads[Int(image.index)] = 0 }
    guard let list = list(of: image) else { return }
    order.remove(image)
    lengths[list.rawValue] -= 1
    places[Int(image.index)] = -1
  }

  private mutating func append(_ image: ImageID, to list: List) {
    order.append(image, queue: list.rawValue)
    lengths[list.rawValue] += 1
    places[Int(image.index)] = Int8(list.rawValue)
  }
}
