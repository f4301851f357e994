import ScrollCaching
import ScrollCore

/// `pin-memory`: everything is sorted whenever something must go.
///
/// By the number of the last use, or by the count of uses and then that; from the front until
/// the cost, then the number, is within its limit. Every `ageLimit` seconds what was stored
/// before the tick by more than that goes, the earliest store first.
final class PINMemoryReference: ReferenceModel {
  private struct Use {
    var count = 0
    var last = 0
    /// Numbers and times of stores.
    var storeNumber = 0, storeTime = SimTime.zero
  }

  var ledger = ReferenceContent()
  private var uses: [ImageID: Use] = [:]
  private var clock = 0
  private var limits: CacheLimits
  private var ticks: Int64 = 0
  private let isByCount: Bool
  private let age: Int64

  init(_ setup: PolicySetup) {
    limits = setup.limits
    isByCount = setup.settings["strategy"] == "lfu"
    age = SimTime(seconds: setup.settings.number("ageLimit")).nanoseconds
  }

  static let descriptor = PolicyDescriptor.reference(
    of: "pin-memory", model: { PINMemoryReference($0) })

  private var sorted: [ImageID] {
    uses.filter { !ledger.pinned.contains($0.key) }.sorted { left, right in
      isByCount && left.value.count != right.value.count
        ? left.value.count < right.value.count : left.value.last < right.value.last
    }.map(\.key)
  }

  func timePassed(to time: SimTime) {
    guard age > 0, time.nanoseconds / age > ticks else { return }
    ticks = time.nanoseconds / age
    let old = uses.filter {
      $0.value.storeTime.nanoseconds < (ticks - 1) * age && !ledger.pinned.contains($0.key)
    }
    for (image, _) in old.sorted(by: { $0.value.storeNumber < $1.value.storeNumber }) {
      remove(image, because: .expired)
    }
  }

  func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    guard contains(request.image) else { return false }
    use(request.image)
    return true
  }

  private func use(_ image: ImageID) {
    clock += 1
    uses[image, default: Use()].count += 1
    uses[image, default: Use()].last = clock
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    if contains(image) { ledger.strike(image, because: .replaced, notifiesDelegate: false) }
    use(image)
    uses[image, default: Use()].storeNumber = clock
    uses[image, default: Use()].storeTime = request.time
    ledger.enter(image, cost: request.cost)
    trim()
    return .stored
  }

  private func trim() {
    for image in sorted {
      guard let limit = limits.cost, limit > 0, ledger.totalCost > limit else { break }
      remove(image, because: .cost)
    }
    for image in sorted {
      guard let limit = limits.count, limit > 0, ledger.count > limit else { break }
      remove(image, because: .count)
    }
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    strike(image, because: reason, notifies: true)
  }

  private func strike(_ image: ImageID, because reason: RemovalReason, notifies: Bool) {
    guard contains(image) else { return }
    uses[image] = nil
    ledger.strike(image, because: reason, notifiesDelegate: notifies)
  }

  func removeAll(because reason: RemovalReason) {
    for image in ledger.images { strike(image, because: reason, notifies: false) }
  }

  func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    trim()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for image in sorted { strike(image, because: .pressure, notifies: false) }
  }

  func didEnterBackground(at time: SimTime) {
    for image in sorted { strike(image, because: .background, notifies: false) }
  }
}
