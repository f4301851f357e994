import ScrollCore
import ScrollLayout
import ScrollSimulation
import TestSupport

/// A sequence of viewports over some items, and the plans of a prefetcher for each.
struct PlanScript {
  struct Frame: Equatable {
    var change: PrefetchPlan.Change
    var items: [PlannedItem]

    func items(_ urgency: PlannedItem.Urgency) -> [Int] {
      items.filter { $0.urgency == urgency }.map { Int($0.item.index) }
    }
    var all: [Int] { items.map { Int($0.item.index) } }
  }

  var placement: ItemPlacement
  var contexts: [PrefetchContext]
  var breadth = 320.0
  var scale = 1.0
  var hertz: Int64 = 60
  var rate = DecelerationRate.normal
  var cellWork = SimTime(milliseconds: 4)
  /// The values by image; item `i` shows image `i`.
  var reloadMilliseconds: [Double] = [], bytes: [Int] = []
  var motion = ScrollMotion(times: [.zero], offsets: [0], phases: [.idle])

  var setup: PrefetchSetup {
    var setup = PrefetchSetup(
      scale: scale, hertz: hertz, rate: rate, motion: motion,
      direction: contexts.first?.viewport.direction ?? .forward)
    setup.cellWork = cellWork
    setup.reloadMilliseconds = reloadMilliseconds
    setup.bytes = bytes
    return setup
  }

  /// Creates items of 100 pt, end to end, and a viewport of some of them at each offset, 10 ms
  /// apart.
  init(
    items: Int = 100, at offsets: [Double], screen: Double = 300,
    direction: ScrollDirection = .forward, phase: ScrollPhase = .tracking, velocity: Double = 0
  ) {
    placement = Self.row(Array(repeating: 100, count: items))
    contexts = []
    var direction = direction
    for (index, offset) in offsets.enumerated() {
      if index > 0, offset != offsets[index - 1] {
        direction = offset > offsets[index - 1] ? .forward : .backward
      }
      contexts.append(
        PrefetchContext(
          Viewport(
            lower: offset, upper: offset + screen, velocity: velocity, direction: direction,
            phase: phase, time: .ms(Double(index) * 10))))
    }
  }

  static func row(_ lengths: [Double], from start: Double = 0) -> ItemPlacement {
    var starts: [Double] = [], end = start
    for length in lengths {
      starts.append(end)
      end += length
    }
    return Self.placement(starts, zip(starts, lengths).map { $0 + $1 }, extent: end)
  }

  static func placement(_ starts: [Double], _ ends: [Double], extent: Double) -> ItemPlacement {
    ItemPlacement(
      starts: starts, ends: ends, breadths: starts.map { _ in 1 },
      images: starts.indices.map { ImageID($0) }, extent: extent, imageCount: starts.count)
  }

  func isVisible(_ item: Int, in viewport: Viewport) -> Bool {
    placement.starts[item] < viewport.upper && placement.ends[item] > viewport.lower
  }

  func visible(_ viewport: Viewport) -> [Int] {
    overlapping(placement.starts, placement.ends, viewport.lower..<viewport.upper)
  }

  /// Returns the plan of each frame.
  func play(_ prefetcher: Prefetcher) -> [Frame] {
    let running = prefetcher.start(setup, placement: placement, breadth: breadth)
    var plan = PrefetchPlan()
    var before: Range<Double>?
    return contexts.map { context in
      let viewport = context.viewport, now = viewport.lower..<viewport.upper
      let new = overlapping(placement.starts, placement.ends, now, butNot: before)
        .map { ItemID($0) }
      before = now
      // In entering order.
      let entered = viewport.direction == .forward ? new : new.reversed()
      let change = running.plan(context, entered: entered.span, into: &plan)
      return Frame(change: change, items: (0..<plan.count).map { plan[$0] })
    }
  }

  /// The same script in the opposite direction.
  var mirrored: PlanScript {
    var script = self
    let extent = placement.extent
    script.placement = Self.placement(
      placement.ends.reversed().map { extent - $0 },
      placement.starts.reversed().map { extent - $0 }, extent: extent)
    script.contexts = contexts.map {
      var context = $0
      let viewport = $0.viewport
      context.viewport.lower = extent - viewport.upper
      context.viewport.upper = extent - viewport.lower
      context.viewport.velocity = -viewport.velocity
      context.viewport.direction = viewport.direction == .forward ? .backward : .forward
      return context
    }
    let screen = contexts.first?.viewport.extent ?? 0
    script.motion = ScrollMotion(
      times: motion.times, offsets: motion.offsets.map { extent - $0 - screen },
      phases: motion.phases)
    return script
  }
}
