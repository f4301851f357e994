import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The content that the user wanted to see and did not, between any two moments at which it
/// changes.
extension ReferenceSimulation {
  /// The missing share of the viewport, in seconds of the whole viewport.
  var missingSeconds: Double {
    let cuts = moments
    var (sum, frame) = (0.0, 0)
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      guard !records.backgrounds.contains(where: { $0.from <= start && start < $0.to }) else {
        continue
      }
      while frame + 1 < records.frames.count, records.frames[frame + 1].start <= start {
        frame += 1
      }
      // The frame before the one that was processed last is on screen, if it came so far.
      sum += missing(at: start, under: frame - 1) * (end - start).seconds
    }
    return sum
  }

  /// Every moment at which something may change, in order, without duplicates.
  private var moments: [SimTime] {
    var moments: Set<SimTime> = [.zero, finish]
    var index: Int64 = 0
    while vsync(index) < finish {
      moments.insert(vsync(index))
      index += 1
    }
    for background in records.backgrounds { moments.formUnion([background.from, background.to]) }
    moments.formUnion(records.launches.map(\.time))
    return moments.filter { $0 <= finish }.sorted()
  }

  /// Returns the share of the viewport that is wanted and not shown correctly while a frame is on
  /// screen.
  private func missing(at time: SimTime, under index: Int) -> Double {
    guard index >= 0, isPresented(index),
      let launch = records.launches.last(where: { $0.time <= time }), launch.frame <= index
    else { return 1 }
    let frame = records.frames[index]
    var last = firstVsync(time)
    if vsync(last) > time { last -= 1 }
    let wanted = vsync(max(0, last - 1))
    // A frame shows what was wanted when it was processed, even if it came before another vsync.
    let moment = max(wanted, frame.start)
    let (then, now) = (layout(at: frame.start), layout(at: moment))
    guard then.number == now.number else { return 1 }
    let (shown, wish) = (motion.offset(at: frame.start), motion.offset(at: moment))
    let extent = then.extent
    let (lower, upper) = (max(shown, wish), min(shown, wish) + extent)
    guard lower < upper else { return 1 }
    let flaws = frame.sights.filter { $0.sight == .blank || $0.sight == .wrong }.map { sight in
      let item = sight.appearance.item
      let (start, end) = (then.placement.starts[item], then.placement.ends[item])
      return max(0, min(end, upper) - max(start, lower)) * then.placement.breadths[item]
    }
    return (abs(shown - wish) + flaws.reduce(0, +)) / extent
  }

  private func layout(at time: SimTime) -> (number: Int, placement: ItemPlacement, extent: Double) {
    let past = scenario.laterEpochs.filter { $0.time <= time }
    guard let last = past.last else { return (0, scenario.placement, scenario.viewportExtent) }
    return (past.count, last.placement, last.viewportExtent)
  }
}
