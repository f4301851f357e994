import ScrollCaching
package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A stall that no cache avoids: a lower bound of `RunReport.Stalls.seconds`, in seconds, over all
/// decisions about what to store and what to evict, with proof.
///
/// **What adds up.** At every moment the user wants the viewport of one vsync before; the stall is
/// the share of it that the screen does not show rightly, integrated over time in the foreground.
/// Motion, layouts and events are given, so what is wanted when (`WantedScreens`) is known before
/// any run, and so is a sum over images of the area that is wanted while its image cannot be there:
/// under a late frame the area counts because it is blank or because it has moved away from the
/// screen. Areas of items do not overlap.
///
/// **First loads.** In each process, nothing is on screen before the vsync after its first frame.
/// No load of an image begins before the first vsync at which an item that shows it is visible or
/// within reach of the prefetcher (`PrefetchDistance`), since frames are processed at vsyncs only;
/// and no load is faster than with every resource idle, nothing lost and its cheapest rendition
/// (`LeastLoad`). Until then the image is missing, with an infinite cache, too. This is
/// `unavoidable`. A loader that cancels, without prefetches, cannot finish a first download that
/// takes longer than its image is visible: then its next viewing is a first one again.
///
/// **Revisits.** An image that comes back after at least `RevisitRules.release` screens is held by
/// no cell: in between a frame was processed, and its items have left. So it was in the cache from
/// then until its return, or it has to be loaded again, in which case it misses its area until
/// idle resources could have brought it, or a load that began in an earlier viewing was under way
/// after that viewing's end. Such a load was begun by an appearance that never got its image, which
/// costs more than was added up for that viewing: its area from the moment at which the image could
/// have been there. A revisit is charged no more than that, and where loads are shared only the
/// last viewing counts for it, otherwise every earlier one; no two revisits count the same load.
/// What the cache keeps over all these stretches has to fit into its budget at every moment, so the
/// most that can be saved is a fractional knapsack over time (`Keeping.mostSaved`).
///
/// **Where it holds.** For every loader, and for runs in which the app is not killed: one that dies
/// stops counting (`until` cuts the bound off at a moment). The part of the revisits holds for
/// caches that never hold more than their budget, and is 0 where images may come from elsewhere
/// (`RevisitRules`): with a prefetcher first loads alone are counted.
///
/// - Complexity: O(vsyncs x visible items), and `Keeping.mostSaved`.
package struct ProvenStallBound: Sendable, Equatable {
  /// No run stalls less whose cache keeps its budget.
  package let seconds: Double
  /// No run stalls less, whatever its cache.
  package let unavoidable: Double
  /// How many revisits were weighed; 0 also where nothing is known of them.
  package let revisits: Int

  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the most that residents may cost together; nil is no limit.
  ///   - end: when the run ends, if that is before the trace does.
  package init(_ prepared: PreparedScenario, budget: ByteCount?, until end: SimTime = .never) {
    let screens = WantedScreens(prepared.scenario, until: end)
    let rules = RevisitRules(prepared, visible: Self.mostVisible(on: screens))
    var costs = ViewingCosts(prepared, rules)
    Self.view(screens, prepared.scenario, &costs)
    let unavoidable = Double(screens.unshown) + costs.firstLoads
    let missed = unavoidable + max(0, costs.revisits - costs.mostSaved(within: budget))
    // The simulation adds up in another order, which may differ by a rounding.
    self.unavoidable = unavoidable / 1e9 * (1 - 1e-9)
    seconds = missed / 1e9 * (1 - 1e-9)
    revisits = costs.spans.count
  }

  private static func mostVisible(on screens: WantedScreens) -> Int {
    var (range, most) = (VisibleRange(), 0)
    screens.forEach { screen in
      range.move(lower: screen.lower, upper: screen.upper, in: screens.placement(screen))
      most = max(most, range.count)
    }
    return most
  }

  /// Looks at all screens in order.
  private static func view(
    _ screens: WantedScreens, _ scenario: Scenario, _ costs: inout ViewingCosts
  ) {
    let distance = PrefetchDistance(scenario)
    var requests = EarliestRequests(distance)
    var viewings: [ImageID: ImageViewings] = [:]
    var (range, reached, process) = (VisibleRange(), 0..<0, 0)
    func view(_ image: ImageID, _ change: (inout ImageViewings) -> Void) {
      change(&viewings[image, default: ImageViewings(image)])
    }
    var first: WantedScreens.Screen?
    screens.forEach { screen in
      let placement = screens.placement(screen)
      range.move(lower: screen.lower, upper: screen.upper, in: placement)
      if screen.process != process || first == nil { (first, reached) = (screen, 0..<0) }
      if screen.isElsewhere { reached = 0..<0 }
      process = screen.process
      if distance != .items(0), distance != .unlimited {
        let items = requests.items(screen, visible: range.indices, in: placement)
        for item in items where !reached.contains(item) {
          view(placement.images[item]) { $0.mayBeRequested(screen, &costs) }
        }
        reached = items
      }
      for item in range.indices {
        let overlap =
          min(screen.upper, placement.ends[item]) - max(screen.lower, placement.starts[item])
        guard overlap > 0 else { continue }
        let share = overlap * placement.breadths[item] / (screen.upper - screen.lower)
        view(placement.images[item]) {
          if distance == .unlimited, let first { $0.mayBeRequested(first, &costs) }
          $0.show(screen, item: item, share: share, &costs)
        }
      }
    }
    for image in viewings.keys.sorted(by: { $0.index < $1.index }) {
      view(image) { $0.finish(&costs) }
    }
  }
}

