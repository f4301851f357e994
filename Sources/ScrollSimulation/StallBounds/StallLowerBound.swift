import ScrollCaching
package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A stall that no cache avoids: a proven lower bound of `RunReport.Stalls.seconds`, in seconds.
///
/// It holds for all decisions about which images to store and which to evict.
///
/// **The sum.** At every moment the user wants the viewport of one vsync before. The stall is the
/// share of it that the screen does not show correctly, integrated over time in the foreground.
/// Motion, layouts and events are given. So the wanted content at each time (`WantedScreens`) is
/// known before any run. The bound adds up the wanted area of each image while that image cannot be
/// there. Under a late frame this area counts too: it is blank, or has moved away from the screen.
/// Areas of items do not overlap.
///
/// **First loads.** In each process, nothing is on screen before the vsync after its first frame.
/// No load of an image begins before the first vsync at which an item that shows it is visible or
/// within reach of the prefetcher (`PrefetchDistance`), since frames are processed at vsyncs only.
/// No load is faster than with every resource idle, nothing lost and its cheapest rendition
/// (`LeastLoad`). Until then the image is missing, even with an infinite cache. This is
/// `unavoidable`. A loader that cancels, without prefetches, cannot finish a first download that
/// takes longer than its image is visible: then its next viewing is a first one again.
///
/// **Revisits.** No cell holds an image that comes back after at least `RevisitRules.release`
/// screens: a frame was processed in between, and its items have left. So there are three cases.
/// Either the image was in the cache from then until its return. Or it has to be loaded again. Then
/// its area is missing until idle resources could have brought it. Or a load that began in an
/// earlier viewing was under way after that viewing's end. Such a load
/// began in an appearance that never got its image. That appearance cost more than the sum has for
/// it: its area was missing from the moment at which the image could have been there. A revisit is
/// charged at most that much. If loads are shared, only the last viewing counts for the revisit,
/// otherwise every earlier one. No two revisits count the same load. The images that the cache keeps over all these stretches have to fit into its
/// budget at every moment, so the most that can be saved is a fractional knapsack over time
/// (`RetentionBound.mostSaved`).
///
/// **Validity.** The bound holds for every loader, and for runs in which the app is not killed: a
/// run whose app dies stops counting (`until` cuts the bound off at a moment). The part of the
/// revisits holds for caches that never hold more than their budget. It is 0 if images may come
/// from elsewhere (`RevisitRules`): with a prefetcher only first loads count.
///
/// - Complexity: O(vsyncs x visible items), and `RetentionBound.mostSaved`.
package struct StallLowerBound: Sendable, Equatable {
  /// The bound for runs whose cache keeps its budget: none of them stalls less.
  package let seconds: Double
  /// The bound for any cache: no run stalls less.
  package let unavoidable: Double
  /// The number of revisits in the bound; 0 also if nothing is known of them.
  package let revisits: Int

  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the limit for the cost of all residents together; `nil` is no limit.
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

  /// Visits all screens in order.
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
/// It is known for prefetchers whose plans stay within a fixed distance. Every other prefetcher,
/// including a custom one, may request any item at any time.
enum PrefetchDistance: Equatable {
  /// The longest of several distances.
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

/// The items that may be requested at each screen: the visible ones and the prefetched ones.
struct EarliestRequests {
  private let distance: PrefetchDistance
  private var range = VisibleRange()

  init(_ distance: PrefetchDistance) { self.distance = distance }

  /// Returns the items within reach of a screen, and possibly more if ends do not ascend.
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

/// The least cost of one image, process by process and viewing by viewing.
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
  /// The cost of the viewings so far beyond the sum, if a load outlives one of them.
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

/// The sums of the least costs of viewings, in shares of the screen times nanoseconds.
struct ViewingCosts {
  private let prepared: PreparedScenario
  private let hertz: Int64
  /// The rules for revisits; `nil` if nothing is known of them.
  let rules: RevisitRules?
  /// Images that a launch may load before its first frame.
  private let preloaded: Set<ImageID>
  /// The cost until first loads can be there.
  private(set) var firstLoads = 0.0
  /// The cost until images are back, if none of them was kept.
  private(set) var revisits = 0.0
  /// The cost that keeping each image would save, and the space that it takes.
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

  /// Returns `true` if every load of an image that begins in a viewing is cancelled at its end.
  func endsTooEarly(_ viewing: Viewing, of image: ImageID, isFirst: Bool) -> Bool {
    guard let rules, rules.cancels, !preloaded.contains(image) else { return false }
    let load = prepared.leastLoad(of: image, isFirst: isFirst)
    let left = SimTime.vsync(viewing.lastVsync + Int64(rules.release) + 1, hertz: hertz)
    let time = left - SimTime.vsync(viewing.firstVsync, hertz: hertz)
    return load.isRemote && time.nanoseconds < load.fetch
  }

  /// Adds the viewing of an image that nothing can have loaded before.
  mutating func addFirstLoad(_ viewing: Viewing) { firstLoads += viewing.missed }

  /// Adds the viewing of an image that is seen again: it was kept since, or is loaded again.
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

  /// Returns an upper bound for the cost that a cache saves within a budget; everything without a
  /// budget.
  func mostSaved(within budget: ByteCount?) -> Double {
    guard prepared.scenario.loader.cache else { return 0 }
    guard let budget else { return revisits }
    return RetentionBound.mostSaved(spans, capacity: max(0, budget.bytes))
  }
}

/// A stretch of screens that show one image, in one process.
///
/// Times are shares of the screen integrated over time, in nanoseconds.
struct Viewing {
  /// The screens of the viewing, by number and by vsync.
  var firstNumber: Int, lastNumber: Int
  var firstVsync: Int64, lastVsync: Int64
  /// The item that shows the image at first.
  let item: Int
  /// A Boolean value that indicates whether only that item shows the image, and never leaves in
  /// between.
  var isWhole = true
  /// The first vsync at which the image can be on screen if a load has to bring it.
  let presentable: Int64
  /// The wanted area of the image over time, and the part before the image can be there.
  private(set) var total = 0.0, missed = 0.0

  /// Creates a viewing that begins with a screen.
  init(_ screen: WantedScreens.Screen, item: Int, presentable: Int64) {
    (firstNumber, lastNumber) = (screen.number, screen.number)
    (firstVsync, lastVsync) = (screen.vsync, screen.vsync)
    self.item = item
    self.presentable = presentable
  }

  /// Adds a part of the image that an item shows on a screen, the last one or a later one.
  mutating func add(_ screen: WantedScreens.Screen, item: Int, share: Double) {
    if item != self.item || screen.number > lastNumber + 1 { isWhole = false }
    (lastNumber, lastVsync) = (screen.number, screen.vsync)
    let part = share * Double(screen.duration)
    total += part
    if screen.vsync + 1 < presentable { missed += part }
  }
}

/// The rules for images that come back on screen: whether a bound exists, and when only the cache
/// has them.
struct RevisitRules {
  /// The number of screens after an image has left the viewport until no cell holds it any more.
  let release: Int
  /// A Boolean value that indicates whether all requests for an image share its load.
  let sharesLoads: Bool
  /// A Boolean value that indicates whether a download ends when nothing waits for it.
  let cancels: Bool

  /// Creates the rules of a scenario; `nil` if an image may come back from elsewhere than the
  /// cache.
  ///
  /// There are three such cases. If the app prefetches, a load without a waiting item may be under
  /// way for any time, and takes nothing of the budget. Cells may keep old pictures, or take those
  /// of others. A request may be followed by further ones, as for a second rendition or a reloaded
  /// row, and a bitmap of another size may serve it.
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
