import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the system does: time passes on flash and lanes, memory runs short, apps come and go.
extension Simulation {
  /// Everything up to and including a moment, trace events before completions.
  ///
  /// Stops at a relaunch, whose first frame comes before the rest.
  mutating func processEvents(upTo time: SimTime) {
    while death == nil, resumed == nil {
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
      deliverPressure(at: time)
      model.didEnterBackground(at: time)
      drainRemovals(at: time)
    case .foreground: comeBack(at: time)
    case .relaunch: relaunch(at: time)
    case .externalPressure(let bytes):
      obey(memory.otherProcessesChanged(by: bytes), at: time)
    case .offline, .online: break  // nothing is downloaded yet
    case .rotate, .insert, .change: break  // the content stays as it is
    }
  }

  /// Skips to the moment at which the app comes back, or to its last event.
  mutating func waitForReturn() {
    while isInBackground, death == nil, nextEvent < scenario.events.count {
      let time = scenario.events[nextEvent].time
      guard time.nanoseconds <= end else { return }
      processEvents(upTo: time)
      if !isInBackground { resumed = time }
    }
  }

  private mutating func comeBack(at time: SimTime) {
    guard isInBackground else { return }
    isInBackground = false
    offScreen += time.nanoseconds - wentOff
  }

  /// The memory state is told to the cache at the next frame, in the background at once.
  private mutating func notice(_ level: PressureLevel, at time: SimTime) {
    pressure.append(level)
    if isInBackground { deliverPressure(at: time) }
  }

  mutating func deliverPressure(at time: SimTime) {
    guard !pressure.isEmpty else { return }
    let levels = pressure
    pressure = []
    for level in levels {
      model.pressureChanged(to: level, at: time)
      drainRemovals(at: time)
    }
  }

  /// Memory and the in-flight table are lost, every visible item appears anew.
  ///
  /// Brings the app to the front. The old cache dies with its process and what it remembers.
  private mutating func relaunch(at time: SimTime) {
    comeBack(at: time)
    closeFrame(at: time.nanoseconds, isPresented: false)
    stalls.present(nil, at: time.nanoseconds - offScreen)
    for item in visible.indices { disappear(Int32(item)) }
    for cell in 0..<cells.cells.count { clear(Int32(cell)) }
    visible = VisibleRange()
    isFresh = true
    pressure = []
    dropLoads()
    model.removeAll(because: .removed)
    drainRemovals(at: time)
    if let afterRelaunch { model = afterRelaunch() }
    resumed = time
  }

  /// Applies the device's rules if cache, cells and loads hold more or less than before.
  mutating func memoryChanged(at time: SimTime) {
    if bitmaps.charged + encodedInFlight != chargedBytes { applyMemoryRules(at: time) }
  }

  /// The footprint is what cache, cells and loads hold together.
  mutating func applyMemoryRules(at time: SimTime) {
    chargedBytes = bitmaps.charged + encodedInFlight
    obey(memory.imagesChanged(charged: ByteCount(chargedBytes)), at: time)
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
