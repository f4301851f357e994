import BasicContainers
import ScrollCore
import ScrollDevice

/// Methods that assign work to the decode lanes.
extension Simulation {
  typealias LaneJob = RunEvent.LaneJob

  /// Gives every free lane its next job.
  mutating func pumpLanes(at time: SimTime) {
    while lanes.hasFree, let slot = loading.inFlight.first(for: .lanes) {
      if loading.inFlight.loads[slot].needsEncoding {
        loading.inFlight.unlink(slot)
        let encode = works[loading.inFlight.loads[slot].file].encode
        run(.encode, of: slot, for: encode, 0, at: time)
      } else if loading.inFlight.loads[slot].bitmap == .none {
        // The mask of a hybrid image remains in the queue for the next lane.
        if !loading.inFlight.loads[slot].hasMaskLeft { loading.inFlight.unlink(slot) }
        beginDecode(of: slot, at: time)
      } else {
        loading.inFlight.unlink(slot)
        loading.inFlight.update(slot) { $0.hasMaskLeft = false }
        let mask = works[loading.inFlight.loads[slot].file].maskDecode
        let extra = loading.inFlight.loads[slot].slowness.extra(mask)
        run(.mask, of: slot, for: mask, extra, at: time)
      }
    }
  }

  private mutating func beginDecode(of slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    let (work, file) = (works[load.picture], works[load.file])
    let bitmap = makeBitmap(
      bytes: work.bitmap, picture: load.picture, key: load.key, version: load.version,
      isReencoded: load.isReencoded && !load.derives, at: time)
    loading.inFlight.decode(slot, into: bitmap)
    let slowness = nextSlowness(of: load.file, isReencoded: load.isReencoded)
    let scratch = load.derives ? file.source : work.scratch
    let touching = footprint.heap.allocate(scratch + work.bitmap)
    let color = file.decode - file.redraw
    let decoder = hasTwoParts(load) ? color : file.decoding(isReencoded: load.isReencoded)
    let extra = slowness.extra(decoder) + touching
    loading.inFlight.update(slot) {
      $0.slowness = slowness
      $0.scratch = scratch
    }
    let usual = hasTwoParts(load) ? color : decodeCost(of: load)
    run(.decode, of: slot, for: usual, extra, at: time)
  }

  /// Returns the random deviation of a file's next decode time from the device's formula.
  mutating func nextSlowness(of file: PictureIndex, isReencoded: Bool) -> Slowness {
    let spread = isReencoded ? works[file].storedSpread : works[file].spread
    return Slowness(share: variation.next(of: file, spread) - 1)
  }

  /// Starts a job on a free lane; the job takes its usual time plus the extra time.
  private mutating func run(
    _ job: LaneJob, of slot: LoadIndex, for usual: Int64, _ extra: Int64, at time: SimTime
  ) {
    var extra = extra
    if job != .encode { extra += lanes.slowing(usual + extra) }
    let lane = lanes.take(at: time.nanoseconds)
    loading.inFlight.update(slot) {
      $0.extra += extra
      if job == .mask { $0.maskLane = lane } else { $0.lane = lane }
    }
    loading.inFlight.enter(slot, .decoding, at: moment(time))
    continueLane(job, of: slot, for: usual + extra, at: time)
  }

  /// Keeps a lane working on a job until it is done.
  private mutating func continueLane(
    _ job: LaneJob, of slot: LoadIndex, for duration: Int64, at time: SimTime
  ) {
    let lane = loading.inFlight.loads[slot].lane(for: job == .mask)
    note(
      time,
      .stage(load: loading.inFlight.loads[slot].serial, .decoding, lane: lane.position, job: job))
    queue.schedule(
      EventQueue.Event(
        time: time + SimTime(nanoseconds: duration), kind: EventKind.lane,
        payload: lanes.schedule(slot, on: lane) << 2 | UInt32(job.rawValue)))
  }

  mutating func laneIsDone(_ payload: UInt32, at time: SimTime) {
    // `nil` if the job was stopped before it was done.
    guard let slot = lanes.load(of: payload >> 2) else { return }
    let load = loading.inFlight.loads[slot]
    let job = LaneJob(rawValue: UInt8(payload & 3))
    note(
      time, .done(load: load.serial, .decoding, lane: load.lane(for: job == .mask).position))
    switch job {
    case .decode where !load.hasMaskLeft && load.maskLane == .none && hasTwoParts(load):
      return continueLane(.composition, of: slot, for: composition(of: load), at: time)
    case .mask where load.lane == .none:
      loading.inFlight.update(slot) {
        $0.lane = load.maskLane
        $0.maskLane = .none
      }
      return continueLane(.composition, of: slot, for: composition(of: load), at: time)
    default: changeMemory(at: time) { $0.complete(job, of: slot, load, at: time) }
    }
    pumpFlash(at: time)
    pumpLanes(at: time)
  }

  /// Frees a lane and handles the result of its job.
  private mutating func complete(
    _ job: LaneJob?, of slot: LoadIndex, _ load: Load, at time: SimTime
  ) {
    lanes.giveBack(load.lane(for: job == .mask), at: time.nanoseconds)
    switch job {
    case .encode:
      loading.inFlight.update(slot) {
        $0.lane = .none
        $0.needsEncoding = false
      }
      lanes.didEncode(for: works[load.file].encode)
      storeOnDisk(load.file, load.key, version: load.version)
      goToLane(slot, at: time)
    case .decode where load.hasMaskLeft || load.maskLane != .none:
      loading.inFlight.update(slot) { $0.lane = .none }
    case .mask: loading.inFlight.update(slot) { $0.maskLane = .none }
    case .decode, .composition, .none: didDecode(slot, works[load.picture], at: time)
    }
  }

