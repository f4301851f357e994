import ScrollCaching
import ScrollCore

/// `aggregate-delay`: the least mean delay per window, over the time since the last request.
///
/// Each image has the list of its windows' delays. A request at t opens a window with a delay
/// of Z if it is the first, or Z or more after the last window's start w; otherwise it adds Z -
/// (t - w) to the last one. Of more than 4 096 residents, 64 or `samples` are drawn. Among
/// equals the one asked for first. Of images that are not resident, `retained` times as many
/// are remembered as were ever resident at once, those that left or were asked for last.
///
/// Storing an image without delays, or a prefetched one, is a request. If it is unseen it is
/// none, but stands where one of now would, with its delays or Z, and if it has no delays when
/// it leaves, it is not remembered.
struct AggregateDelayReference: EvictionPolicy {
  private let setup: PolicySetup
  private var residents: [ImageID] = []
  private var sums: [ImageID: Double] = [:], windows: [ImageID: Int] = [:]
  private var starts: [ImageID: Int64] = [:]
  private var lastUse: [ImageID: (time: Int64, number: Int)] = [:]
  private var others: [ImageID] = []
  private var mostResidents = 0
  private var now: Int64 = 0, number = 0
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    self.setup = setup
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "aggregate-delay") {
    AggregateDelayReference($0)
  }

  private func z(_ image: ImageID) -> Double {
    if setup.clock == .requests { return setup.settings.number("fetchRequests") }
    if setup.reloadMilliseconds.isEmpty { return 1_000_000 }
    return max(1, setup.reloadMilliseconds[Int(image.index)] * 1_000_000)
  }

  private mutating func touch(_ image: ImageID) {
    number += 1
    lastUse[image] = (now, number)
  }

  private mutating func ask(_ image: ImageID) {
    let z = self.z(image)
    touch(image)
    if let start = starts[image], Double(now - start) < z {
      sums[image, default: 0] += z - Double(now - start)
      return
    }
    starts[image] = now
    windows[image, default: 0] += 1
    sums[image, default: 0] += z
  }

  private mutating func remember(_ image: ImageID) {
    others.makeNewest(image)
    while Double(others.count) > setup.settings.number("retained") * Double(mostResidents) {
      let forgotten = others.removeFirst()
      (sums[forgotten], windows[forgotten], starts[forgotten]) = (nil, nil, nil)
    }
  }

  mutating func didHit(_ request: Request) {
    now = max(now, request.time.nanoseconds)
    unseen.unmark(request.image)
    ask(request.image)
  }

  mutating func didMiss(_ request: Request) {
    now = max(now, request.time.nanoseconds)
    ask(request.image)
    remember(request.image)
  }

  mutating func willStore(_ request: Request) { now = max(now, request.time.nanoseconds) }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    others.remove(request.image)
    residents.append(request.image)
    mostResidents = max(mostResidents, residents.count)
    if admission == .prefetched, setup.settings["prefetchedCountsAs"] == "unseen" {
      touch(request.image)
    } else if admission == .prefetched || windows[request.image] == nil {
      ask(request.image)
    }
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAndFill(image)
    let wasUnseen = unseen.unmark(image)
    if !wasUnseen || windows[image] != nil { remember(image) }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var candidates: [ImageID] = []
    if residents.count > 4_096 {
      for _ in 0..<setup.settings.integer("samples") {
        candidates.append(residents[random.below(residents.count)])
      }
      candidates = candidates.unpinned(pins)
    }
    if candidates.isEmpty { candidates = residents.unpinned(pins) }
    let victim = unseen.leaver(among: candidates.sorted { rank($0) < rank($1) })
    if let victim { didRemove(victim) }
    return victim
  }

  private func rank(_ image: ImageID) -> (Double, Int) {
    let last = lastUse[image] ?? (0, 0)
    let mean = windows[image].map { sums[image, default: 0] / Double($0) } ?? z(image)
    return (mean / Double(max(1, now - last.time)), last.number)
  }
}