/// How far beyond the viewport a prefetcher ever asks for items, in whatever direction.
///
/// Known of the prefetchers whose plans stay within a fixed distance; every other one, also one
/// from outside, may ask for anything at any time.
enum PrefetchDistance: Equatable {
  /// The longest of these.
  case within([ScreenDistance])
  /// So many items on each side of a visible one.
  case items(Int)
  case unlimited

  init(_ scenario: Scenario) {
    let settings = scenario.prefetcher.settings
    guard scenario.loader.cache, scenario.prefetcher != .none else {
      self = .items(0)
      return
    }
    switch scenario.prefetcher.descriptor.name {
    case "ring", "preheat":
      self = .within([settings.distance("ahead"), settings.distance("behind")])
    case "feedback": self = .within([settings.distance("least"), settings.distance("most")])
    case "directional", "uikit-window": self = .within([settings.distance("screens")])
    case "idle-grow": self = .within([settings.distance("screens"), settings.distance("most")])
    case "texture-ranges": self = .within([.screens(2.5)])
    case "neighbours": self = .items(settings.integer("k"))
    default: self = .unlimited
    }
  }
}

/// The items that may be asked for at each screen: the visible ones and what is fetched ahead.
struct EarliestRequests {
  private let distance: PrefetchDistance
  private var range = VisibleRange()

  init(_ distance: PrefetchDistance) { self.distance = distance }

  /// The items within reach of a screen; more than these where ends do not ascend.
  /// - Parameters:
  ///   - screen: the next one.
  ///   - visible: the range of its visible items.
  ///   - placement: of that screen.
  /// - Returns: a range of items.
  mutating func items(
    _ screen: WantedScreens.Screen, visible: Range<Int>, in placement: ItemPlacement
  ) -> Range<Int> {
    switch distance {
    case .unlimited: return 0..<placement.count
    case .items(let count):
      guard !visible.isEmpty else { return visible }
      return max(0, visible.lowerBound - count)..<min(placement.count, visible.upperBound + count)
    case .within(let distances):
      let extent = screen.upper - screen.lower
      let way = 1 + (distances.map { $0.points(extent: extent) }.max() ?? 0)
      range.move(lower: screen.lower - way, upper: screen.upper + way, in: placement)
      return range.indices
    }
  }
}

/// What one image costs at least, process by process and viewing by viewing.
struct ImageViewings {
  let image: ImageID
  private var process = 0
  /// The vsync of the first frame that may ask for it in this process.
  private var request: Int64?
  /// Whether a load may have brought it in this process.
  private var mayBeLoaded = false
  private var viewing: Viewing?
  /// The last screen of the viewing before.
  private var lastNumber: Int?
  /// What the viewings so far cost more than was added up if a load outlives one of them.
  private var slack = Double.infinity