  private mutating func didDecode(_ slot: LoadIndex, _ work: PictureWork, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    let cost = decodeCost(of: load) + load.extra
    footprint.heap.release(load.scratch)
    _ = footprint.bitmaps.decode(
      load.bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    lanes.didDecode(for: cost)
    loading.inFlight.update(slot) { $0.lane = .none }
    if load.derives { writeVariant(load.picture, load.key, version: load.version) }
    releaseSource(of: slot)
    finish(slot, at: time)
  }

  /// Stops the lanes that decode a load.
  ///
  /// The load ends, too; the caller assigns new work to the lanes.
  mutating func stopDecoding(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    for lane in [load.lane, load.maskLane] where lane != .none {
      lanes.stop(lane, at: time.nanoseconds)
      note(time, .done(load: load.serial, .decoding, lane: lane.position))
    }
    footprint.heap.release(load.scratch + works[load.picture].bitmap)
    footprint.release(load.bitmap)
  }

  /// Returns a Boolean value that indicates whether color and mask are decoded separately.
  private mutating func hasTwoParts(_ load: Load) -> Bool {
    works[load.file].maskDecode > 0 && !load.isReencoded
  }

  /// Returns the time to combine both parts of a hybrid image and to draw the result into its
  /// bitmap.
  private mutating func composition(of load: Load) -> Int64 {
    works[load.file].composition + drawing(of: load)
  }

  /// Returns the usual time to decode a load on one thread.
  mutating func decodeCost(of load: Load) -> Int64 {
    works[load.file].plainDecode(isReencoded: load.isReencoded) + drawing(of: load)
  }

  /// Returns the time to draw a decoded image into its bitmap, or into that of a low variant.
  private mutating func drawing(of load: Load) -> Int64 {
    load.derives ? works[load.picture].reduction : works[load.file].redraw
  }

  /// Releases the encoded bytes of a load, which are no longer needed.
  mutating func releaseSource(of slot: LoadIndex) {
    let cachedFile = loading.inFlight.loads[slot].cachedFile
    if cachedFile != .none {
      footprint.release(cachedFile)
    } else {
      footprint.freeEncoded(ByteCount(loading.inFlight.loads[slot].bytes))
    }
    loading.inFlight.update(slot) {
      $0.cachedFile = .none
      $0.bytes = 0
    }
  }

  /// Makes a load wait for the next frame.
  mutating func finish(_ slot: LoadIndex, at time: SimTime) {
    loading.inFlight.enter(slot, .finished, at: moment(time))
    loading.finish(slot)
    let load = loading.inFlight.loads[slot]
    if !load.hasFailed { prefetching.didLoad(for: time - SimTime(nanoseconds: load.start)) }
    note(time, .finished(load: load.serial, hasFailed: load.hasFailed))
    releasePrefetchSlot(of: slot, at: time)
    // With downloads on the main thread, an image is stored as soon as it has arrived.
    if load.source == .network, loader.download == .background, !load.hasFailed {
      storeEncoded(load.file, load.key, version: load.version, at: time)
    }
  }
}

extension Load {
  fileprivate func lane(for isMask: Bool) -> LaneIndex { isMask ? maskLane : lane }
}

/// The random variation of decode times around the formula, for devices whose spread was measured.
///
/// Runs with the same seed use the same factor for a file and for its *n*-th decode. So policies
/// are compared with the same random numbers (common random numbers). Factors are log-normal around
/// 1. They are cut off at three standard deviations, because lower bounds of stall need a shortest
/// decode time.
struct DecodeVariation: ~Copyable {
  /// The greatest distance of a factor from 1 in standard deviations.
  static let limit = 3.0

  private let seed: UInt64
  /// The number of decodes of each picture's file so far; empty if no decode time varies.
  private var counts: Table<PictureWork, UInt32>

  /// Returns a copy that shares no state.
  func copy() -> DecodeVariation { DecodeVariation(seed: seed, counts: counts.copy()) }
}

extension DecodeVariation {
  init(_ prepared: PreparedScenario, seed: UInt64) {
    self.seed = seed
    counts = Table(
      repeating: 0, count: prepared.works.vary ? prepared.works.count : 0)
  }

  /// Returns the factor of the next decode of a file.
  mutating func next(of file: PictureIndex, _ spread: DecodeSpread) -> Double {
    guard counts.count > 0, !spread.isNone else { return 1 }
    counts[file] += 1
    let own = spread.files * deviate(file, 0)
    return exp(own + spread.jobs * deviate(file, counts[file]))
  }

  /// Returns a standard normal deviate by Box and Muller (doi:10.1214/aoms/1177706645), clipped.
  private func deviate(_ file: PictureIndex, _ number: UInt32) -> Double {
    var random = SeededRandom(
      seed: seed &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(file.position) << 32 ^ UInt64(number))
    let radius = (-2 * log(1 - random.unit())).squareRoot()
    return min(max(radius * cos(2 * .pi * random.unit()), -Self.limit), Self.limit)
  }
}

/// The random deviation of one decode time from the formula.
struct Slowness {
  /// The deviation as a share of the formula's time; 0 for none.
  var share = 0.0

  /// Returns the nanoseconds to add to a duration of the formula.
  func extra(_ duration: Int64) -> Int64 {
    share == 0 ? 0 : Int64((Double(duration) * share).rounded())
  }
}
