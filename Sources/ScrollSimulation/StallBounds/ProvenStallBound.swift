package import ScrollCore
import ScrollLayout

/// A stall that no cache avoids: a lower bound of `RunReport.Stalls.seconds`, in seconds, over all
/// decisions about what to store and what to evict, with proof.
///
/// **What adds up.** At every moment the user wants the viewport of one vsync before; the stall is
/// the share of it that the screen does not show rightly, integrated over time in the foreground.
/// Motion, layouts and events are given, so what is wanted when (`WantedScreens`) is known before
/// any run, and so is a sum over images of the area that is wanted while its image cannot be there:
/// under a late frame the area counts because it is blank or because it has moved away from the
/// screen. Areas of items do not overlap.
///
/// **First loads.** In each process, nothing is on screen before the vsync after its first frame.
/// No load of an image begins before the first vsync at which an item that shows it is visible or
/// within reach of the prefetcher (`PrefetchDistance`), since frames are processed at vsyncs only;
/// and no load is faster than with every resource idle, nothing lost and its cheapest rendition
/// (`LeastLoad`). Until then the image is missing, with an infinite cache, too. This is
/// `unavoidable`. A loader that cancels, without prefetches, cannot finish a first download that
/// takes longer than its image is visible: then its next viewing is a first one again.
///
/// **Revisits.** An image that comes back after at least `RevisitRules.release` screens is held by
/// no cell: in between a frame was processed, and its items have left. So it was in the cache from
/// then until its return, or it has to be loaded again, in which case it misses its area until
/// idle resources could have brought it, or a load that began in an earlier viewing was under way
/// after that viewing's end. Such a load was begun by an appearance that never got its image, which
/// costs more than was added up for that viewing: its area from the moment at which the image could
/// have been there. A revisit is charged no more than that, and where loads are shared only the
/// last viewing counts for it, otherwise every earlier one; no two revisits count the same load.
/// What the cache keeps over all these stretches has to fit into its budget at every moment, so the
/// most that can be saved is a fractional knapsack over time (`Keeping.mostSaved`).
///
/// **Where it holds.** For every loader, and for runs in which the app is not killed: one that dies
/// stops counting (`until` cuts the bound off at a moment). The part of the revisits holds for
/// caches that never hold more than their budget, and is 0 where images may come from elsewhere
/// (`RevisitRules`): with a prefetcher first loads alone are counted.
///
/// - Complexity: O(vsyncs x visible items), and `Keeping.mostSaved`.
package struct ProvenStallBound: Sendable, Equatable {
  /// No run stalls less whose cache keeps its budget.
  package let seconds: Double
  /// No run stalls less, whatever its cache.
  package let unavoidable: Double
  /// How many revisits were weighed; 0 also where nothing is known of them.
  package let revisits: Int

  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - budget: the most that residents may cost together; nil is no limit.
  ///   - end: when the run ends, if that is before the trace does.
  package init(_ prepared: PreparedScenario, budget: ByteCount?, until end: SimTime = .never) {
    let screens = WantedScreens(prepared.scenario, until: end)
    let rules = RevisitRules(prepared, visible: Self.mostVisible(on: screens))
    var costs = ViewingCosts(prepared, rules)
    Self.view(screens, prepared.scenario, &costs)
    let unavoidable = Double(screens.unshown) + costs.firstLoads
    let missed = unavoidable + max(0, costs.revisits - costs.mostSaved(within: budget))
    // The simulation adds up in another order, which may differ by a rounding.
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

  /// Looks at all screens in order.
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
