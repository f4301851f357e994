import ScrollCaching
import ScrollCore
import ScrollDevice

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
