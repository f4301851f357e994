import ScrollCaching
import ScrollCore

/// `slru` and `sfifo`: n segments, each for the n-th part of the capacity, the lowest first.
///
/// An image larger than such a part is refused. A newcomer enters the lowest segment that has room
/// for it, or the lowest of all. A hit takes an image to the end of the next higher segment; while
/// that is over its part, its front goes to the end of the one below, which is treated the same
/// way; the lowest evicts its front for it. A hit in the highest takes the image to its end with
/// `slru`, and does nothing with `sfifo`. The victim is the front of the lowest segment.
///
/// An unseen image at the front of a segment goes to its end once, instead of leaving; its first
/// view takes it to the end of the segment where it is. A new capacity is like a hit to everything:
/// images over their segment's part sink.
struct SegmentReference: EvictionPolicy {
  private var segments: [[ImageID]]
  private var cost: [ImageID: Int] = [:]
  private var capacity: Int
  private let reordersHighest: Bool
  /// A Boolean value that indicates whether the lowest segment received images from above and must
  /// fit now.
  private var lowestMustFit = false
  private var unseen: UnseenImages

  init(_ setup: PolicySetup, reordersHighest: Bool) {
    segments = Array(repeating: [], count: setup.settings.integer("segments"))
    capacity = setup.limits.capacity
    self.reordersHighest = reordersHighest
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "slru") {
    SegmentReference($0, reordersHighest: true)
  }
  static let fifoDescriptor = PolicyDescriptor.reference(of: "sfifo") {
    SegmentReference($0, reordersHighest: false)
  }

  private var part: Int { capacity / segments.count }
  private func weight(_ segment: Int) -> Int {
    segments[segment].reduce(0) { $0 + cost[$1, default: 0] }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    let isFirstView = unseen.unmark(image)
    guard let place = segments.firstIndex(where: { $0.contains(image) }) else { return }
    if isFirstView {
      segments[place].makeNewest(image)
    } else if place + 1 < segments.count {
      segments[place].remove(image)
      segments[place + 1].append(image)
      coolDown(place + 1)
    } else if reordersHighest {
      segments[place].makeNewest(image)
    }
  }

  private mutating func coolDown(_ segment: Int) {
    guard segment > 0 else {
      lowestMustFit = true
      return
    }
    while weight(segment) > part {
      segments[segment - 1].append(segments[segment].removeFirst())
      coolDown(segment - 1)
    }
  }

  mutating func shouldStore(_ request: Request) -> Bool { request.cost <= part }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    cost[request.image] = request.cost
    let withRoom = segments.indices.first { weight($0) + request.cost <= part }
    segments[withRoom ?? 0].append(request.image)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    for segment in segments.indices { segments[segment].remove(image) }
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    for segment in segments.indices {
      if let victim = victim(of: segment, pins) { return victim }
    }
    return nil
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    if lowestMustFit, weight(0) > part, let victim = victim(of: 0, pins) { return victim }
    lowestMustFit = false
    return nil
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    for segment in segments.indices.dropFirst().reversed() { coolDown(segment) }
  }

  private mutating func victim(of segment: Int, _ pins: borrowing PinSet) -> ImageID? {
    while let front = segments[segment].unpinned(pins).first {
      guard unseen.useGrace(of: front) else {
        didRemove(front)
        return front
      }
      segments[segment].makeNewest(front)
    }
    return nil
  }
}
