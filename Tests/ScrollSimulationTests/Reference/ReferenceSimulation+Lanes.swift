import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The lanes, which decode and encode as PNG.
extension ReferenceSimulation {
  func queueForLane(_ load: Load) {
    queue(load, .queuesForLane)
    serveLanes()
  }

  func serveLanes() {
    while busyLanes < lanes {
      // A mask keeps the place of its image in the queue.
      let waiting = loads.filter { $0.stage == .queuesForLane }
      guard let load = first(of: waiting + masks) else { return }
      busyLanes += 1
      if masks.contains(where: { $0 === load }) {
        masks.removeAll { $0 === load }
        let more = extra(load.slowness, load.bytes.mask)
        schedule(.lane(load, .part), at: now + taking(load.bytes.mask, more, load))
      } else if load.needsEncoding {
        encode(load)
      } else {
        decode(load)
      }
    }
  }

  private func encode(_ load: Load) {
    load.needsEncoding = false
    load.enter(.encodes, at: now)
    schedule(.lane(load, .encoding), at: now + encodingTime(load))
  }

  /// Returns the time to encode; a loader that decodes lazily has nothing to encode yet.
  func encodingTime(_ load: Load) -> SimTime {
    let cost = costs[load.derives ? load.rendition - 1 : load.rendition]
    let isLazy = loader.decode == .lazy || (loader.decodeOn == .main && !loader.decodeAtOnce)
    return isLazy ? cost.encode + cost.once : cost.encode
  }

  /// Decodes the color first, and the mask after it or beside it.
  private func decode(_ load: Load) {
    load.enter(.decodes, at: now)
    let picture = newPicture(load, isResult: true)
    picture.isDestination = true
    load.picture = picture
    load.parts = 1
    settle()
    var time = load.bytes.color
    if isHybrid(load) {
      load.parts = 2
      masks.append(load)
    } else {
      time = load.bytes.color + tail(load)
    }
    load.slowness = slowness(load.derives ? load.rendition - 1 : load.rendition, load.bytes)
    load.scratch = load.derives ? costs[load.rendition - 1].pixels : scratch(load.rendition)
    let touching = allocate(load.scratch + written(load.rendition))
    if let picture = load.picture { heap.held.append(picture) }
    let more = extra(load.slowness, load.bytes.color) + touching
    schedule(.lane(load, .part), at: now + taking(time, more, load))
  }

  /// Returns the duration of a decode that begins now, with its known extra time and the slowdown
  /// by other lanes.
  private func taking(_ usual: SimTime, _ more: SimTime, _ load: Load) -> SimTime {
    let others = Double((busyLanes - 1)) * scenario.device.sideBySide
    let slowed = Double((usual + more).nanoseconds) * others
    let extra = more + SimTime(nanoseconds: Int64(slowed.rounded()))
    load.extra += extra
    return usual + extra
  }

  private func isHybrid(_ load: Load) -> Bool { load.bytes.mask > .zero }

  /// Returns the time of the work after the decode of both parts: composition, redraw, a smaller
  /// bitmap.
  private func tail(_ load: Load) -> SimTime {
    load.bytes.composition + drawing(load)
  }

  /// Returns the time of a redraw, or of drawing a low variant.
  func drawing(_ load: Load) -> SimTime {
    load.derives ? costs[load.rendition].reduction : costs[load.rendition].redraw
  }

  func finishOnLane(_ load: Load, _ work: LaneWork) {
    switch work {
    case .encoding:
      busyLanes -= 1
      records.laneEncodes.append(encodingTime(load))
      haveEncoded(load)
    case .part:
      load.parts -= 1
      if load.parts > 0 {
        busyLanes -= 1
      } else if isHybrid(load) {
        schedule(.lane(load, .composition), at: now + tail(load))
      } else {
        finishDecode(load)
      }
    case .composition: finishDecode(load)
    }
    serveLanes()
  }

  /// Writes the PNG and continues the load.
  private func haveEncoded(_ load: Load) {
    write(load)
    haveBytes(load)
    serveFlash()
  }

  private func finishDecode(_ load: Load) {
    busyLanes -= 1
    records.laneDecodes.append(load.bytes.color + load.bytes.mask + tail(load) + load.extra)
    release(load.scratch)
    load.file = nil
    load.picture?.decode = load.bytes.decode + drawing(load) + load.extra
    load.picture?.isDecoded = true
    finish(load)
    if load.derives { writeDerived(load) }
    settle()
  }
}
