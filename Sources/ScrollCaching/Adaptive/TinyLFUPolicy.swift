import BasicContainers
public import ScrollCore

/// Admits a new image only if it is requested more often than the images that would be evicted for
/// it.
///
/// Residents are in order of their last use, and the oldest is evicted first. `FrequencySketch`
/// counts every request. An image that needs room is admitted if its count is strictly above those
/// of the residents that would be evicted for it. Otherwise it is refused, and nothing is evicted.
/// `sizedAdmission` defines the comparison for a newcomer that takes the room of several images:
///
/// - `aggregated`: the count of the newcomer must be above the sum of the counts of these images;
/// - `implicit`: the count of the newcomer must be above the count of the oldest image.
///
/// G. Einziger, R. Friedman, B. Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM
/// Transactions on Storage 13(4), 2017, doi:10.1145/3149371; for sizes, G. Einziger, O. Eytan, R.
/// Friedman, B. Manes, "Lightweight Robust Size Aware Cache Management", ACM Transactions on
/// Storage 18(3), 2022, doi:10.1145/3507920. The rules of `sizedAdmission` were not checked against
/// an implementation by the authors.
///
/// The papers leave some choices open. `warmAdmission` admits a newcomer that lost the comparison,
/// if it was counted six times or more, with a chance of 1 in 128, as Caffeine does against attacks
/// on hashes. A prefetched image is not counted until its first view; as a newcomer it is judged by
/// the requests so far. Unseen residents lose their protection when they are compared with a
/// newcomer. The comparison ignores pins and includes pinned images. If a limit on the number of
/// images applies in addition to the budget, room for that limit is made without a comparison.
///
/// - Complexity: O(1), and O(victims) to weigh a newcomer against them.
public struct TinyLFUPolicy: EvictionPolicy, ~Copyable {
  /// The residents with which a newcomer is compared.
  public enum SizedAdmission: String, Sendable, CaseIterable {
    case aggregated, implicit
  }

  static var warm: Int { 6 }
  static var warmChance: Double { 1.0 / 128 }

  var queue: WeighedQueues
  var frequencies: FrequencySketch
  var items: SketchItems
  var capacity: Int
  let sizedAdmission: SizedAdmission
  let admitsWarm: Bool
  var random: PolicyRandom
  var unseen: UnseenMarks

  /// Creates an empty order from the settings.
  public init(_ setup: PolicySetup) {
    queue = WeighedQueues(imageCount: setup.imageCount, queues: 1)
    frequencies = FrequencySketch(imageCount: setup.imageCount, keys: setup.keys)
    items = SketchItems(setup)
    capacity = setup.limits.capacity
    sizedAdmission = SizedAdmission(rawValue: setup.settings["sizedAdmission"]) ?? .aggregated
    admitsWarm = setup.settings.flag("warmAdmission")
    random = setup.random
    unseen = UnseenMarks(imageCount: setup.imageCount, PrefetchedImageRule(setup.settings))
    if let known = items.known { frequencies.prepare(forItems: known) }
  }

  public mutating func didHit(_ request: Request) {
    observe(request)
    unseen.clear(request.image)
    queue.moveToNewest(request.image, queue: 0)
  }

  public mutating func didMiss(_ request: Request) { observe(request) }

  public mutating func shouldStore(_ request: Request) -> Bool {
    var room = capacity - queue.cost(ofQueue: 0)
    let isResident = queue.queue(of: request.image) != nil
    if isResident { room += queue.cost(of: request.image) }
    guard request.cost > room else { return true }
    let count = frequencies.estimate(request.image)
    var candidate = queue.oldest(queue: 0)
    var opponents = 0
    while let image = candidate, request.cost > room {
      candidate = queue.order.newer(than: image)
      if image == request.image { continue }
      if unseen.passesOver(image) {
        queue.moveToNewest(image, queue: 0)
        candidate = candidate ?? image
        continue
      }
      room += queue.cost(of: image)
      opponents += frequencies.estimate(image)
      if sizedAdmission == .implicit { break }
    }
    if count > opponents { return true }
    return admitsWarm && count >= Self.warm && random.chance(Self.warmChance)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let victim = queue.oldest(queue: 0, sparing: pins) {
      guard unseen.passesOver(victim) else {
        didRemove(victim)
        return victim
      }
      queue.moveToNewest(victim, queue: 0)
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image, cost: request.cost, queue: 0)
    unseen.didInsert(request.image, as: admission)
    if admission == .prefetched, !unseen.contains(request.image) {
      frequencies.count(request.image)
    }
  }

  public mutating func didRemove(_ image: ImageID) {
    queue.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  public func remembers(_ image: ImageID) -> Bool { frequencies.remembers(image) }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    frequencies.reassign(image, digest: digest)
  }

  public mutating func grow(toImageCount count: Int) {
    queue.grow(toImageCount: count)
    frequencies.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  private mutating func observe(_ request: Request) {
    if items.known == nil, let found = items.count(request, capacity: capacity) {
      frequencies.prepare(forItems: found)
    }
    frequencies.count(request.image)
  }
}

extension TinyLFUPolicy {
  static let descriptor = PolicyDescriptor(
    "tinylfu", "Admits only images that are requested more often than the one they would displace.",
    settings: [
      Setting(
        "sizedAdmission", .choice(SizedAdmission.allCases.map { $0.rawValue }),
        standard: "aggregated",
        "The images whose requests a new image must exceed: all that it would displace, together, "
          + "or the oldest."),
      SketchItems.setting,
      Setting(
        "warmAdmission", .flag, standard: "false",
        "A rejected image with six or more requests is stored with a probability of 1/128."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Einziger, Friedman, Manes, ACM TOS 13(4), 2017; with sizes, Einziger, Eytan, Friedman, \
        Manes, ACM TOS 18(3), 2022 (not checked against an implementation by its authors).
        """,
      refusal: RefusalRule(
        "refuses images requested no more often than those they would displace"
      ) { cost, capacity in cost > capacity ? true : nil },
      version: 2, drawsAtRandom: true,
      claims: PolicyClaims.standard.subtracting(.keepsNewcomers).union(.reusesIDs))
  ) { TinyLFUPolicy($0) }
}
