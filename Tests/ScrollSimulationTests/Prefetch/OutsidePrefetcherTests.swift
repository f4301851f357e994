import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Synchronization
import Testing

/// Tests of a prefetcher outside of the built-in catalog, in whole runs.
struct OutsidePrefetcherTests {
  /// A screen of one item, six frames of 10 ms: forward, a rest, and back.
  static let strip = Strip(path: "0+1+.+", phase: .tracking, loader: .cached)

  @Test func `a prefetcher receives the viewport, its velocity and its phase`() throws {
    let spy = Spy()
    let strip = Strip(path: "0244310", phase: .decelerating, loader: .cached)
    _ = try strip.prefetching(with: spy.prefetcher())
    var cursor = MotionCursor(direction: .forward)
    let motion = strip.scenario.motion
    let expected = motion.times.map { time in
      cursor.advance(to: time, in: motion)
      return Viewport(
        lower: cursor.offset, upper: cursor.offset + strip.viewport, velocity: cursor.velocity,
        direction: cursor.direction, phase: .decelerating, time: time)
    }
    #expect(spy.frames.map(\.context.viewport) == expected)
    #expect(expected.contains { $0.velocity < 0 } && expected.contains { $0.velocity > 0 })
  }

  @Test func `a prefetcher receives the new items and the positions of all`() throws {
    let spy = Spy()
    _ = try Self.strip.prefetching(with: spy.prefetcher())
    #expect(spy.frames.map(\.entered) == [[0], [1], [], [2], [], []])
    #expect(spy.frames.allSatisfy { $0.starts == Self.strip.scenario.placement.starts })
    #expect(spy.frames.allSatisfy { $0.breadth == 100 })
  }

  @Test func `a prefetcher receives its settings and the device, but not the future`() throws {
    let spy = Spy()
    _ = try Self.strip.prefetching(with: spy.prefetcher(setting: [("items", "3")]))
    let setup = try #require(spy.setup)
    #expect(setup.settings.integer("items") == 3)
    #expect(setup.settings.pairs.map(\.name) == ["items", "cancelOnReversal"])
    #expect(setup.scale == 1 && setup.hertz == 100 && setup.direction == .forward)
    #expect(setup.motion == nil)
  }

  @Test func `a prefetcher receives the future if it declares so`() throws {
    let spy = Spy()
    _ = try Self.strip.prefetching(
      with: spy.prefetcher(PrefetcherDescriptor.Facts(seesFuture: true)))
    #expect(spy.setup?.motion == Self.strip.scenario.motion)
    // At 0: item 1 is 50 pt ahead, item 2 comes 30 ms later.
    #expect(spy.frames.first?.foreseen == [1, 2])
  }

  @Test func `a prefetcher receives system events`() throws {
    let spy = Spy()
    let strip = Strip(
      path: "0.......", loader: .cached,
      events: [
        (15, .memoryPressure(.warning)), (35, .background), (55, .foreground),
      ])
    _ = try strip.prefetching(with: spy.prefetcher())
    func times(_ isSo: (PrefetchContext) -> Bool) -> [SimTime] {
      spy.frames.filter { isSo($0.context) }.map(\.context.viewport.time)
    }
    #expect(times { $0.hadMemoryWarning } == [.ms(20)])
    #expect(times { $0.isEnteringBackground } == [.ms(35)])
    #expect(times { $0.isAfterForeground } == [.ms(60)])
  }

  @Test func `the loader loads planned items and withdraws dropped ones`() throws {
    let report = try Strip(path: "0.....", read: 100, loader: .cached.with(\.cancelOnLeave, true))
      .prefetching(with: Self.planning([[3, 5], [5]]))
    #expect(report.prefetch.issued == 2 && report.prefetch.cancelled == 1)
  }

  @Test func `the loader loads urgent items first if the prefetcher declares them`() throws {
    // Item 0 is there at 4 ms; then one of 7 and 8, 4 ms each, before the last frame at 10 ms.
    for plansSoon in [true, false] {
      let running = Self.planning([[7], [8]], soon: 8, plansSoon: plansSoon).start(
        PrefetchSetup(scale: 1, hertz: 100), placement: Self.strip.scenario.placement, breadth: 100)
      var plan = PrefetchPlan()
      let none: [ItemID] = []
      for frame in 0..<2 {
        let viewport = Viewport(lower: 0, upper: 100, time: .ms(Double(frame) * 10))
        _ = running.plan(PrefetchContext(viewport), entered: none.span, into: &plan)
      }
      #expect(plan.count == 1)
      #expect(plan[0] == PlannedItem(ItemID(Int32(8)), plansSoon ? .soon : .prefetch))
    }
  }

