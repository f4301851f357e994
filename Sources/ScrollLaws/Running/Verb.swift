import ScrollCaching
import ScrollCore

/// A call to a cache model.
enum Verb: Sendable {
  case lookUp(Request)
  case store(Request, Admission)
  case remove(ImageID)
  case removeAll
  case pin(ImageID), unpin(ImageID)
  case limits(CacheLimits)
  case pressure(PressureLevel, SimTime)
  case background(SimTime)
  case time(SimTime)
  case viewport(Viewport)
  case placement(ItemPlacement)
}

/// A call to a cache model, the answer of the model, and its content after the call.
struct Step: Sendable {
  /// The operation of the script to which the call belongs.
  var operation: Int
  var verb: Verb
  var hit: Bool?
  var outcome: StoreOutcome?
  var removals: [Removal] = []
  /// The number and the cost of the residents, as the model reports them.
  var residentCount = 0, totalCost = 0
  /// The images that the model reports to contain.
  var residents: ResidentSet
}

extension Step {
  /// Calls a model and records its answer.
  ///
  /// The caller records the residents.
  mutating func answer(of model: any CacheModel) {
    switch verb {
    case .lookUp(let request): hit = model.lookup(request)
    case .store(let request, let admission): outcome = model.store(request, as: admission)
    case .remove(let image): model.remove(image, because: .removed)
    case .removeAll: model.removeAll(because: .removed)
    case .pin(let image): model.pin(image)
    case .unpin(let image): model.unpin(image)
    case .limits(let limits): model.setLimits(limits)
    case .pressure(let level, let time): model.pressureChanged(to: level, at: time)
    case .background(let time): model.didEnterBackground(at: time)
    case .time(let time): model.timePassed(to: time)
    case .viewport(let viewport): model.viewportMoved(to: viewport)
    case .placement(let placement): model.placementChanged(to: placement)
    }
    model.drainRemovals { removals.append($0) }
    (residentCount, totalCost) = (model.residentCount, model.totalCost)
  }

  /// Returns whether two models gave the same answer.
  func agrees(with other: Step) -> Bool {
    hit == other.hit && outcome == other.outcome
      && removals == other.removals && residents == other.residents
      && residentCount == other.residentCount
      && totalCost == other.totalCost
  }

  /// The answer as text.
  var answer: String {
    var words: [String] = []
    if let hit { words.append(hit ? "hit" : "miss") }
    if let outcome { words.append(outcome == .stored ? "stored" : "refused") }
    words += removals.map { "\($0.image.index) leaves (\($0.reason))" }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}

/// The images that a cache reports to contain, as a bit set of 64-bit words.
struct ResidentSet: Equatable, Sendable {
  /// The maximum number of images in a script.
  static let most = 128
  private var low: UInt64 = 0, high: UInt64 = 0

  func contains(_ image: Int) -> Bool {
    (image < 64 ? low >> UInt64(image) : high >> UInt64(image - 64)) & 1 == 1
  }

  mutating func insert(_ image: Int) {
    if image < 64 { low |= 1 << UInt64(image) } else { high |= 1 << UInt64(image - 64) }
  }

  mutating func remove(_ image: Int) {
    if image < 64 { low &= ~(1 << UInt64(image)) } else { high &= ~(1 << UInt64(image - 64)) }
  }

  func isSubset(of other: ResidentSet) -> Bool {
    low & ~other.low == 0 && high & ~other.high == 0
  }

  /// Returns the first image that is in only one of the two sets; `nil` if they are equal.
  func difference(from other: ResidentSet) -> Int? {
    let (low, high) = (low ^ other.low, high ^ other.high)
    if low != 0 { return low.trailingZeroBitCount }
    return high != 0 ? 64 + high.trailingZeroBitCount : nil
  }
}
