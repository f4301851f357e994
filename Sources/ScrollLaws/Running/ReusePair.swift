import ScrollCaching
import ScrollCore

/// Two caches around one policy: in one every image has an id of its own, in the other ids are
/// reused.
struct ReusePair {
  private let everyImage: any CacheModel
  let reusing: ReusingCache
  private var place = 0

  init(of descriptor: PolicyDescriptor, _ setup: PolicySetup) {
    everyImage = descriptor.makeModel(setup)
    reusing = ReusingCache(setup) { few in
      guard let cache = descriptor.makeModel(few) as? any ReusableCache else {
        preconditionFailure("'\(descriptor.name)' is no policy")
      }
      return cache
    }
  }

  /// Calls both; what the first answered, and what is different, in words.
  mutating func perform(_ verb: Verb) -> (step: Step, difference: String?) {
    place += 1
    var (one, other) = (
      Step(operation: place, verb: verb, residents: ResidentSet()),
      Step(operation: place, verb: verb, residents: ResidentSet())
    )
    one.answer(of: everyImage)
    other.answer(of: reusing)
    guard !one.agrees(with: other) else { return (one, nil) }
    return (
      one,
      """
      operation \(place), \(verb.words): an id for every image: \(one.account); ids that are \
      reused: \(other.account)
      """
    )
  }
}

extension Step {
  /// What happened, and what the cache holds then.
  fileprivate var account: String { "\(answer), \(residentCount) images that cost \(totalCost)" }
}

extension Verb {
  /// What is done, for people.
  fileprivate var words: String {
    switch self {
    case .lookUp(let request): "look-up of \(request.image.index)"
    case .store(let request, .viewed): "store of \(request.image.index)"
    case .store(let request, .prefetched): "store of \(request.image.index), prefetched"
    case .remove(let image): "removal of \(image.index)"
    case .removeAll: "removal of all"
    case .pin(let image): "pin of \(image.index)"
    case .unpin(let image): "unpin of \(image.index)"
    case .limits: "other limits"
    case .pressure(let level, _): "pressure \(level)"
    case .background: "background"
    case .time: "time"
    case .viewport: "viewport"
    case .placement: "another layout"
    }
  }
}
