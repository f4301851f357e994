import ScrollCaching
import ScrollCore

/// The ledger of a cache: the content that it should have according to its answers.
struct ExpectedContent {
  /// The charge of every resident; `nil` for the other images.
  private(set) var charges: [Int?]
  private(set) var residents = ResidentSet()
  private(set) var totalCost = 0
  private(set) var count = 0
  private(set) var pinned: [Bool]
  private(set) var pinnedCount = 0
  private(set) var limits: CacheLimits
  private(set) var viewport: Viewport
  /// The current layout; `nil` until the layout changes for the first time.
  private(set) var placement: ItemPlacement?
  /// The number of changes of the layout.
  private(set) var rearrangements = 0
  private(set) var now = SimTime.zero

  private let zeroIsNoLimit: Bool

  init(_ setup: PolicySetup, zeroIsNoLimit: Bool) {
    self.zeroIsNoLimit = zeroIsNoLimit
    charges = Array(repeating: nil, count: setup.imageCount)
    pinned = Array(repeating: false, count: setup.imageCount)
    limits = setup.limits.normalized(zeroIsNoLimit)
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  /// A Boolean value that indicates whether there is a resident that is not pinned.
  var hasEvictable: Bool { charges.indices.contains { charges[$0] != nil && !pinned[$0] } }

  /// A Boolean value that indicates whether evicting an unpinned image would bring the cache closer
  /// to its limits.
  var canShrink: Bool {
    let isOverCount = count > limits.count ?? .max
    return charges.indices.contains { image in
      !pinned[image] && charges[image].map { $0 > 0 || isOverCount } ?? false
    }
  }

  /// The total cost and the number of the pinned residents.
  var pinnedResidents: (cost: Int, count: Int) {
    guard pinnedCount > 0 else { return (0, 0) }
    var sum = (cost: 0, count: 0)
    for image in charges.indices where pinned[image] {
      guard let charge = charges[image] else { continue }
      sum = (sum.cost + charge, sum.count + 1)
    }
    return sum
  }

  func charge(of image: ImageID) -> Int? { charges[Int(image.index)] }

  /// A Boolean value that indicates whether the residents are within the limits.
  var fits: Bool { totalCost <= limits.cost ?? .max && count <= limits.count ?? .max }

  /// A Boolean value that indicates whether the residents that are not pinned are within the
  /// limits.
  var fitsApartFromPinned: Bool {
    let (pinnedCost, pinnedCount) = pinnedResidents
    return totalCost - pinnedCost <= limits.cost ?? .max
      && count - pinnedCount <= limits.count ?? .max
  }

  /// Removes an image that left the cache.
  mutating func remove(_ image: ImageID) {
    guard let charge = charges[Int(image.index)] else { return }
    charges[Int(image.index)] = nil
    residents.remove(Int(image.index))
    totalCost -= charge
    count -= 1
  }

  /// Records a step, except for its removals.
  mutating func enter(_ step: Step) {
    switch step.verb {
    case .store(let request, _):
      now = max(now, request.time)
      guard step.outcome == .stored else { return }
      remove(request.image)
      charges[Int(request.image.index)] = max(0, request.cost)
      residents.insert(Int(request.image.index))
      totalCost += max(0, request.cost)
      count += 1
    case .lookUp(let request): now = max(now, request.time)
    case .pin(let image):
      if !pinned[Int(image.index)] { pinnedCount += 1 }
      pinned[Int(image.index)] = true
    case .unpin(let image):
      if pinned[Int(image.index)] { pinnedCount -= 1 }
      pinned[Int(image.index)] = false
    case .limits(let limits): self.limits = limits.normalized(zeroIsNoLimit)
    case .viewport(let viewport): self.viewport = viewport
    case .placement(let placement):
      self.placement = placement
      rearrangements += 1
    case .time(let time), .pressure(_, let time), .background(let time): now = max(now, time)
    case .remove, .removeAll: break
    }
  }
}

extension CacheLimits {
  /// Returns the limits, without those that mean no limit.
  ///
  /// If a limit of 0 means no limit, it becomes `nil`.
  fileprivate func normalized(_ zeroIsNoLimit: Bool) -> CacheLimits {
    guard zeroIsNoLimit else { return self }
    return CacheLimits(cost: cost == 0 ? nil : cost, count: count == 0 ? nil : count)
  }
}

extension ExpectedContent {
  /// Records a whole step.
  ///
  /// A replaced value is removed before the new value is added. Other removals by a store come
  /// after it, because models may store first and evict later.
  mutating func apply(_ step: Step) {
    apply(step) { _, _ in }
  }

  /// Records a whole step, and calls a closure with the ledger at the moment of each removal.
  mutating func apply(_ step: Step, removing visit: (Removal, ExpectedContent) -> Void) {
    if case .store(let request, _) = step.verb {
      for removal in step.removals where removal.isReplacement(of: request.image) {
        visit(removal, self)
        remove(removal.image)
      }
      enter(step)
      for removal in step.removals where !removal.isReplacement(of: request.image) {
        visit(removal, self)
        remove(removal.image)
      }
    } else {
      enter(step)
      for removal in step.removals {
        visit(removal, self)
        remove(removal.image)
      }
    }
  }
}

extension Removal {
  func isReplacement(of image: ImageID) -> Bool { reason == .replaced && self.image == image }

  /// A Boolean value that indicates whether the cache chose the removal itself.
  var isEviction: Bool {
    switch reason {
    case .cost, .count, .pressure, .background, .expired, .leftRange: true
    case .replaced, .removed, .discarded: false
    }
  }
}

extension Recording {
  /// Visits each step with the ledgers before and after it.
  ///
  /// `visit` returns a description of a fault, or `nil` if there is none. The first fault ends the
  /// walk and is its result.
  func walk(_ visit: (_ step: Step, _ before: ExpectedContent, _ after: ExpectedContent) -> String?)
    -> String?
  {
    let ledgers = ledgers
    for (index, step) in steps.enumerated() {
      if let wrong = visit(step, ledgers[index], ledgers[index + 1]) {
        return "operation \(step.operation + 1): \(wrong)"
      }
    }
    return nil
  }

  /// Visits each removal with the ledger at its moment.
  func walkRemovals(
    _ visit: (_ removal: Removal, _ step: Step, _ ledger: ExpectedContent) -> String?
  ) -> String? {
    let ledgers = ledgers
    for (index, step) in steps.enumerated() where !step.removals.isEmpty {
      var ledger = ledgers[index]
      var wrong: String?
      ledger.apply(step) { removal, ledger in
        wrong = wrong ?? visit(removal, step, ledger)
      }
      if let wrong { return "operation \(step.operation + 1): \(wrong)" }
    }
    return nil
  }
}