  init(_ image: ImageID) { self.image = image }

  /// A frame may ask for it from now on.
  mutating func mayBeRequested(_ screen: WantedScreens.Screen, _ costs: inout ViewingCosts) {
    if screen.process != process {
      // Nothing that an earlier process had in memory helps this one.
      finish(&costs)
      self = ImageViewings(image)
      process = screen.process
    }
    if request == nil { request = screen.vsync }
  }

  /// An item shows it on a screen.
  mutating func show(
    _ screen: WantedScreens.Screen, item: Int, share: Double, _ costs: inout ViewingCosts
  ) {
    mayBeRequested(screen, &costs)
    if let viewing, let rules = costs.rules, screen.number - viewing.lastNumber > rules.release {
      finish(&costs)
    }
    if viewing == nil {
      let begun = lastNumber == nil ? request ?? screen.vsync : screen.vsync
      viewing = Viewing(
        screen, item: item,
        presentable: costs.presentable(
          image, begun: begun, isFirst: !mayBeLoaded && process == 0, mayBePreloaded: !mayBeLoaded))
    }
    viewing?.add(screen, item: item, share: share)
  }

  /// The viewing is over.
  mutating func finish(_ costs: inout ViewingCosts) {
    guard let viewing = viewing.take() else { return }
    defer { lastNumber = viewing.lastNumber }
    let own = viewing.isWhole ? viewing.total - viewing.missed : 0
    if !mayBeLoaded {
      costs.addFirstLoad(viewing)
      guard !costs.endsTooEarly(viewing, of: image, isFirst: process == 0) else { return }
      mayBeLoaded = true
    } else if let lastNumber {
      costs.addRevisit(viewing, after: lastNumber, of: image, atMost: slack)
    }
    slack = costs.rules?.sharesLoads == true ? own : min(slack, own)
  }
}

/// The sums of what viewings cost at least, in shares of the screen times nanoseconds.
struct ViewingCosts {
  private let prepared: PreparedScenario
  private let hertz: Int64
  /// Nil where nothing is known of revisits.
  let rules: RevisitRules?
  /// Images that a launch may load before its first frame.
  private let preloaded: Set<ImageID>
  /// Until first loads can be there.
  private(set) var firstLoads = 0.0
  /// Until images are back that were not kept, if none was.
  private(set) var revisits = 0.0
  /// What keeping each of them would save, and the room that takes.
  private(set) var spans: [Keeping.Span] = []

  init(_ prepared: PreparedScenario, _ rules: RevisitRules?) {
    let scenario = prepared.scenario
    self.prepared = prepared
    self.rules = rules
    hertz = scenario.device.refreshRate
    var preloaded: Set<ImageID> = []
    if scenario.loader.cache, scenario.loader.preload > 0 {
      // By items, or by names, there may be fewer images than keys, or more.
      preloaded = Set(scenario.placement.images)
    }
    self.preloaded = preloaded
  }

  /// The first vsync at which a load of an image can have brought it on screen.
  func presentable(
    _ image: ImageID, begun: Int64, isFirst: Bool, mayBePreloaded: Bool
  ) -> Int64 {
    if mayBePreloaded, preloaded.contains(image) { return 0 }
    return prepared.leastLoad(of: image, isFirst: isFirst)
      .firstPresentation(begun: begun, hertz: hertz)
  }

  /// Whether every load of an image that begins in a viewing is cancelled at its end.
  func endsTooEarly(_ viewing: Viewing, of image: ImageID, isFirst: Bool) -> Bool {
    guard let rules, rules.cancels, !preloaded.contains(image) else { return false }
    let load = prepared.leastLoad(of: image, isFirst: isFirst)
    let left = SimTime.vsync(viewing.lastVsync + Int64(rules.release) + 1, hertz: hertz)
    let time = left - SimTime.vsync(viewing.firstVsync, hertz: hertz)
    return load.isRemote && time.nanoseconds < load.fetch
  }

