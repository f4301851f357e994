import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The simulation once more: slow, obvious, and written from its description alone.
///
/// Arrays are searched from end to end, what is visible is found by trying every item, what
/// is in memory by looking at everyone who might hold it, and figures are added up at the
/// end from a list of what happened.
final class ReferenceSimulation {
  /// What is going to happen, and the order of kinds at the same time.
  enum Event {
    case system(SystemEvent)
    case read(Load)
    case decoded(Load)
    case frame(Int64)

    var rank: Int {
      switch self {
      case .system: 0
      case .read: 1
      case .decoded: 2
      case .frame: 3
      }
    }
  }

  let scenario: Scenario
  let loader: Loader
  let motion: ReferenceMotion
  let costs: [ReferenceCosts]
  let model: (any CacheModel)?
  let isSpatial: Bool
  let end: SimTime
  let lanes: Int

  var now = SimTime.zero
  var events: [(time: SimTime, sequence: Int, event: Event)] = []
  var sequence = 0
  var records = ReferenceRecords()

  var appearances: [Appearance] = []
  var pool: [Cell] = []
  var loads: [Load] = []
  var finished: [Load] = []
  /// Hits that reach their cells one frame later.
  var lateHits: [(appearance: Appearance, picture: Picture)] = []
  /// What the cache holds, by image.
  var cached: [ImageID: Picture] = [:]
  var pinned: Set<ImageID> = []
  /// A file on its way into the cache.
  var arriving: Picture?
  /// The picture that was displayed last for an image, if anybody holds it.
  var displayedLast: [ImageID: Picture] = [:]
  /// Decoded pictures that are in memory, to find out who was freed unseen.
  var decodedPictures: [ObjectIdentifier: Picture] = [:]

  var memory: DeviceMemory
  var pressure: [PressureLevel] = []
  var isInBackground = false
  /// When the main thread is free.
  var free = SimTime.zero
  var lastFrame: SimTime?
  var shown: Range<Double>?

  init(_ scenario: Scenario, model: (any CacheModel)?, isSpatial: Bool) {
    self.scenario = scenario
    loader = scenario.loader
    motion = ReferenceMotion(motion: scenario.motion, initial: scenario.direction)
    costs = (0..<scenario.images.count).map { ReferenceCosts(ImageID($0), in: scenario) }
    self.model = loader.hasCache ? model : nil
    self.isSpatial = isSpatial
    end = scenario.motion.duration
    lanes = loader.lanes == 0 ? scenario.device.performanceCores : loader.lanes
    memory = DeviceMemory(scenario.device.memory)
    for event in scenario.events { schedule(.system(event.event), at: event.time) }
    schedule(.frame(0), at: .zero)
  }

  func schedule(_ event: Event, at time: SimTime) {
    events.append((time, sequence, event))
    sequence += 1
  }

  func cost(_ image: ImageID) -> ReferenceCosts { costs[Int(image.index)] }

  func vsync(_ index: Int64) -> SimTime {
    SimTime(nanoseconds: index * 1_000_000_000 / scenario.device.refreshRate)
  }

  /// The first vsync at or after a time, found by counting.
  func firstVsync(_ time: SimTime) -> Int64 {
    var index = time.nanoseconds * scenario.device.refreshRate / 1_000_000_000
    while vsync(index) < time { index += 1 }
    while index > 0, vsync(index - 1) >= time { index -= 1 }
    return index
  }

  /// Runs to the end and returns the figures.
  func run() -> Figures {
    settle()
    while records.death == nil {
      let next = events.indices.min {
        let (left, right) = (events[$0], events[$1])
        return (left.time, left.event.rank, left.sequence)
          < (right.time, right.event.rank, right.sequence)
      }
      guard let next, events[next].time <= end else { break }
      let event = events.remove(at: next)
      now = event.time
      switch event.event {
      case .system(let event): happen(event)
      case .read(let load): finishRead(load)
      case .decoded(let load): finishDecode(load)
      case .frame(let index): frame(index)
      }
    }
    return figures()
  }

  /// Steps 1 to 6 of a frame.
  func frame(_ index: Int64) {
    var frame = ReferenceRecords.Frame(start: now, next: vsync(index + 1))
    deliverPressure()

    let lower = motion.offset(at: now)
    let upper = lower + scenario.viewportExtent
    frame.isIdle = motion.phase(at: now) == .idle
    model?.timePassed(to: now)
    if isSpatial {
      model?.viewportMoved(
        to: Viewport(
          lower: lower, upper: upper, velocity: motion.velocity(at: now),
          direction: motion.direction(at: now), phase: motion.phase(at: now), time: now))
    }
    followRemovals()
    let visible = items(in: lower..<upper)
    deliver(visible, &frame)
    leave(visible)
    if let last = lastFrame, let shown {
      let swept = items(in: motion.swept(from: last, to: now, extent: scenario.viewportExtent))
      let seen = Set(items(in: shown)).union(visible)
      records.skipped += swept.filter { !seen.contains($0) }.count
    }
    let entered = enter(visible, &frame)
    prefetch(entered, &frame)

    frame.work.cells = scenario.device.mainThread.cellWork.nanoseconds * Int64(entered.count)
    for appearance in appearances {
      let place = scenario.placement
      let overlap =
        min(place.ends[appearance.item], upper) - max(place.starts[appearance.item], lower)
      let area = overlap / scenario.viewportExtent * place.breadths[appearance.item]
      if appearance.cell.picture == nil {
        frame.blank += area
      } else if appearance.cell.picture?.image != appearance.image {
        frame.wrong += area
      }
    }
    free = now + SimTime(nanoseconds: frame.work.total)
    let next = max(index + 1, firstVsync(free))
    frame.planned = vsync(next)
    records.frames.append(frame)
    shown = lower..<upper
    lastFrame = now
    schedule(.frame(next), at: vsync(next))
  }

  /// Every item that overlaps an interval.
  func items(in interval: Range<Double>) -> [Int] {
    (0..<scenario.placement.count).filter {
      min(scenario.placement.ends[$0], interval.upperBound)
        > max(scenario.placement.starts[$0], interval.lowerBound)
    }
  }

  /// In entering order.
  func ordered(_ items: [Int]) -> [Int] {
    motion.direction(at: now) == .forward ? items.sorted() : items.sorted().reversed()
  }
}
