import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A step that makes a drawn run simpler.
struct SwarmStep {
  /// The part of a run that a step removes; the first kinds remove the largest parts.
  enum Kind: String, CaseIterable {
    case cold, calm, lru, reach
    /// Halves of the motion, of the events and of the items.
    case begin, end, earlyEvents, lateEvents, firstItems, lastItems
    case layouts, prefetch, memory, variance, timing, network, losses, disk, bundle, sizes
    case purging, variants, keys, tiles, fade, gate, rate, cancel, cells, cost, lanes
    /// One event, one item and one sample of the motion.
    case event, item, sample
  }

  let kind: Kind
  /// The place of the event, item or sample; `nil` for other kinds.
  private let place: Int?

  private init(_ kind: Kind, _ place: Int? = nil) { (self.kind, self.place) = (kind, place) }

  /// Parses the name of a step, with a place if its kind has places: `calm`, `item3`.
  init?(parsing text: Substring) {
    let name = text.prefix { !$0.isNumber }
    guard let kind = Kind(rawValue: String(name)) else { return nil }
    let place = Int(text.dropFirst(name.count))
    guard (place != nil) == [.event, .item, .sample].contains(kind),
      place != nil || name == text
    else { return nil }
    self.init(kind, place)
  }

  var text: String { kind.rawValue + (place.map { "\($0)" } ?? "") }

  /// Returns every step for a run.
  static func all(for drawn: SwarmCase) -> [SwarmStep] {
    Kind.allCases.flatMap { kind in
      let places =
        switch kind {
        case .event: drawn.scenario.events.count
        case .item: drawn.scenario.placement.count
        case .sample: drawn.scenario.motion.times.count
        default: 0
        }
      let hasPlaces = [.event, .item, .sample].contains(kind)
      return hasPlaces
        ? (0..<places).reversed().map { SwarmStep(kind, $0) } : [SwarmStep(kind)]
    }
  }

  /// Applies the step and returns `true` if it has changed anything.
  func apply(to drawn: inout SwarmCase) -> Bool {
    let before = "\(drawn)"
    change(&drawn)
    return "\(drawn)" != before
  }

  private func change(_ drawn: inout SwarmCase) {
    switch kind {
    case .cold: drawn.scenario.start = .cold
    case .lru: drawn.policy = (try? PolicyCatalog.builtIn.choose("lru")) ?? drawn.policy
    case .reach: drawn.budget = ByteCount(drawn.scenario.images.count * 1_000_000)
    case .calm: drawn.scenario.events = []
    case .earlyEvents: drawn.scenario.events.removeLast((drawn.scenario.events.count + 1) / 2)
    case .lateEvents: drawn.scenario.events.removeFirst((drawn.scenario.events.count + 1) / 2)
    case .event, .item, .sample: remove(place ?? 0, from: &drawn.scenario)
    case .begin, .end, .firstItems, .lastItems, .layouts, .sizes, .timing:
      changeContent(&drawn.scenario)
    case .memory, .variance, .network, .losses: changeDevice(&drawn.scenario)
    case .prefetch: drawn.scenario.prefetcher = .none
    default: changeLoader(&drawn.scenario.loader)
    }
  }

  /// Removes one event, one item, or one sample other than the first.
  private func remove(_ place: Int, from scenario: inout Scenario) {
    switch kind {
    case .event where place < scenario.events.count: scenario.events.remove(at: place)
    case .item: scenario.keepItems { $0.filter { $0 != place } }
    case .sample where place > 0 && place < scenario.motion.times.count:
      scenario.motion.times.remove(at: place)
      scenario.motion.offsets.remove(at: place)
      scenario.motion.phases.remove(at: place)
      scenario.cutEvents()
    default: break
    }
  }