  /// An image is seen that nothing can have loaded before.
  mutating func addFirstLoad(_ viewing: Viewing) { firstLoads += viewing.missed }

  /// An image is seen again: it was kept since, or is loaded again.
  mutating func addRevisit(
    _ viewing: Viewing, after lastNumber: Int, of image: ImageID, atMost slack: Double
  ) {
    let value = Int(max(0, min(viewing.missed, slack)))
    guard value > 0, let rules else { return }
    revisits += Double(value)
    spans.append(
      Keeping.Span(
        start: lastNumber + rules.release, end: viewing.firstNumber,
        room: prepared.leastCost(of: image), value: value))
  }

  /// What nothing that keeps a budget saves more than; without a budget everything.
  func mostSaved(within budget: ByteCount?) -> Double {
    guard prepared.scenario.loader.cache else { return 0 }
    guard let budget else { return revisits }
    return Keeping.mostSaved(spans, capacity: max(0, budget.bytes))
  }
}

/// A stretch of screens that show one image, in one process.
///
/// Times are shares of the screen integrated over time, in nanoseconds.
struct Viewing {
  /// The screens, by number and by vsync.
  var firstNumber: Int, lastNumber: Int
  var firstVsync: Int64, lastVsync: Int64
  /// The item that shows the image, at first.
  let item: Int
  /// Whether no other does, and it never leaves in between.
  var isWhole = true
  /// The first vsync at which the image can be on screen if a load has to bring it.
  let presentable: Int64
  /// How much of it is wanted, and how much of that before it can be there.
  private(set) var total = 0.0, missed = 0.0

  /// A stretch that begins with a screen.
  init(_ screen: WantedScreens.Screen, item: Int, presentable: Int64) {
    (firstNumber, lastNumber) = (screen.number, screen.number)
    (firstVsync, lastVsync) = (screen.vsync, screen.vsync)
    self.item = item
    self.presentable = presentable
  }

  /// An item shows a part of the image on a screen, the last one or a later one.
  mutating func add(_ screen: WantedScreens.Screen, item: Int, share: Double) {
    if item != self.item || screen.number > lastNumber + 1 { isWhole = false }
    (lastNumber, lastVsync) = (screen.number, screen.vsync)
    let part = share * Double(screen.duration)
    total += part
    if screen.vsync + 1 < presentable { missed += part }
  }
}

/// What may be said of images that come back on screen: whether anything, and from when on the
/// cache alone has them.
struct RevisitRules {
  /// So many screens after an image has left the viewport, no cell holds it any more.
  let release: Int
  /// Whether all requests for an image share its load.
  let sharesLoads: Bool
  /// Whether a download ends when nothing waits for it.
  let cancels: Bool

  /// The rules of a scenario; nil where an image may come back from somewhere else than the cache.
  ///
  /// That is where something is fetched ahead: then a load that nobody waits for may be on its
  /// way as long as it likes, and takes nothing of the budget. Where cells keep old pictures, or
  /// take those of others. And where a request is followed by further ones, as for a second
  /// rendition or a reloaded row.
  init?(_ prepared: PreparedScenario, visible: Int) {
    let (scenario, loader) = (prepared.scenario, prepared.scenario.loader)
    let usesContent = scenario.events.contains {
      if case .beginAccess = $0.event { true } else { false }
    }
    guard !prepared.fetchesAhead, loader.variants == .none, loader.key != .fileName,
      !loader.nullEntries, loader.recycledCellCheck, loader.clearOnReuse, !loader.reloadRow,
      !loader.reloadFailedRow, loader.refreshesJoined, !loader.drawsThroughCache, !usesContent,
      let frame = prepared.longestFrame(visible: visible)
    else { return nil }
    release = Int(frame)
    sharesLoads = loader.coalescing && loader.key == .image && !loader.timeStamps
    let staysInFront = !scenario.events.contains { $0.event == .background }
    cancels =
      loader.cancelOnLeave && loader.cancelQueued && loader.cancelDownload && staysInFront
  }
}
