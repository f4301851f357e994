import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

/// Rotations and insertions, and where they put the items of a session.
struct EpochTests {
  /// Ten square photos, as rows of 100 pt or what a layout makes of them.
  func trace(
    _ events: [(milliseconds: Double, event: SystemEvent)], layout: Layout = .list(ListLayout()),
    items: Int = 10, samples: [(milliseconds: Double, offset: Double)] = [(0, 0), (1000, 0)]
  ) throws -> ScrollTrace {
    try ScrollTrace(
      sketching: samples, over: Array(repeating: (width: 64, height: 64), count: items),
      on: layout, in: ViewportSize(width: 100, height: 300), events: events)
  }

  /// The items that are there, with their starts.
  func available(_ epoch: LayoutEpoch) -> [Int: Double] {
    var starts: [Int: Double] = [:]
    for (item, start) in epoch.placement.starts.enumerated() where abs(start) < 1e12 {
      starts[item] = start
    }
    return starts
  }

  @Test func `a trace without rotations and insertions has one epoch`() throws {
    let trace = try trace([(500, .change(image: ImageID(3))), (600, .background)])
    #expect(trace.epochs.count == 1)
    #expect(trace.epochs[0].time == .zero)
    #expect(trace.epochs[0].viewportExtent == 300)
    #expect(trace.epochs[0].viewportBreadth == 100)
    #expect(trace.epochs[0].placement.starts == trace.content.placement.starts)
    #expect(trace.placement.extent == 1000)
  }

  @Test func `a rotation lays out all items for the new width, and back`() throws {
    let trace = try trace([(250, .rotate), (750, .rotate)])
    #expect(trace.epochs.map(\.time.milliseconds) == [0, 250, 750])
    #expect(trace.epochs.map(\.viewportExtent) == [300, 100, 300])
    #expect(trace.epochs.map(\.viewportBreadth) == [100, 300, 100])
    #expect(trace.epochs.map(\.placement.extent) == [1000, 3000, 1000])
    #expect(trace.epochs[1].placement.starts[3] == 900)
    #expect(trace.epochs[2].placement.starts == trace.epochs[0].placement.starts)
  }

  @Test func `a carousel swaps its page size with the device`() throws {
    let trace = try trace([(250, .rotate)], layout: .carousel(CarouselLayout(spacing: 20)))
    #expect(trace.epochs.map(\.viewportExtent) == [100, 300])
    #expect(trace.epochs.map(\.viewportBreadth) == [300, 100])
    #expect(trace.epochs[1].placement.starts[2] == 640)
  }

