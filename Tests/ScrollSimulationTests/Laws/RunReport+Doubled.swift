import ScrollCore
import ScrollSimulation

extension RunReport {
  /// The report of the same run if everything takes twice as long.
  var doubled: RunReport {
    var report = self
    report.duration.double()
    report.screenTime.double()
    report.death?.time.double()
    report.launch.timeToFirstFrame?.double()
    report.launch.preloading.double()
    report.launch.shortest.double()
    report.hitches.time.double()
    report.hitches.frozen.double()
    report.hitches.scrollingTime.double()
    report.hitches.scrolling.double()
    report.hitches.worst.double()
    report.hitches.mainThreadBusy.double()
    report.hitches.longestDelay.double()
    report.hitches.causes = hitches.causes.doubled
    report.stalls.seconds *= 2
    report.stalls.blankAreaSeconds *= 2
    report.stalls.softAreaSeconds *= 2
    report.stalls.placeholderSeconds *= 2
    report.taps.slowest.double()
    report.firstVisits.double()
    report.laterVisits.double()
    report.stalls.wrongAreaSeconds *= 2
    report.stalls.timeToImage.p50?.double()
    report.stalls.timeToImage.lateP50?.double()
    report.stalls.timeToImage.p95?.double()
    report.stalls.timeToImage.p99?.double()
    report.stalls.timeToImage.max?.double()
    report.stalls.waits = stalls.waits.doubled
    report.stalls.waited.double()
    report.requests.decode *= 2
    report.requests.decodeSaved *= 2
    report.cache.byteSeconds *= 2
    report.cache.secondsOverLimit *= 2
    report.cache.oversubscribedSeconds *= 2
    report.work.laneDecode.double()
    report.work.laneEncode.double()
    for lane in report.work.laneBusy.indices { report.work.laneBusy[lane].double() }
    report.work.mainDecode.double()
    report.work.radioActive.double()
    report.work.wastedDecode.double()
    report.interface.time.double()
    report.accounting.idle.double()
    return report
  }
}

extension RunLog.Entry {
  /// The same entry if everything takes twice as long.
  var doubled: RunLog.Entry {
    var entry = self
    entry.time.double()
    switch event {
    case .frame(var frame):
      frame.work = frame.work.doubled
      frame.due.double()
      frame.presented.double()
      entry.event = .frame(frame)
    case .late(let item, let reason, let waits):
      entry.event = .late(item: item, reason: reason, waits: waits.doubled)
    case .unfinished(let item, let reason, let waits):
      entry.event = .unfinished(item: item, reason: reason, waits: waits.doubled)
    case .writing(let key, var until):
      until.double()
      entry.event = .writing(key: key, until: until)
    case .launched(var preloading):
      preloading.double()
      entry.event = .launched(preloading: preloading)
    default: break
    }
    return entry
  }
}

extension RunReport.MainThreadWork {
  fileprivate var doubled: Self {
    var work = self
    work.cells *= 2
    work.read *= 2
    work.network *= 2
    work.decode *= 2
    work.tiles *= 2
    work.composition *= 2
    work.upload *= 2
    work.paging *= 2
    return work
  }
}

extension WaitTimes {
  fileprivate var doubled: WaitTimes {
    var waits = self
    for kind in Kind.allCases { waits[kind] *= 2 }
    return waits
  }
}

extension RunReport.Visits {
  fileprivate mutating func double() {
    stallSeconds *= 2
    timeToImage.p50?.double()
    timeToImage.lateP50?.double()
    timeToImage.p95?.double()
    timeToImage.p99?.double()
    timeToImage.max?.double()
  }
}

extension SimTime {
  fileprivate mutating func double() { nanoseconds *= 2 }
}
