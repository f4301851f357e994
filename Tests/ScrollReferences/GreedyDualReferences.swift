import ScrollCaching
import ScrollCore

/// Returns the cost of a miss: 1, the bytes (at least 1), or milliseconds, 1 each where unknown.
func missCost(_ setup: PolicySetup, _ request: Request) -> Double {
  let index = Int(request.image.index)
  switch setup.settings["cost"] {
  case "bytes": return Double(max(1, request.cost))
  case "decodeTime":
    return setup.decodeMilliseconds.isEmpty ? 1 : max(0, setup.decodeMilliseconds[index])
  case "reloadTime":
    return setup.reloadMilliseconds.isEmpty ? 1 : max(0, setup.reloadMilliseconds[index])
  default: return 1
  }
}

/// `gds`: H = L + cost / bytes at the last use; the image with the least H is evicted, and L
/// becomes H.
///
/// L does not fall when an image is removed whose H was overtaken. Among equals, the one used
/// longest ago is evicted. 0 bytes count as 1.
struct GDSReference: EvictionPolicy {
  private let setup: PolicySetup
  private var ratio: [ImageID: Double] = [:]
  private var h: [ImageID: Double] = [:]
  /// The images, the least recently used first.
  private var order: [ImageID] = []
  private var l = 0.0

  init(_ setup: PolicySetup) { self.setup = setup }

  static let descriptor = PolicyDescriptor.reference(of: "gds") { GDSReference($0) }

  mutating func didHit(_ request: Request) {
    h[request.image] = l + ratio[request.image, default: 0]
    order.makeNewest(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    ratio[request.image] = missCost(setup, request) / Double(max(1, request.cost))
    didHit(request)
  }

  mutating func didRemove(_ image: ImageID) { order.remove(image) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let candidates = order.unpinned(pins)
    guard let least = candidates.map({ h[$0, default: 0] }).min(),
      let victim = candidates.first(where: { h[$0] == least })
    else { return nil }
    l = max(l, least)
    order.remove(victim)
    return victim
  }
}

/// `landlord`: all images pay the same rent per byte until one has no credit left.
///
/// Credits are kept per byte, and together with the rent of all times, so that rounding is that of
/// sums. Credit is the cost on insert; a hit makes it hitCredit x cost + (1 - hitCredit) x the
/// remaining credit. No credit is below 0. Among images without credit, the one credited longest
/// ago is evicted.
struct LandlordReference: EvictionPolicy {
  private let setup: PolicySetup
  private let hitCredit: Double
  private var tenants: [(image: ImageID, full: Double, broke: Double)] = []
  private var rent = 0.0

  init(_ setup: PolicySetup) {
    self.setup = setup
    hitCredit = setup.settings.number("hitCredit")
  }

  static let descriptor = PolicyDescriptor.reference(of: "landlord") { LandlordReference($0) }

  mutating func didHit(_ request: Request) {
    guard hitCredit > 0, let place = tenants.firstIndex(where: { $0.image == request.image })
    else { return }
    var tenant = tenants.remove(at: place)
    let left = tenant.broke > rent ? tenant.broke - rent : 0
    tenant.broke = rent + (hitCredit * tenant.full + (1 - hitCredit) * left)
    tenants.append(tenant)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let full = missCost(setup, request) / Double(max(1, request.cost))
    tenants.append((request.image, full, rent + full))
  }

  mutating func didRemove(_ image: ImageID) { tenants.removeAll { $0.image == image } }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var poorest: (image: ImageID, broke: Double)?
    for tenant in tenants where !pins.contains(tenant.image) {
      if tenant.broke < poorest?.broke ?? .infinity { poorest = (tenant.image, tenant.broke) }
    }
    guard let poorest else { return nil }
    rent = max(rent, poorest.broke)
    didRemove(poorest.image)
    return poorest.image
  }
}

/// `camp`: as `gds` with whole numbers, the ratio cut to its `precision` highest bits.
///
/// Ratio = Int(largest size stored so far / bytes x cost), at most 2^62, of the last use. Among
/// equal H the smaller ratio (`ties=ratio`), then the one used longest ago. L becomes the
/// victim's H or (`inflation=next`) the least H that stays, and never falls.
struct CAMPReference: EvictionPolicy {
  private struct Entry {
    var image: ImageID
    var bytes: Double, cost: Double
    var ratio = 0
    var h: UInt128 = 0
  }

  private let setup: PolicySetup
  /// The images, the least recently used first.
  private var entries: [Entry] = []
  private var largest = 1.0
  private var l: UInt128 = 0

  init(_ setup: PolicySetup) { self.setup = setup }

  static let descriptor = PolicyDescriptor.reference(of: "camp") { CAMPReference($0) }

  private func cut(_ ratio: Int) -> Int {
    var unit = 1
    while (ratio / unit) >> min(63, setup.settings.integer("precision")) > 0 { unit *= 2 }
    return ratio / unit * unit
  }

  private mutating func use(_ entry: Entry) {
    var entry = entry
    entry.ratio = cut(Int(min(0x1p62, largest / entry.bytes * entry.cost)))
    entry.h = l + UInt128(entry.ratio)
    entries.append(entry)
  }

  mutating func didHit(_ request: Request) {
    guard let place = entries.firstIndex(where: { $0.image == request.image }) else { return }
    use(entries.remove(at: place))
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let bytes = Double(max(1, request.cost))
    largest = max(largest, bytes)
    use(Entry(image: request.image, bytes: bytes, cost: missCost(setup, request)))
  }

  mutating func didRemove(_ image: ImageID) { entries.removeAll { $0.image == image } }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let ratiosMatter = setup.settings["ties"] == "ratio"
    var least: Entry?
    for entry in entries where !pins.contains(entry.image) {
      guard let other = least else {
        least = entry
        continue
      }
      if entry.h < other.h || entry.h == other.h && ratiosMatter && entry.ratio < other.ratio {
        least = entry
      }
    }
    guard let least else { return nil }
    didRemove(least.image)
    l = max(l, least.h)
    if setup.settings["inflation"] == "next", let next = entries.map(\.h).min() { l = max(l, next) }
    return least.image
  }
}
