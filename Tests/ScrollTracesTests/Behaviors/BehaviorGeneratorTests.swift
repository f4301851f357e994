import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct BehaviorGeneratorTests {
  static let viewport = ViewportSize(width: 390, height: 844)

  static func trace(
    _ plan: String, seed: UInt64 = 1, catalog: String = "items=900 seed=4 size=400x400",
    layout: String = "grid:columns=3", direction: ScrollDirection = .forward,
    rate: DecelerationRate = .normal, physics: ScrollPhysics = .ios
  ) throws -> ScrollTrace {
    try BehaviorGenerator(plan: BehaviorPlan(parsing: plan), seed: seed).trace(
      of: CatalogRecipe(parsing: catalog), on: Layout(parsing: layout), in: viewport,
      direction: direction, rate: rate, physics: physics)
  }

  @Test(arguments: Behavior.allCases, ScrollPhysics.allCases)
  func `every behavior on every physics is a trace that reads back`(
    behavior: Behavior, physics: ScrollPhysics
  ) throws {
    for seed in UInt64(1)...6 {
      let trace = try Self.trace("\(behavior.rawValue)=20s", seed: seed, physics: physics)
      let bytes = TraceFile.bytes(of: trace)
      #expect(try TraceFile.parse(bytes, file: "s.scroll") == trace, "seed \(seed)")
      #expect(TraceFile.problems(in: bytes, file: "s.scroll").isEmpty, "seed \(seed)")
      #expect(trace.duration.seconds >= 20 && trace.duration.seconds < 200, "seed \(seed)")
      #expect(trace.header.kind == .synthetic && trace.header.physics == physics)
      #expect(try Self.trace("\(behavior.rawValue)=20s", seed: seed, physics: physics) == trace)
    }
  }

  @Test func `another seed, another physics and another rate change the movement`() throws {
    let plan = "browse=30s,flick-and-catch=10s"
    var motions = [
      try Self.trace(plan).motion, try Self.trace(plan, seed: 2).motion,
      try Self.trace(plan, rate: .fast).motion,
    ]
    for physics in ScrollPhysics.allCases where physics != .ios {
      motions.append(try Self.trace(plan, physics: physics).motion)
    }
    for (index, motion) in motions.enumerated() {
      #expect(!motions[..<index].contains(motion), "\(index)")
    }
  }

  @Test func `parts follow each other in the order of the plan`() throws {
    let whole = try Self.trace("browse=20s,scroll-to-top,scrub", seed: 3)
    guard case .gestures(let script) = whole.movement else {
      Issue.record("samples")
      return
    }
    let top = try #require(script.gestures.firstIndex { $0.gesture == .scrollToTop })
    #expect(script.gestures[top].at >= SimTime(seconds: 20))
    #expect(script.gestures.count { $0.gesture == .scrollToTop } == 1)
    #expect(script.gestures.count == top + 3)
    guard case .drag(_, let span, let release) = script.gestures[top + 1].gesture else {
      Issue.record("no scrubbing: \(script.gestures[top + 1])")
      return
    }
    #expect(release == 0 && span >= SimTime(milliseconds: 500))
  }

  @Test(arguments: UInt64(1)...20)
  func `a search scrolls several screens away and returns to its start`(
    seed: UInt64
  ) throws {
    for physics in ScrollPhysics.allCases {
      let motion = try Self.trace("search", seed: seed, physics: physics).motion
      #expect(motion.offsets.max() ?? 0 > 3 * 844, "seed \(seed), \(physics)")
      #expect(abs(motion.offsets.last ?? 999) < 2, "seed \(seed), \(physics)")
    }
  }

  @Test func `doom-scrolling never scrolls back, and a catch stops a fling`() throws {
    let doom = try Self.trace("doom-scroll=60s", catalog: "items=9000").motion
    #expect(zip(doom.offsets, doom.offsets.dropFirst()).allSatisfy { $0 <= $1 })
    let caught = try Self.trace("flick-and-catch").motion
    // The finger comes down while the content still moves fast.
    let touch = try #require(
      caught.phases.indices.dropFirst().last {
        caught.phases[$0] == .tracking && caught.phases[$0 - 1] == .decelerating
          && caught.offsets[$0 - 1] - caught.offsets[$0 - 2] > 2
      })
    #expect(caught.phases[touch] == .tracking)
  }

  @Test(arguments: UInt64(1)...12)
  func `a rotation keeps the visible items and never leaves the content`(
    seed: UInt64
  ) throws {
    let trace = try Self.trace("browse=20s,rotate,browse=20s,rotate,browse=10s", seed: seed)
    #expect(trace.epochs.count == 3)
    for epoch in trace.epochs.dropFirst() {
      let before = trace.epochs.last { $0.time < epoch.time } ?? trace.epochs[0]
      var cursor = MotionCursor(direction: .forward)
      cursor.advance(to: epoch.time, in: trace.motion)
      let first = before.placement.ends.firstIndex { $0 > cursor.offset } ?? 0
      cursor.advance(to: epoch.time + SimTime(milliseconds: 305), in: trace.motion)
      let screen = cursor.offset - 1...cursor.offset + epoch.viewportExtent
      #expect(screen.contains(epoch.placement.starts[first]), "seed \(seed), item \(first)")
    }
    // At rest, the viewport shows content only.
    for (index, phase) in trace.motion.phases.enumerated() where phase == .idle {
      let time = trace.motion.times[index]
      let epoch = trace.epochs.last { $0.time <= time } ?? trace.epochs[0]
      let last = max(0, epoch.placement.extent - epoch.viewportExtent)
      #expect(trace.motion.offsets[index] <= last + 1, "seed \(seed) at \(time)")
    }
  }

  @Test func `an absence is in the background, and other apps return their memory`() throws {
    let trace = try Self.trace("browse=20s,away=2h,browse=20s,away", seed: 5)
    let events = trace.events
    try #require(events.count == 8)
    for first in [0, 4] {
      #expect(events[first].event == .background && events[first + 3].event == .foreground)
      guard case .externalPressure(let taken) = events[first + 1].event,
        case .externalPressure(let returned) = events[first + 2].event
      else {
        Issue.record("\(events)")
        return
      }
      #expect(taken >= 50_000_000 && taken + returned == 0)
    }
    #expect(events[3].time - events[0].time == SimTime(seconds: 7200))
  }

  @Test(arguments: Behavior.allCases.filter { $0 != .away })
  func `nothing moves while the app is in the background`(behavior: Behavior) throws {
    for seed in UInt64(1)...6 {
      let trace = try Self.trace("\(behavior.rawValue)=10s,away=1min", seed: seed)
      let start = try #require(trace.events.first { $0.event == .background }).time
      let end = try #require(trace.events.last { $0.event == .foreground }).time
      var cursor = MotionCursor(direction: .forward)
      cursor.advance(to: start, in: trace.motion)
      let offset = cursor.offset
      cursor.advance(to: end, in: trace.motion)
      // A trace has the offset at rest in 64ths of a point.
      #expect(abs(cursor.offset - offset) < 1.0 / 64, "seed \(seed)")
    }
  }

  @Test func `a carousel turns one page at a time`() throws {
    let trace = try Self.trace("carousel=40s", catalog: "items=40 size=800x600", layout: "carousel")
    let rests = zip(trace.motion.offsets, trace.motion.phases).filter { $0.1 == .idle }
      .map { ($0.0 / 390).rounded() }
    #expect(zip(rests, rests.dropFirst()).allSatisfy { abs($0 - $1) <= 1 })
    #expect(Set(rests).count > 5)
  }

  @Test func `content that fits the screen does not move`() throws {
    for behavior in Behavior.allCases {
      let trace = try Self.trace("\(behavior.rawValue)=5s", catalog: "items=3")
      #expect(trace.motion.offsets.allSatisfy { $0 == 0 }, "\(behavior)")
    }
  }

  @Test func `the header states the command and the source of each figure`() throws {
    let trace = try Self.trace("browse=5s,search", direction: .backward, physics: .android)
    let text = trace.header.provenance
    #expect(text.hasPrefix("synthetic, made by: scrollsim trace generate --behavior browse=5s,"))
    for part in [
      "--seed 1 --physics android", "--direction backward",
      "flick log-normal, median 1400, sigma 0.7, 100 to 8000 pt/s (estimate; flings had 460",
      "look log-normal, median 1.1, sigma 1.2, 0.1 to 60 s (shape and sigma from logs",
      "turning round 0.13 (logs: 0.156 a step)", "screens searched even, 4 to 12 (estimate)",
      "flings: 19 recorded by hand; logs: 598 people reading",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(!text.contains("page flick"))
    #expect(text.count < 4000)
  }

  @Test func `the longest plan fits the header`() throws {
    let all = Behavior.allCases.map { "\($0.rawValue)=1s" }.joined(separator: ",")
    #expect(try Self.trace(all).header.provenance.hasSuffix("65 sessions of scroll wheels"))
  }
}
