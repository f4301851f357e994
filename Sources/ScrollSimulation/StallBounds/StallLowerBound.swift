import ScrollCaching
package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A proven lower bound of `RunReport.Stalls.seconds` for all caches, in seconds.
///
/// The bound holds for all decisions about which images to store and which to evict.
///
/// **The sum.** At every moment the user wants the viewport of the trace one vsync earlier. The
/// stall is the share of this viewport that the screen does not show correctly, integrated over
/// time in the foreground. Motion, layouts and events are given, so the wanted content at each time
/// (`WantedScreens`) is known before any run. For each image, the bound adds up the wanted area
/// over the time in which the image cannot be on screen. This area counts as stall under a late
/// frame, too, where it is blank or not on screen. The areas of different items do not overlap, so
/// their sum is a bound.
///
/// **First loads.** In each process, nothing is on screen before the vsync after its first frame.
/// Frames are processed at vsyncs only. So no load of an image begins before the first vsync at
/// which an item with this image is visible or within reach of the prefetcher (`PrefetchDistance`).
/// No load is faster than a load of the cheapest rendition with every resource idle and no packet
/// lost (`LeastLoad`). Until such a load can have finished, the image is missing, even with an
/// infinite cache. The sum of these times is `unavoidable`. If the loader cancels and does not
/// prefetch, a first download that takes longer than its image is visible cannot finish. Then the
/// image's next viewing counts as a first one again.
///
/// **Revisits.** If an image comes back after at least `RevisitRules.release` screens, a frame was
/// processed in between, and no cell holds the image any more. So there are three cases.
///
/// 1. The image was in the cache from the end of the last viewing until its return.
/// 2. The image has to be loaded again. Then its area is missing until a load with idle resources
///    can have finished.
/// 3. A load that began in an earlier viewing was still under way after the end of that viewing.
///    Such a load began in an appearance that never got its image. The sum has too little for that
///    appearance: its area was missing also after the moment at which the image could have been
///    there. So the bound charges this revisit at most that additional stall. If loads are shared,
///    only the last viewing can have begun such a load, otherwise every earlier viewing. No two
///    revisits count the same load.
///
/// The images that the cache keeps from their last viewings until their returns have to fit into
/// the budget at every moment. So the most that a cache can save is the solution of a fractional
/// knapsack problem over time (`RetentionBound.mostSaved`).
///
/// **Validity.** The bound holds for every loader, and for runs in which the app is not killed. A
/// run counts no stall after its app was killed; for such a run, pass the end to `until`. The part
/// for revisits holds for caches that never exceed their budget. It is 0 if images may come back
/// from elsewhere than the cache (`RevisitRules`); so with a prefetcher only first loads count.
///
/// - Complexity: O(vsyncs x visible items), and `RetentionBound.mostSaved`.
package struct StallLowerBound: Sendable, Equatable {
  /// The lower bound for runs whose cache keeps its budget.
  package let seconds: Double
  /// The lower bound for runs with any cache.
  package let unavoidable: Double
  /// The number of revisits in the bound; 0 if there are none, or if there is no bound for them.
  let revisits: Int

  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the limit for the total cost of the cached images; `nil` is no limit.
  ///   - end: the end of the run, if it is before the end of the trace.
  package init(_ prepared: PreparedScenario, budget: ByteCount?, until end: SimTime = .never) {
    let screens = WantedScreens(prepared.scenario, until: end)
    let rules = RevisitRules(prepared, visible: Self.mostVisible(on: screens))
    var costs = ViewingCosts(prepared, rules)
    Self.view(screens, prepared.scenario, &costs)
    let unavoidable = Double(screens.unshown) + costs.firstLoads
    let missed = unavoidable + max(0, costs.revisits - costs.mostSaved(within: budget))
    // The simulation adds in another order, which may differ by a rounding.
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

  /// Adds the costs of all screens in order.
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

/// The largest distance beyond the viewport at which a prefetcher requests items, in any direction.
///
/// The distance is known for prefetchers whose plans stay within a fixed distance. For every other
/// prefetcher, including a custom one, the bound assumes that it may request any item at any time.
enum PrefetchDistance: Equatable {
  /// The longest of these distances.
  case within([ScreenDistance])
  /// A number of items on each side of a visible one.
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

/// The items that the app may request at each screen: visible items, and items within reach of the
/// prefetcher.
struct EarliestRequests {
  private let distance: PrefetchDistance
  private var range = VisibleRange()

  init(_ distance: PrefetchDistance) { self.distance = distance }

  /// Returns the items that the app may request at a screen, and possibly more items in a
  /// waterfall.
  /// - Parameters:
  ///   - screen: the next screen.
  ///   - visible: the range of the screen's visible items.
  ///   - placement: the placement of that screen.
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

/// The calculation of the least stall for one image, process by process and viewing by viewing.
struct ImageViewings {
  let image: ImageID
  private var process = 0
  /// The vsync of the first frame that may request the image in this process.
  private var request: Int64?
  /// A Boolean value that indicates whether a load may have brought the image in this process.
  private var mayBeLoaded = false
  private var viewing: Viewing?
  /// The last screen of the previous viewing.
  private var lastNumber: Int?
  /// The additional stall of an earlier viewing whose load continues after its end; it is not in
  /// the sum.
  private var slack = Double.infinity

  init(_ image: ImageID) { self.image = image }

  /// Records that a frame may request the image from now on.
  mutating func mayBeRequested(_ screen: WantedScreens.Screen, _ costs: inout ViewingCosts) {
    if screen.process != process {
      // Nothing in the memory of an earlier process helps this one.
      finish(&costs)
      self = ImageViewings(image)
      process = screen.process
    }
    if request == nil { request = screen.vsync }
  }

  /// Records that an item shows the image on a screen.
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

  /// Ends the viewing.
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

/// The sums of the least stalls of viewings, in shares of the screen times nanoseconds.
struct ViewingCosts {
  private let prepared: PreparedScenario
  private let hertz: Int64
  /// The rules for revisits; `nil` if there is no bound for them.
  let rules: RevisitRules?
  /// Images that a launch may load before its first frame.
  private let preloaded: Set<ImageID>
  /// The least stall until the first loads of images can have finished.
  private(set) var firstLoads = 0.0
  /// The least stall at revisits if the cache kept no image.
  private(set) var revisits = 0.0
  /// For each revisit, the stall that the cache would save by keeping the image, and the cost of
  /// the image in the cache.
  private(set) var spans: [RetentionBound.Span] = []

  init(_ prepared: PreparedScenario, _ rules: RevisitRules?) {
    let scenario = prepared.scenario
    self.prepared = prepared
    self.rules = rules
    hertz = scenario.device.refreshRate
    var preloaded: Set<ImageID> = []
    if scenario.loader.cache, scenario.loader.preload > 0 {
      // With keys by item or by name, there may be fewer images than keys, or more.
      preloaded = Set(scenario.placement.images)
    }
    self.preloaded = preloaded
  }

  /// Returns the first vsync at which a load of an image can have brought it on screen.
  func presentable(
    _ image: ImageID, begun: Int64, isFirst: Bool, mayBePreloaded: Bool
  ) -> Int64 {
    if mayBePreloaded, preloaded.contains(image) { return 0 }
    return prepared.leastLoad(of: image, isFirst: isFirst)
      .firstPresentation(begun: begun, hertz: hertz)
  }

  /// Returns `true` if every load of an image that begins in a viewing is cancelled at the end of
  /// this viewing.
  func endsTooEarly(_ viewing: Viewing, of image: ImageID, isFirst: Bool) -> Bool {
    guard let rules, rules.cancels, !preloaded.contains(image) else { return false }
    let load = prepared.leastLoad(of: image, isFirst: isFirst)
    let left = SimTime.vsync(viewing.lastVsync + Int64(rules.release) + 1, hertz: hertz)
    let time = left - SimTime.vsync(viewing.firstVsync, hertz: hertz)
    return load.isRemote && time.nanoseconds < load.fetch
  }

  /// Adds a viewing of an image that no earlier load can have brought.
  mutating func addFirstLoad(_ viewing: Viewing) { firstLoads += viewing.missed }

  /// Adds a later viewing of an image, which the cache has kept or the app loads again.
  mutating func addRevisit(
    _ viewing: Viewing, after lastNumber: Int, of image: ImageID, atMost slack: Double
  ) {
    let value = Int(max(0, min(viewing.missed, slack)))
    guard value > 0, let rules else { return }
    revisits += Double(value)
    spans.append(
      RetentionBound.Span(
        start: lastNumber + rules.release, end: viewing.firstNumber,
        room: prepared.leastCost(of: image), value: value))
  }

  /// Returns an upper bound for the stall that a cache with a budget saves at revisits; the whole
  /// stall if there is no budget.
  func mostSaved(within budget: ByteCount?) -> Double {
    guard prepared.scenario.loader.cache else { return 0 }
    guard let budget else { return revisits }
    return RetentionBound.mostSaved(spans, capacity: max(0, budget.bytes))
  }
}

/// A viewing: successive screens that show one image, in one process.
///
/// Times are shares of the screen integrated over time, in nanoseconds.
struct Viewing {
  /// The screens of the viewing, by number and by vsync.
  var firstNumber: Int, lastNumber: Int
  var firstVsync: Int64, lastVsync: Int64
  /// The item that shows the image at first.
  let item: Int
  /// A Boolean value that indicates whether only this item shows the image, and does not leave
  /// during the viewing.
  var isWhole = true
  /// The first vsync at which the image can be on screen if a load has to bring it.
  let presentable: Int64
  /// The wanted area of the image, integrated over time, and the part of it before the image can be
  /// there.
  private(set) var total = 0.0, missed = 0.0

  /// Creates a viewing that begins with a screen.
  init(_ screen: WantedScreens.Screen, item: Int, presentable: Int64) {
    (firstNumber, lastNumber) = (screen.number, screen.number)
    (firstVsync, lastVsync) = (screen.vsync, screen.vsync)
    self.item = item
    self.presentable = presentable
  }

  /// Adds the share of a screen that an item with the image takes; the screen is the last one of
  /// the viewing or a later one.
  mutating func add(_ screen: WantedScreens.Screen, item: Int, share: Double) {
    if item != self.item || screen.number > lastNumber + 1 { isWhole = false }
    (lastNumber, lastVsync) = (screen.number, screen.vsync)
    let part = share * Double(screen.duration)
    total += part
    if screen.vsync + 1 < presentable { missed += part }
  }
}

/// The rules by which the bound treats images that come back on screen.
struct RevisitRules {
  /// The number of screens after which no cell holds an image any more that has left the viewport.
  let release: Int
  /// A Boolean value that indicates whether all requests for an image share its load.
  let sharesLoads: Bool
  /// A Boolean value that indicates whether the loader cancels a download for which no item waits.
  let cancels: Bool

  /// Creates the rules of a scenario; `nil` if an image that comes back may come from elsewhere
  /// than the cache, so that there is no bound.
  ///
  /// There are three such cases. If the app prefetches, a load without a waiting item may be under
  /// way for any time, outside of the cache's budget. If the loader does not clear or check reused
  /// cells, they may show old pictures or pictures of other items. If a cell makes several
  /// requests, as for a second rendition or a reloaded row, or may show a bitmap of another size,
  /// the image may come back earlier.
  init?(_ prepared: PreparedScenario, visible: Int) {
    let (scenario, loader) = (prepared.scenario, prepared.scenario.loader)
    let usesContent = scenario.events.contains {
      if case .beginAccess = $0.event { true } else { false }
    }
    guard !prepared.fetchesAhead, prepared.renditionCount == 1, loader.key != .fileName,
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
