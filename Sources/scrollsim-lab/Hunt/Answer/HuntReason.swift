import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The reason why a session is bad for a policy, as figures for sentences.
struct HuntReason: Sendable, Equatable {
  /// The images that left a cache, or were refused, and were requested again.
  struct Returns: Sendable, Equatable {
    /// The order in which the images were requested again, compared with that of their removals.
    enum Order: Sendable {
      case same, reversed, other
    }

    let count: Int
    /// The time within which half of them were requested again.
    let half: SimTime
    /// The reason why most of them had left; nil if most of them were refused.
    let cause: RemovalReason?
    let order: Order
  }

  let policy: Returns
  /// The figures of the opponent; nil if the opponent is a bound.
  let other: Returns?
  /// The number of different images that returned to the policy and never left the opponent's
  /// cache.
  let kept: Int
  /// The number of different images that were requested.
  let images: Int
  /// The number of images that fit into the budget; nil without a limit.
  let room: Int?
}

extension HuntReason {
  /// Creates the reason from the logs of both caches.
  /// - Parameters:
  ///   - log: The log of the policy's cache.
  ///   - other: The log of the opponent's cache; nil where it is a bound.
  ///   - room: The number of images that fit into the budget.
  init(_ log: HuntLog, _ other: HuntLog?, room: Int?) {
    let ours = HuntReturns(log)
    let theirs = other.map(HuntReturns.init)
    policy = ours.figures
    self.other = theirs.map(\.figures)
    let lost = Set(ours.images)
    kept = theirs.map { lost.subtracting($0.everGone).count } ?? 0
    images = ours.asked.count
    self.room = room
  }
}

/// The images that left one cache and were requested again.
private struct HuntReturns {
  /// The images in the order in which they were requested again.
  private(set) var images: [ImageID] = []
  private(set) var everGone: Set<ImageID> = []
  private(set) var asked: Set<ImageID> = []
  private var times: [SimTime] = []
  private var causes: [RemovalReason?] = []
  /// The position of each image's removal among all removals.
  private var places: [Int] = []

  init(_ log: HuntLog) {
    var gone: [ImageID: (time: SimTime, cause: RemovalReason?, place: Int)] = [:]
    var place = 0
    func leave(_ image: ImageID, at time: SimTime, because cause: RemovalReason?) {
      gone[image] = (time, cause, place)
      place += 1
    }
    for (time, event) in log.events {
      switch event {
      case .stored(let image): gone[image] = nil
      case .refused(let image):
        everGone.insert(image)
        leave(image, at: time, because: nil)
      case .left(let image, let cause):
        everGone.insert(image)
        leave(image, at: time, because: cause)
      case .asked(let image, let isHit):
        asked.insert(image)
        guard !isHit, let left = gone.removeValue(forKey: image) else { continue }
        images.append(image)
        times.append(time - left.time)
        causes.append(left.cause)
        places.append(left.place)
      }
    }
  }

  var figures: HuntReason.Returns {
    let ascending = times.sorted()
    return HuntReason.Returns(
      count: images.count, half: ascending.isEmpty ? .zero : ascending[(times.count - 1) / 2],
      cause: mostFrequentCause, order: order)
  }

  /// The most frequent reason; of several, the first in the order of `RemovalReason`.
  private var mostFrequentCause: RemovalReason? {
    var best: (cause: RemovalReason?, count: Int) = (nil, causes.count { $0 == nil })
    for reason in RemovalReason.allCases {
      let count = causes.count { $0 == reason }
      if count > best.count { best = (reason, count) }
    }
    return best.cause
  }

  /// The order in which images return, compared with the order of their removals.
  ///
  /// At least four fifths of all pairs of successive images must have this order.
  private var order: HuntReason.Returns.Order {
    let steps = zip(places, places.dropFirst())
    guard places.count > 4 else { return .other }
    let rising = steps.count { $0 < $1 }
    if rising * 5 >= (places.count - 1) * 4 { return .same }
    return (places.count - 1 - rising) * 5 >= (places.count - 1) * 4 ? .reversed : .other
  }
}
