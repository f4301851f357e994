import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the system does: time passes on flash and lanes, memory runs short, apps come and go.
extension Simulation {
  /// Everything up to and including a moment, trace events before completions.
  mutating func processEvents(upTo time: SimTime) {
    while death == nil {
      let next = queue.nextTime
      let event = nextEvent < scenario.events.count ? scenario.events[nextEvent] : nil
      if let event, event.time <= time, event.time <= next {
        nextEvent += 1
        handle(event.event, at: event.time)
      } else if next <= time, let completion = queue.popFirst() {
        let slot = Int32(completion.payload)
        if completion.kind == Self.flashEvent {
          didRead(slot, at: completion.time)
        } else {
          didDecode(slot, at: completion.time)
        }
      } else {
        return
      }
    }
  }

  private mutating func handle(_ event: SystemEvent, at time: SimTime) {
    switch event {
    case .memoryPressure(let kind):
      switch kind {
      case .normal: notice(.normal, at: time)
      case .warning: notice(.warning, at: time)
      case .critical: notice(.critical, at: time)
      }
    case .background:
      guard !isInBackground else { return }
      isInBackground = true
      wentOff = time.nanoseconds
      stalls.present(nil, at: time.nanoseconds - offScreen)
      pending = nil
      model.didEnterBackground(at: time)
      drainRemovals()
      memoryChanged(at: time)
    case .foreground:
      guard isInBackground else { return }
      isInBackground = false
      offScreen += time.nanoseconds - wentOff
    case .relaunch: relaunch(at: time)
    case .externalPressure(let bytes):
      obey(memory.otherProcessesChanged(by: bytes), at: time)
    case .offline, .online: break  // nothing is downloaded yet
    }
  }

  /// Skips to the moment at which the app comes back; nil if it does not.
  mutating func returnFromBackground() -> SimTime? {
    while isInBackground, death == nil {
      guard nextEvent < scenario.events.count else { return nil }
      let time = scenario.events[nextEvent].time
      guard time.nanoseconds <= end else { return nil }
      processEvents(upTo: time)
      if !isInBackground { return time }
    }
    return nil
  }

  /// The memory state is told to the cache at the next frame, in the background at once.
  private mutating func notice(_ level: PressureLevel, at time: SimTime) {
    pressure = max(pressure ?? level, level)
    if isInBackground { deliver(pressure: level, at: time) }
  }

  mutating func deliver(pressure level: PressureLevel, at time: SimTime) {
    pressure = nil
    model.pressureChanged(to: level, at: time)
    drainRemovals()
    memoryChanged(at: time)
  }

  /// Memory and the in-flight table are lost, every visible item appears anew.
  private mutating func relaunch(at time: SimTime) {
    for item in visible.first..<visible.end { disappear(Int32(item)) }
    for cell in 0..<cells.cells.count { clear(Int32(cell)) }
    visible = VisibleRange()
    isFresh = true
    dropLoads()
    model.removeAll(because: .removed)
    drainRemovals()
    memoryChanged(at: time)
  }

  /// The footprint is what cache, cells and loads hold together.
  mutating func memoryChanged(at time: SimTime) {
    let charged = bitmaps.charged + encodedInFlight
    obey(memory.imagesChanged(charged: ByteCount(charged)), at: time)
  }

  private mutating func obey(_ verdict: DeviceMemory.Verdict, at time: SimTime) {
    report.memory.killedBackgroundApps += verdict.killedBackgroundApps
    if verdict.warns {
      report.memory.warnings += 1
      notice(.warning, at: time)
    }
    if let reason = verdict.death, death == nil {
      death = RunReport.Death(time: time, reason: reason)
    }
  }
}