  @Test func `the text of a prefetcher contains every setting and identifies it`() throws {
    let spy = Spy()
    let plain = spy.prefetcher()
    #expect("\(plain)" == "spy:items=1:cancelOnReversal=false")
    #expect(try plain == spy.prefetcher(setting: [("items", "+1")]))
    #expect(try plain != spy.prefetcher(setting: [("items", "2")]))
    #expect(throws: SettingError.self) { try spy.prefetcher(setting: [("items", "x")]) }
    let catalog = Catalog<PrefetcherDescriptor>.builtIn.adding(plain.descriptor)
    let choice = try catalog.choose("spy:items=4")
    #expect("\(choice.entry.prefetcher(choice.settings))" == "spy:items=4:cancelOnReversal=false")
  }

  /// Returns a prefetcher with these plans, one a frame; the last one stays.
  static func planning(
    _ plans: [[Int]], soon: Int? = nil, plansSoon: Bool = true
  ) -> Prefetcher {
    PrefetcherDescriptor(
      "listed", "Asks for what it was told.",
      facts: PrefetcherDescriptor.Facts(plansSoon: plansSoon)
    ) { _ in ListedRule(plans: plans, soon: soon) }.standard
  }
}

extension Strip {
  /// Returns the report of a run with a prefetcher.
  fileprivate func prefetching(with prefetcher: Prefetcher) throws -> RunReport {
    var strip = self
    strip.prefetcher = prefetcher
    return try strip.run()
  }
}

/// A rule that plans given items, frame by frame.
private struct ListedRule: PrefetchRule {
  var plans: [[Int]]
  let soon: Int?

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    guard !plans.isEmpty else { return }
    planner.begin(at: context.viewport)
    for item in plans.removeFirst() {
      planner.append(ItemID(item), item == soon ? .soon : .prefetch)
    }
  }
}

/// Records everything that a rule receives.
private final class Spy: Sendable {
  struct Frame {
    var context: PrefetchContext
    var entered: [Int32]
    var starts: [Double]
    var breadth: Double
    var foreseen: [Int32]
  }

  private let notes = Mutex<(setup: PrefetchSetup?, frames: [Frame])>((nil, []))

  var setup: PrefetchSetup? { notes.withLock { $0.setup } }
  var frames: [Frame] { notes.withLock { $0.frames } }

  func note(_ setup: PrefetchSetup) { notes.withLock { $0.setup = setup } }
  func note(_ frame: Frame) { notes.withLock { $0.frames.append(frame) } }

  func prefetcher(
    _ facts: PrefetcherDescriptor.Facts = PrefetcherDescriptor.Facts()
  ) -> Prefetcher { descriptor(facts).standard }

  func prefetcher(setting given: [(name: String, value: String)]) throws -> Prefetcher {
    try Prefetcher(descriptor(PrefetcherDescriptor.Facts()), setting: given)
  }

  private func descriptor(_ facts: PrefetcherDescriptor.Facts) -> PrefetcherDescriptor {
    PrefetcherDescriptor(
      "spy", "Records all its calls.",
      settings: [Setting("items", .integer(0...10), standard: "1", "Nothing.")], facts: facts
    ) { setup in
      self.note(setup)
      return SpyRule(setup, self)
    }
  }
}

private struct SpyRule: PrefetchRule {
  let spy: Spy
  var foresight: Foresight?

  init(_ setup: PrefetchSetup, _ spy: Spy) {
    self.spy = spy
    foresight = setup.motion == nil ? nil : Foresight(setup)
  }

  var plansForBackground: Bool { true }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    var foreseen: [Int32] = []
    if var foresight = foresight.take() {
      _ = foresight.look(
        ahead: SimTime(seconds: 1), from: context.viewport, with: planner)
      for index in 0..<foresight.count { foreseen.append(foresight[index].index) }
      self.foresight = consume foresight
    }
    spy.note(
      Spy.Frame(
        context: context, entered: entered.indices.map { entered[$0].index },
        starts: planner.placement.starts, breadth: planner.breadth, foreseen: foreseen))
  }
}
