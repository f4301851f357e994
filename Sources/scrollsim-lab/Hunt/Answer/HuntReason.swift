package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Why a session is bad for a policy, as figures that a sentence can say.
package struct HuntReason: Sendable, Equatable {
  /// Images that a cache gave up, or did not let in, and was asked for again.
  package struct Returns: Sendable, Equatable {
    /// Of them, in the order in which they were given up.
    package enum Order: Sendable {
      case same, reversed, other
    }

    package let count: Int
    /// Half of them came back within this time.
    package let half: SimTime
    /// Why most of them had left; nil where most were not let in.
    package let cause: RemovalReason?
    package let order: Order
  }

  package let policy: Returns
  /// Nil where the opponent is a bound.
  package let other: Returns?
  /// How many of the different images that came back to the policy the opponent never gave up.
  package let kept: Int
  /// How many different images were asked for.
  package let images: Int
  /// For how many of them the budget has room; nil without a limit.
  package let room: Int?
}

extension HuntReason {
  /// The reason, from what happened to both caches.
  /// - Parameters:
  ///   - log: of the policy's cache.
  ///   - other: of the opponent's; nil where that is a bound.
  ///   - room: for how many images the budget has room.
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

/// The images that came back to one cache.
private struct HuntReturns {
  /// In the order in which they came back.
  private(set) var images: [ImageID] = []
  private(set) var everGone: Set<ImageID> = []
  private(set) var asked: Set<ImageID> = []
  private var times: [SimTime] = []
  private var causes: [RemovalReason?] = []
  /// When each had left: its place among all that left.
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

  /// The first of several in the order of `RemovalReason`.
  private var mostFrequentCause: RemovalReason? {
    var best: (cause: RemovalReason?, count: Int) = (nil, causes.count { $0 == nil })
    for reason in RemovalReason.allCases {
      let count = causes.count { $0 == reason }
      if count > best.count { best = (reason, count) }
    }
    return best.cause
  }

  /// That of four fifths of all neighbors.
  private var order: HuntReason.Returns.Order {
    let steps = zip(places, places.dropFirst())
    guard places.count > 4 else { return .other }
    let rising = steps.count { $0 < $1 }
    if rising * 5 >= (places.count - 1) * 4 { return .same }
    return (places.count - 1 - rising) * 5 >= (places.count - 1) * 4 ? .reversed : .other
  }
}
