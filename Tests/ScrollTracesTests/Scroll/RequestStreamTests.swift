import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct RequestStreamTests {
  /// Rows of 50 pt in a viewport of 100 pt.
  func trace(
    _ samples: String, events: String = "", layout: String = "list:height=50",
    direction: String = "forward"
  ) throws -> ScrollTrace {
    var text = TraceText(body: "[samples]\ntime_ms,offset,phase\n" + samples)
      .replacing("100x200", with: "100x100")
      .replacing("list:height=50", with: layout)
      .replacing("direction: forward", with: "direction: \(direction)")
    if !events.isEmpty { text.body += "[events]\ntime_ms,event\n" + events }
    return try text.parse()
  }

  func items(_ trace: ScrollTrace) -> [Int32] {
    (trace.requestStream().items ?? []).map(\.index)
  }

  @Test func `an item makes one request each time it becomes visible`() throws {
    let there = try trace("0,0,idle\n1000,100,idle\n2000,0,idle\n")
    #expect(items(there) == [0, 1, 2, 3, 1, 0])
  }

  @Test func `an item that touches the edge of the viewport makes no request`() throws {
    #expect(items(try trace("0,50,idle\n1000,50,idle\n")) == [1, 2])
    #expect(items(try trace("0,50.015625,idle\n1000,50,idle\n")) == [1, 2, 3])
  }

  @Test func `the last frame counts, and movement between frames is skipped`() throws {
    #expect(items(try trace("0,0,idle\n16.666666,500,idle\n")) == [0, 1, 10, 11])
    #expect(items(try trace("0,0,idle\n16.666665,500,idle\n")) == [0, 1])
  }

  @Test func `the order of requests follows the scroll direction`() throws {
    #expect(items(try trace("0,0,idle\n", direction: "backward")) == [1, 0])
    let rows = "grid:columns=2"
    let back = try trace("0,200,idle\n1000,0,idle\n", layout: rows)
    #expect(items(back) == [8, 9, 10, 11, 7, 6, 5, 4, 3, 2, 1, 0])
    let jump = try trace("0,1000,idle\n10,0,idle\n1000,0,idle\n")
    #expect(items(jump) == [20, 21, 1, 0])
  }

  @Test func `the background has no frames, and a relaunch requests all visible items`()
    throws
  {
    let samples = "0,0,idle\n1000,0,idle\n2000,100,idle\n3000,100,idle\n"
    #expect(items(try trace(samples, events: "500,background\n2500,foreground\n")) == [0, 1, 2, 3])
    #expect(items(try trace(samples, events: "500,background\n")) == [0, 1])
    #expect(items(try trace(samples, events: "500,relaunch\n")) == [0, 1, 0, 1, 2, 3])
    #expect(
      items(try trace(samples, events: "500,background\n600,relaunch\n")) == [0, 1, 0, 1, 2, 3])
  }

  @Test func `an item that ends beside a longer one is invisible until it returns`() throws {
    // Left a column of 500 pt, right photos of 50 pt each; the viewport is 100 by 100.
    let sizes = [(10, 100)] + Array(repeating: (10, 10), count: 9)
    let trace = try ScrollTrace(
      sketching: [(0, 0), (1000, 200), (2000, 100)], over: sizes,
      on: .waterfall(WaterfallLayout()), in: ViewportSize(width: 100, height: 100))
    #expect(items(trace) == [0, 1, 2, 3, 4, 5, 6, 4, 3])
  }

  @Test func `a rotation changes the visible items and repeats no request`() throws {
    let samples = "0,0,idle\n1000,0,idle\n"
    let text = TraceText(body: "[samples]\ntime_ms,offset,phase\n" + samples)
    var turned = text
    turned.body += "[events]\ntime_ms,event\n300,rotate\n600,rotate\n"
    #expect(items(try text.parse()) == [0, 1, 2, 3])
    #expect(items(try turned.parse()) == [0, 1, 2, 3, 2, 3])
  }

  @Test func `an inserted item makes a request if it is visible`() throws {
    let samples = "0,0,idle\n1000,0,idle\n"
    // Of 40 items the first is there at first.
    #expect(items(try trace(samples, events: "500,insert end 39\n")) == [0, 1])
    // The last two are there, and the content jumps by one row; by ten; 38 come above.
    #expect(
      items(try trace(samples, events: "500,insert top 1\n600,insert top 10\n"))
        == [11, 12, 10, 0, 1])
  }

  @Test func `an insertion above the viewport requests only new items`() throws {
    let jump = "0,0,idle\n499.9,0,idle\n500,500,idle\n1000,500,idle\n"
    #expect(items(try trace(jump, events: "500,insert top 10\n")) == [10, 11])
    let up = "0,0,idle\n499.9,0,idle\n500,500,idle\n1000,450,idle\n"
    #expect(items(try trace(up, events: "500,insert top 10\n")) == [10, 11, 9])
  }

  @Test func `a request names the item, its image and the bytes of its bitmap`() throws {
    var text = TraceText()
      .replacing("generated items=40 size=800x600", with: "listed")
      .replacing("1000,400", with: "1000,30")
    text.body =
      """
      [images]
      width,height,format,content,bytes,origin
      10,10,png,photo,7,disk
      800,600,png,photo,7,disk
      [items]
      image
      1
      0
      1

      """ + text.body
    let stream = try text.parse().requestStream()
    #expect(stream.images.map(\.index) == [1, 0, 1])
    #expect(stream.items?.map(\.index) == [0, 1, 2])
    #expect(stream.sizes == [1_920_000, 640, 1_920_000])
    #expect(stream.imageCount == 2)
    #expect(stream.placement?.starts == [0, 1, 2])
    #expect(stream.placement?.ends == [1, 2, 3])
    #expect(stream.placement?.images.map(\.index) == [1, 0, 1])
  }

  @Test func `requests of any trace equal those of a scan of all items in every frame`() throws {
    for seed in UInt64(0)..<150 {
      let trace = try randomTrace(seed: seed)
      #expect(items(trace) == lookingEverywhere(trace).map(\.index), "seed \(seed)")
    }
  }

  func lookingEverywhere(_ trace: ScrollTrace) -> [ItemID] {
    var cursor = MotionCursor(direction: trace.header.direction)
    var requests: [ItemID] = []
    var wasVisible = Set<Int>()
    var (isInFront, frame) = (true, Int64(0))
    var events = trace.events[...]
    while SimTime.vsync(frame, hertz: 60) <= trace.duration {
      let time = SimTime.vsync(frame, hertz: 60)
      frame += 1
      while let event = events.first, event.time <= time {
        events.removeFirst()
        if event.event == .background { isInFront = false }
        if event.event == .foreground { isInFront = true }
        if event.event == .relaunch { (isInFront, wasVisible) = (true, []) }
      }
      guard isInFront else { continue }
      cursor.advance(to: time, in: trace.motion)
      guard let epoch = trace.epochs.last(where: { $0.time <= time }) else { return requests }
      let (lower, upper) = (cursor.offset, cursor.offset + epoch.viewportExtent)
      let visible = Set(
        epoch.placement.starts.indices.filter {
          epoch.placement.starts[$0] < upper && epoch.placement.ends[$0] > lower
        })
      let entered = visible.subtracting(wasVisible).sorted()
      requests += (cursor.direction == .forward ? entered : entered.reversed()).map { ItemID($0) }
      wasVisible = visible
    }
    return requests
  }
}
