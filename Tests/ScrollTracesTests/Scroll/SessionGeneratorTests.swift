import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

struct SessionGeneratorTests {
  func session(
    _ style: SessionStyle, seed: UInt64 = 1, seconds: Double = 120,
    layout: Layout = .grid(GridLayout(columns: 3, spacing: 2)), items: Int = 5000,
    direction: ScrollDirection = .forward
  ) throws -> ScrollTrace {
    try SessionGenerator(style: style, seed: seed, duration: SimTime(seconds: seconds))
      .trace(
        of: CatalogRecipe(items: items), on: layout, in: ViewportSize(width: 390, height: 844),
        direction: direction)
  }

  @Test(arguments: SessionStyle.allCases)
  func `a session repeats, depends on its seed and has the requested duration`(
    style: SessionStyle
  ) throws {
    let layout: Layout =
      style == .carousel ? .carousel(CarouselLayout()) : .grid(GridLayout(spacing: 2))
    let first = try session(style, layout: layout)
    #expect(try TraceFile.bytes(of: first) == TraceFile.bytes(of: session(style, layout: layout)))
    #expect(try first.movement != session(style, seed: 2, layout: layout).movement)
    #expect(abs(first.duration.seconds - 120) < 2, "\(first.duration)")
    #expect(first.header.kind == .synthetic)
    #expect(first.summary.gestures > 5)
  }

  @Test func `the provenance is the command that makes the trace`() throws {
    #expect(
      try session(.toAndFro, direction: .backward).header.provenance
        == "synthetic, made by: scrollsim trace generate --style to-and-fro --seed 1 "
        + "--duration 120s --viewport 390x844 --layout grid:spacing=2 "
        + "--catalogue 'items=5000 seed=0 size=1024x768 mix=jpeg content=photo origin=disk' "
        + "--direction backward")
  }

  @Test func `readers have longer looks than browsers`() throws {
    var (reading, browsing) = (0, 0)
    for seed in UInt64(1)...10 {
      reading += try session(.reading, seed: seed).summary.gestures
      browsing += try session(.browsing, seed: seed).summary.gestures
    }
    #expect(Double(browsing) > 1.5 * Double(reading), "\(browsing) flicks, \(reading) flicks")
  }

  @Test func `flicks have the documented velocities`() throws {
    var speeds: [Double] = []
    for seed in UInt64(1)...60 {
      guard case .gestures(let script) = try session(.browsing, seed: seed).movement else {
        continue
      }
      for case .flick(let velocity) in script.gestures.map(\.gesture) {
        speeds.append(abs(velocity))
      }
    }
    speeds.sort()
    #expect(speeds.count > 1000)
    #expect(abs(speeds[speeds.count / 2] - 1400) < 150, "median \(speeds[speeds.count / 2])")
    let ratio = speeds[speeds.count * 84 / 100] / speeds[speeds.count / 2]
    #expect(abs(ratio - 2.0) < 0.3, "one sigma is a factor of \(ratio)")
    #expect(speeds.allSatisfy { 100...8000 ~= $0 })
  }

  @Test func `a carousel shows every page except the last twice`() throws {
    let trace = try session(
      .carousel, seconds: 121, layout: .carousel(CarouselLayout()), items: 61)
    var visits = [Int](repeating: 0, count: 61)
    var cursor = MotionCursor(direction: .forward)
    for second in 0...120 {
      // Just before the next flick.
      cursor.advance(to: SimTime(seconds: Double(second) + 0.999), in: trace.motion)
      #expect(
        abs(cursor.offset - Double(second <= 60 ? second : 120 - second) * 390) < 1,
        "at \(second) s the offset is \(cursor.offset)")
      visits[Int((cursor.offset / 390).rounded())] += 1
    }
    #expect(visits.dropLast().allSatisfy { $0 == 2 })
    #expect(visits.last == 1)
  }

  @Test func `a carousel with more pages than time turns around halfway`() throws {
    let trace = try session(
      .carousel, seconds: 60, layout: .carousel(CarouselLayout()), items: 500)
    #expect(trace.summary.offsets.upperBound < 31 * 390)
    #expect(abs((trace.motion.offsets.last ?? 0) - 0) < 400)
  }

  @Test func `the style to-and-fro returns to earlier content`() throws {
    let summary = try session(.toAndFro, seconds: 600).summary
    #expect(summary.reversals >= 3)
    #expect(summary.offsets.upperBound < 20 * 844)
    #expect(summary.appearances > 2 * summary.imagesShown)
  }

  @Test func `a backward session begins at the end`() throws {
    for style in SessionStyle.allCases {
      let trace = try session(
        style, layout: style == .carousel ? .carousel(CarouselLayout()) : .list(ListLayout()),
        items: 100, direction: .backward)
      let end = trace.placement.extent - trace.viewportLength
      #expect(trace.motion.offsets.first == end, "\(style)")
      #expect(trace.summary.travel > 1000, "\(style)")
    }
  }

  @Test func `a session may have one item or content shorter than the viewport`() throws {
    for style in SessionStyle.allCases {
      let trace = try session(style, items: 1)
      #expect(trace.summary.travel == 0, "\(style)")
      #expect(trace.summary.appearances == 1, "\(style)")
    }
  }
}
