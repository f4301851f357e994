import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The device's memory: what is charged, purged, paged out, and when the app dies of it.
extension Simulation {
  /// Everything that the app's images take, except what is at the system's disposal.
  private var imageBytes: Int { bitmaps.charged + encodedInFlight + interface.charged }

  /// Applies the device's rules if cache, cells and loads hold more or less than before.
  mutating func memoryChanged(at time: SimTime) {
    if imageBytes != chargedBytes { applyMemoryRules(at: time) }
  }

  /// The footprint is what cache, cells and loads hold together.
  mutating func applyMemoryRules(at time: SimTime) {
    chargedBytes = imageBytes
    obey(
      memory.imagesChanged(
        charged: ByteCount(chargedBytes), volatile: bitmaps.volatile.volatileBytes,
        pageable: ByteCount(bitmaps.pageableBytes), pagedOut: ByteCount(bitmaps.pagedOut)),
      at: time)
    note(time, .footprint(bytes: memory.footprint.bytes))
  }

  mutating func obey(_ verdict: DeviceMemory.Verdict, at time: SimTime) {
    if verdict.wantsPurged > .zero {
      purge(verdict.wantsPurged, at: time)
      return applyMemoryRules(at: time)
    }
    if verdict.wantsPagedOut > .zero {
      let paged = bitmaps.pageOut(atLeast: verdict.wantsPagedOut)
      report.memory.pagedOut += paged
      note(time, .pagedOut(bytes: paged))
      return applyMemoryRules(at: time)
    }
    report.memory.killedBackgroundApps += verdict.killedBackgroundApps
    if verdict.killedBackgroundApps > 0 {
      note(time, .killedBackgroundApps(verdict.killedBackgroundApps))
    }
    if verdict.warns {
      report.memory.warnings += 1
      note(time, .memoryWarning)
      notice(.warning, at: time)
    }
    if let reason = verdict.death, death == nil {
      death = RunReport.Death(time: time, reason: .memory(reason))
    }
  }

  /// The system takes volatile bitmaps whole.
  ///
  /// One whose encoded bytes stay is decoded again when it is drawn; another one is gone, and
  /// a cache that held it drops it.
  private mutating func purge(_ bytes: ByteCount, at time: SimTime) {
    var purged: [BitmapIndex] = []
    bitmaps.purge(atLeast: bytes, into: &purged)
    for bitmap in purged {
      let entry = bitmaps[bitmap]
      let work = works[entry.picture]
      report.memory.purges += 1
      report.memory.purgedBytes += entry.bytes
      note(time, .purged(picture: entry.picture.number, bytes: entry.bytes))
      let source = entry.isReencoded ? work.stored : work.encoded
      bitmaps.empty(bitmap, to: work.keepsSource ? source : 0, isLost: !work.keepsSource)
      if !work.keepsSource, entry.cachedKey != .none {
        model.remove(entry.cachedKey.id, because: .discarded)
        followRemovals(at: time)
      }
    }
  }

  /// What had been paged out comes back before the main thread can use it.
  mutating func pageIn(_ bytes: Int) {
    guard let swap = scenario.device.memory.swap else { return }
    let time = swap.pageTime(of: ByteCount(bytes))
    frameWork.paging += time.nanoseconds
    report.memory.pagedIn += bytes
  }

  /// An item is visible, or no longer: its image counts once however many show it.
  mutating func countVisible(_ item: ItemIndex, by step: Int32) {
    let base = keys.base(of: item)
    let before = viewers[base]
    viewers[base] += step
    guard before == 0 || before + step == 0 else { return }
    visibleBytes += Int(step) * works[keys.picture(of: image(of: item))].bitmap
  }

  /// Bitmaps and files of loads that no visible item waits for.
  mutating func inFlightBytes() -> Int {
    guard inFlight.count > 0 else { return 0 }
    var sum = 0
    for slot in LoadIndex.first(inFlight.loads.count) {
      let load = inFlight.loads[slot]
      guard load.stage != .free, load.viewers == 0 else { continue }
      sum += load.bytes + (load.bitmap != .none ? bitmaps[load.bitmap].bytes : 0)
    }
    return sum
  }
}