  @Test func `items at the end exist from their insertion on`() throws {
    let trace = try trace([(100, .insert(items: 3, at: .end)), (200, .insert(items: 5, at: .end))])
    #expect(trace.epochs.map(\.placement.extent) == [200, 500, 1000])
    #expect(
      trace.epochs.map { available($0).keys.sorted() } == [[0, 1], Array(0...4), Array(0...9)])
    #expect(trace.epochs[1].placement.starts[4] == 400)
    let absent = trace.epochs[1].placement
    #expect((5...9).allSatisfy { absent.starts[$0] == LayoutEpoch.absentBelow })
    #expect((5...9).allSatisfy { absent.ends[$0] == LayoutEpoch.absentBelow })
  }

  @Test func `items inserted at the top push older items down`() throws {
    let trace = try trace([(100, .insert(items: 2, at: .top)), (200, .insert(items: 3, at: .top))])
    #expect(available(trace.epochs[0]) == [5: 0, 6: 100, 7: 200, 8: 300, 9: 400])
    #expect(trace.epochs[1].placement.starts[3] == 0)
    #expect(trace.epochs[1].placement.starts[5] == 200)
    #expect(trace.epochs[2].placement.starts[0] == 0)
    #expect(trace.epochs[2].placement.starts[5] == 500)
    let first = trace.epochs[0].placement
    #expect((0...4).allSatisfy { first.starts[$0] == LayoutEpoch.absentAbove })
    #expect((0...4).allSatisfy { first.ends[$0] == LayoutEpoch.absentAbove })
    #expect((0...9).allSatisfy { !first.overlaps($0, -1e9, 0) })
  }

  @Test func `simultaneous events make one epoch, and events at the start the first`() throws {
    let trace = try trace([
      (0, .rotate), (0, .insert(items: 2, at: .end)), (400, .insert(items: 1, at: .top)),
      (400, .rotate), (400, .insert(items: 3, at: .end)), (401, .rotate),
    ])
    #expect(trace.epochs.map(\.time.milliseconds) == [0, 400, 401])
    #expect(trace.epochs.map(\.viewportExtent) == [100, 300, 100])
    #expect(trace.epochs.map { available($0).count } == [6, 10, 10])
    #expect(available(trace.epochs[0]).keys.min() == 1)
    #expect(trace.placement.starts == trace.epochs[0].placement.starts)
  }

  @Test func `the layout of every epoch contains only its items`() throws {
    var epochs = 0
    for seed in UInt64(0)..<300 {
      let trace = try randomTrace(seed: seed)
      let (header, catalog) = (trace.header, trace.catalog)
      var inserted = (top: 0, end: 0)
      for case .insert(let items, let edge) in trace.events.map(\.event) {
        if edge == .top { inserted.top += items } else { inserted.end += items }
      }
      for epoch in trace.epochs {
        // What has happened by now, counted from the start each time.
        let past = trace.events.filter { $0.time <= epoch.time }.map(\.event)
        var (lower, upper) = (inserted.top, catalog.items.count - inserted.end)
        for case .insert(let items, let edge) in past {
          if edge == .top { lower -= items } else { upper += items }
        }
        var viewport = header.viewport
        if past.count(where: { $0 == .rotate }) % 2 == 1 {
          viewport = ViewportSize(width: viewport.height, height: viewport.width)
        }
        let there = Array(catalog.items[lower..<upper])
        let expected = try header.layout.place(
          there,
          aspectRatios: there.map {
            Double(catalog.images[$0].height) / Double(catalog.images[$0].width)
          }, imageCount: catalog.images.count, in: viewport)
        #expect(Array(epoch.placement.starts[lower..<upper]) == expected.starts, "seed \(seed)")
        #expect(Array(epoch.placement.ends[lower..<upper]) == expected.ends, "seed \(seed)")
        #expect(epoch.placement.breadths[lower..<upper].elementsEqual(expected.breadths))
        #expect(epoch.placement.extent == expected.extent, "seed \(seed)")
        #expect(epoch.placement.images == catalog.items, "seed \(seed)")
        #expect(epoch.viewportExtent == header.layout.extent(of: viewport), "seed \(seed)")
        #expect(zip(epoch.placement.starts, epoch.placement.starts.dropFirst()).allSatisfy(<=))
        for image in 0..<catalog.images.count {
          #expect(
            epoch.placement.items(showing: ImageID(image))
              == trace.content.placement.items(showing: ImageID(image)))
        }
      }
      epochs += trace.epochs.count - 1
    }
    #expect(epochs > 100)
  }

  @Test func `the viewport may reach the end of the longest content`() throws {
    let events: [(Double, SystemEvent)] = [(500, .insert(items: 4, at: .end)), (600, .rotate)]
    // 600 pt, then 1000, then 3000 rotated; the viewport is at most 300 high.
    #expect(try trace(events, samples: [(0, -300), (1000, 3000)]).motion.offsets == [-300, 3000])
    #expect(
      throws: TraceFault.offsetOutside(sample: 1, offset: 3001, allowed: -300...3000)
    ) { try trace(events, samples: [(0, 0), (1000, 3001)]) }
    // Rotated from the start it is 100 high.
    #expect(throws: TraceFault.offsetOutside(sample: 0, offset: -101, allowed: -100...3000)) {
      try trace([(0, .rotate)], samples: [(0, -101), (1000, 0)])
    }
  }

  @Test func `gestures use the longest content`() throws {
    let script = GestureScript([TimedGesture(at: .zero, .scroll(to: 5000))])
    let short = try trace([])
    let end = try ScrollTrace(content: short.content, movement: .gestures(script))
    #expect(end.motion.offsets.last == 700)
    let rotated = try end.adding([TimedSystemEvent(time: .zero, event: .rotate)])
    #expect(rotated.motion.offsets.last == 2700)
    let growing = try end.adding([
      TimedSystemEvent(time: .zero, event: .rotate),
      TimedSystemEvent(time: end.duration, event: .insert(items: 8, at: .end)),
    ])
    #expect(growing.motion.offsets.last == 2700)
  }

  @Test func `a session with a new layout keeps its events`() throws {
    let list = try trace([(100, .insert(items: 4, at: .end)), (200, .rotate)])
    let grid = try list.laidOut(as: .grid(GridLayout(columns: 2)))
    #expect(grid.epochs.map(\.placement.extent) == [150, 250, 750])
  }

  @Test func `columns that do not fit a rotated viewport are an error`() throws {
    let layout = Layout.waterfall(WaterfallLayout(columns: 3, spacing: 60))
    #expect(throws: TraceFault.layout(.noRoomForColumns(3, spacing: 60, breadth: 100))) {
      try ScrollTrace(
        sketching: [(0, 0), (10, 0)], over: [(10, 10)], on: layout,
        in: ViewportSize(width: 300, height: 100), events: [(5, .rotate)])
    }
  }

  @Test func `insertions and changes must name existing items and images`() throws {
    #expect(throws: TraceFault.insertion(index: 1, items: 4, most: 3)) {
      try trace([(1, .insert(items: 6, at: .top)), (2, .insert(items: 4, at: .end))])
    }
    #expect(throws: TraceFault.insertion(index: 0, items: 0, most: 9)) {
      try trace([(1, .insert(items: 0, at: .top))])
    }
    #expect(throws: TraceFault.noSuchImage(index: 0, image: ImageID(10), count: 10)) {
      try trace([(1, .change(image: ImageID(10)))])
    }
    #expect(try trace([(1, .insert(items: 9, at: .top))]).epochs.count == 2)
  }

  @Test func `a session with too many layouts is an error`() {
    let events = (0..<5001).map { (Double($0) / 10 + 1, SystemEvent.insert(items: 1, at: .end)) }
    #expect(throws: TraceFault.tooManyPlaces(5002 * 20_000)) {
      try trace(events, items: 20_000)
    }
    // Turning to and fro needs but two layouts.
    let turns = (0..<5001).map { (Double($0) / 10 + 1, SystemEvent.rotate) }
    #expect(throws: Never.self) { try trace(turns, items: 20_000) }
  }
}
