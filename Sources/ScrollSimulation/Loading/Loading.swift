import BasicContainers
import ScrollCore
import ScrollDevice

/// The loads under way, and what has come and waits for the next frame.
struct Loading: ~Copyable {
  /// A hit that reaches its cell one frame later.
  struct LateHit {
    var item: ItemIndex, appearance: Int32, bitmap: BitmapIndex
  }

  var inFlight: InFlightTable
  /// The load that requests join; empty where every request has one of its own.
  private var loadOfKey: Table<Key, LoadIndex>
  /// How often the content behind each image has changed; empty until it does.
  private var versions: Table<ImageID, Int32>
  private let imageCount: Int
  /// Loads waiting for the next frame, in order of completion.
  private(set) var finished = UniqueArray<LoadIndex>()
  private(set) var lateHits = UniqueArray<LateHit>()
  private let ranks: Bool, isLIFO: Bool, isCoalescing: Bool

  init(_ prepared: PreparedScenario) {
    let (scenario, loader) = (prepared.scenario, prepared.scenario.loader)
    (ranks, isLIFO, isCoalescing) = (loader.priorities, loader.order == .lifo, loader.sharesLoads)
    inFlight = InFlightTable(ranks: ranks, isLIFO: isLIFO)
    loadOfKey = Table(repeating: .none, count: loader.sharesLoads ? prepared.keys.count : 0)
    versions = Table(repeating: 0, count: 0)
    imageCount = scenario.images.count
  }

  /// Whether nothing has come that the next frame would deliver.
  var isQuiet: Bool { finished.isEmpty && lateHits.isEmpty }

  /// A load begins, which later requests of its key join if loads are shared.
  mutating func add(_ load: Load) -> LoadIndex {
    let slot = inFlight.add(load)
    if isCoalescing { loadOfKey[load.key] = slot }
    return slot
  }

  /// The load of a key that requests join; none without coalescing.
  func shared(_ key: KeyIndex) -> LoadIndex { isCoalescing ? loadOfKey[key] : .none }

  /// Requests no longer join a load.
  mutating func unshare(_ slot: LoadIndex, of key: KeyIndex) {
    if isCoalescing, loadOfKey[key] == slot { loadOfKey[key] = .none }
  }

  /// A load waits for the next frame.
  mutating func finish(_ slot: LoadIndex) { finished.append(slot) }

  /// The first so many that had finished are delivered.
  mutating func didDeliver(_ count: Int) {
    for index in count..<finished.count { finished[index - count] = finished[index] }
    for _ in 0..<count { _ = finished.popLast() }
  }

  /// A hit waits for the next frame.
  mutating func add(_ hit: LateHit) { lateHits.append(hit) }

  mutating func didDeliverLateHits() { lateHits.removeAll(keepingCapacity: true) }

  /// The process has ended: nothing is under way.
  mutating func endProcess() {
    for slot in LoadIndex.first(inFlight.loads.count) where inFlight.loads[slot].stage != .free {
      unshare(slot, of: inFlight.loads[slot].key)
    }
    lateHits.removeAll()
    finished.removeAll()
    inFlight = InFlightTable(ranks: ranks, isLIFO: isLIFO, after: inFlight.serials)
  }

  /// The content behind an image changes.
  mutating func change(_ image: ImageIndex) {
    if versions.count == 0 { versions = Table(repeating: 0, count: imageCount) }
    versions[image] += 1
  }

  /// How often it has changed.
  func version(of image: ImageIndex) -> Int32 { versions.count > 0 ? versions[image] : 0 }
}
