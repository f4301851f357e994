import ScrollCaching
import ScrollCore

/// `clock`: a queue whose front gets another round for every use that it has left.
///
/// A hit adds a use, up to 2^bits - 1. At the front, a use is taken away and the image goes to
/// the end; without uses it leaves. An unseen image has a round as if it had one use; its first
/// view sends it to the end without a use, as if it came just then.
struct ClockReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var uses: [ImageID: Int] = [:]
  private let mostUses: Int
  private var unseen: UnseenImages

  init(_ settings: SettingValues) {
    mostUses = Array(repeating: 2, count: settings.integer("bits")).reduce(1, *) - 1
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "clock") {
    ClockReference($0.settings)
  }

  mutating func didHit(_ request: Request) {
    if unseen.unmark(request.image) {
      queue.makeNewest(request.image)
    } else {
      uses[request.image] = min(uses[request.image, default: 0] + 1, mostUses)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    uses[request.image] = 0
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    queue.remove(image)
    uses[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let front = queue.unpinned(pins).first {
      let left = uses[front, default: 0]
      if left == 0, !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
      uses[front] = max(0, left - 1)
      queue.makeNewest(front)
    }
    return nil
  }
}
