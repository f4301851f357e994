import ScrollCaching
import ScrollCore

/// A random set-up of a policy or model, with random operations of every kind, from a seed.
struct ReferenceScript {
  enum Event {
    /// A look-up, followed by a store on a miss.
    case serve(Request)
    case lookup(Request)
    case store(Request, Admission)
    case remove(ImageID)
    case removeAll
    case pin(ImageID)
    case unpin(ImageID)
    case setLimits(CacheLimits)
    case pressure(PressureLevel, SimTime)
    case background(SimTime)
    case move(Viewport)
  }

  /// The answer of a cache to one event.
  struct Answer: Equatable {
    var hit: Bool?
    var outcome: StoreOutcome?
    var removals: [Removal] = []
    var residentCount = 0
    var totalCost = 0
  }

  let setup: PolicySetup
  let events: [Event]

  /// The first difference between two caches.
  struct Difference: CustomStringConvertible {
    let index: Int
    let event: Event
    let answers: (Answer, Answer)
    var description: String { "event \(index), \(event): \(answers.0), but \(answers.1)" }
  }

  /// Plays all events in both caches; returns the removals, or the first difference.
  func compare(
    _ one: any CacheModel, _ other: any CacheModel
  ) -> (removals: [Removal], difference: Difference?) {
    var removals: [Removal] = []
    for (index, event) in events.enumerated() {
      let answers = (Self.play(event, in: one), Self.play(event, in: other))
      guard answers.0 == answers.1 else {
        return (removals, Difference(index: index, event: event, answers: answers))
      }
      removals += answers.0.removals
    }
    return (removals, nil)
  }

  static func play(_ event: Event, in cache: any CacheModel) -> Answer {
    var answer = Answer()
    switch event {
    case .serve(let request):
      let hit = cache.lookup(request)
      answer.hit = hit
      if !hit { answer.outcome = cache.store(request, as: .viewed) }
    case .lookup(let request): answer.hit = cache.lookup(request)
    case .store(let request, let admission):
      answer.outcome = cache.store(request, as: admission)
    case .remove(let image): cache.remove(image, because: .removed)
    case .removeAll: cache.removeAll(because: .expired)
    case .pin(let image): cache.pin(image)
    case .unpin(let image): cache.unpin(image)
    case .setLimits(let limits): cache.setLimits(limits)
    case .pressure(let level, let time): cache.pressureChanged(to: level, at: time)
    case .background(let time): cache.didEnterBackground(at: time)
    case .move(let viewport): cache.viewportMoved(to: viewport)
    }
    cache.drainRemovals { answer.removals.append($0) }
    answer.residentCount = cache.residentCount
    answer.totalCost = cache.totalCost
    return answer
  }
}