  private func changeContent(_ scenario: inout Scenario) {
    let samples = scenario.motion.times.count
    switch kind {
    case .begin where samples > 1:
      scenario.motion = ScrollMotion(
        times: Array(scenario.motion.times.prefix(samples / 2)),
        offsets: Array(scenario.motion.offsets.prefix(samples / 2)),
        phases: Array(scenario.motion.phases.prefix(samples / 2)))
      scenario.cutEvents()
    case .end where samples > 1:
      let start = scenario.motion.times[samples / 2]
      scenario.motion = ScrollMotion(
        times: scenario.motion.times.suffix(samples - samples / 2).map { $0 - start },
        offsets: Array(scenario.motion.offsets.suffix(samples - samples / 2)),
        phases: Array(scenario.motion.phases.suffix(samples - samples / 2)))
      scenario.events.removeAll { $0.time < start }
      for index in scenario.events.indices { scenario.events[index].time -= start }
      scenario.laterEpochs = []
      scenario.cutEvents()
    case .firstItems: scenario.keepItems { Array($0.prefix(($0.count + 1) / 2)) }
    case .lastItems: scenario.keepItems { Array($0.suffix(($0.count + 1) / 2)) }
    case .layouts: scenario.laterEpochs = []
    case .sizes:
      scenario.images.entries = scenario.images.entries.map {
        ImageCatalog.Entry(
          width: 20, height: 20, format: .jpeg, encoded: ByteCount(1000), origin: $0.origin,
          decodeTime: $0.decodeTime)
      }
    case .timing:
      scenario.images.timedOn = nil
      for image in scenario.images.entries.indices {
        scenario.images.entries[image].decodeTime = nil
      }
    default: break
    }
  }

  private func changeDevice(_ scenario: inout Scenario) {
    switch kind {
    case .memory:
      scenario.device.memory = MemoryFigures(
        total: ByteCount(1 << 40), appLimit: ByteCount(1 << 39), otherProcesses: .zero,
        baseFootprint: .zero, backgroundApps: [], pageSize: ByteCount(4096))
    case .variance:
      (scenario.device.spread, scenario.device.sideBySide) = ([:], 0)
      scenario.device.memory.fresh = nil
    case .network: scenario.network = .ideal
    case .losses:
      (scenario.network.loss, scenario.network.failures) = (0, 0)
      scenario.network.timeOut = SimTime(seconds: 15)
    default: break
    }
  }

  private func changeLoader(_ loader: inout Loader) {
    let plain = Loader()
    switch kind {
    case .disk: loader.diskCache = false
    case .bundle: loader.origin = .bundle
    case .purging: (loader.purgeable, loader.decode) = (.never, .none)
    case .variants: (loader.variants, loader.serves) = (.none, .oneSize)
    case .keys: (loader.key, loader.timeStamps) = (.image, false)
    case .tiles: loader.tiles = false
    case .fade: loader.fadeDuration = 0
    case .gate: loader.deferAbove = 0
    case .rate: (loader.rateLimit, loader.connections, loader.backOff) = (0, 0, 1)
    case .cancel:
      (loader.cancelOnLeave, loader.cancelRead) = (false, false)
      (loader.cancelDecode, loader.cancelStore) = (false, false)
    case .cells:
      loader.preload = 0
      loader.interfaceAssets = 0
      loader.placeholder = 0
      loader.pageCache = 0
      loader.prefetchLimit = 0
      loader.nullEntries = false
      loader.drawsThroughCache = false
      (loader.reloadRow, loader.reloadFailedRow) = (false, false)
      (loader.cellPreparation, loader.hitDelivery) = (plain.cellPreparation, plain.hitDelivery)
    case .cost: (loader.cost, loader.holds) = (.bytes, .decoded)
    case .lanes: (loader.lanes, loader.order, loader.priorities) = (1, .fifo, true)
    default: break
    }
  }
}

extension Scenario {
  /// Removes what would happen after the last sample.
  fileprivate mutating func cutEvents() {
    let end = motion.duration
    events.removeAll { $0.time > end }
    laterEpochs.removeAll { $0.time > end }
  }

  /// Keeps some of the items, in their places.
  fileprivate mutating func keepItems(_ kept: (Range<Int>) -> [Int]) {
    let items = kept(0..<placement.count)
    guard !items.isEmpty, items.count < placement.count else { return }
    laterEpochs = []
    placement = ItemPlacement(
      starts: items.map { placement.starts[$0] }, ends: items.map { placement.ends[$0] },
      breadths: items.map { placement.breadths[$0] },
      images: items.map { placement.images[$0] },
      extent: placement.extent, imageCount: placement.imageCount)
  }
}
