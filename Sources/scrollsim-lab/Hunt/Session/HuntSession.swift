import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// A session that is ready to be played: a genome as a trace and a budget.
struct HuntSession {
  let script: HuntScript
  let trace: ScrollTrace
  let prepared: PreparedScenario
  /// Nil is no limit.
  let budget: ByteCount?
  /// The most that the images of one screen cost together.
  let fullestScreen: ByteCount

  /// The session of a genome; nil where it breaks a rule: three screens do not fit, the device
  /// cannot show the images, or the layout has no room for them.
  init?(_ genome: HuntGenome, in scene: HuntScene) {
    let screen = ViewportSize(
      width: scene.device.screenWidth, height: scene.device.screenHeight)
    let header = TraceHeader(
      title: scene.title, provenance: scene.provenance, kind: .synthetic, viewport: screen,
      layout: genome.content.layout)
    let script = HuntScript(genome.strokes)
    let catalog = TraceCatalog(genome.content.recipe)
    guard scene.loading.objection(to: catalog.images) == nil,
      scene.loading.objection(to: catalog.images, on: scene.device) == nil,
      let content = try? TraceContent(header: header, catalog: catalog),
      let trace = try? ScrollTrace(
        content: content, movement: .gestures(GestureScript(script.gestures)),
        events: script.events)
    else { return nil }
    let prepared = PreparedScenario(
      Scenario(
        trace, device: scene.device, network: scene.network, loader: scene.loading,
        prefetcher: scene.prefetching))
    let fullest = Self.fullestScreen(of: trace, prepared)
    let budget: ByteCount?
    switch scene.room {
    case .drawn:
      budget = ByteCount((fullest.bytes * max(genome.room, 30) + 9) / 10)
        .rounded(upTo: ByteCount(1 << 20))
    case .given(let given):
      guard given.map({ fullest * 3 <= $0 }) ?? true else { return nil }
      budget = given
    }
    guard budget.map({ prepared.shortage(of: scene.policy, budget: $0) == nil }) ?? true else {
      return nil
    }
    self.script = script
    self.trace = trace
    self.prepared = prepared
    self.budget = budget
    fullestScreen = fullest
  }

  /// The most that the cache is charged for what overlaps one viewport, in any layout of the trace.
  ///
  /// A viewport whose first item is only just visible holds most.
  private static func fullestScreen(
    of trace: ScrollTrace, _ prepared: PreparedScenario
  ) -> ByteCount {
    var fullest = 0
    for epoch in trace.epochs {
      let placement = epoch.placement
      let costs = placement.images.map { prepared.leastCost(of: $0) }
      var (end, sum) = (0, 0)
      for first in costs.indices {
        while end < costs.count,
          placement.starts[end] < placement.ends[first] + epoch.viewportExtent
        {
          sum += costs[end]
          end += 1
        }
        fullest = max(fullest, sum)
        sum -= costs[first]
      }
    }
    return ByteCount(fullest)
  }
}
