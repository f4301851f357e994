import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The device's memory: what is charged, purged, paged out, and when the app dies of it.
extension Simulation {
  /// Does something that may change what cache, cells and loads hold.
  ///
  /// If they hold more or less after it than the device's rules were last applied to, these are
  /// applied then: once, whatever was held and freed on the way.
  @inline(__always)
  mutating func changeMemory(at time: SimTime, _ change: (inout Simulation) -> Void) {
    change(&self)
    if footprint.hasChanged { applyMemoryRules(at: time) }
  }

  /// The footprint is what cache, cells and loads hold together.
  mutating func applyMemoryRules(at time: SimTime) {
    obey(footprint.applyRules(), at: time)
    note(time, .footprint(bytes: footprint.bytes.count))
  }

  mutating func obey(_ verdict: DeviceMemory.Verdict, at time: SimTime) {
    if verdict.wantsPurged > .zero {
      purge(verdict.wantsPurged, at: time)
      return applyMemoryRules(at: time)
    }
    if verdict.wantsPagedOut > .zero {
      let paged = footprint.pageOut(atLeast: verdict.wantsPagedOut)
      note(time, .pagedOut(bytes: paged.count))
      return applyMemoryRules(at: time)
    }
    footprint.didKillBackgroundApps(verdict.killedBackgroundApps)
    if verdict.killedBackgroundApps > 0 {
      note(time, .killedBackgroundApps(verdict.killedBackgroundApps))
    }
    if verdict.warns {
      footprint.didWarn()
      note(time, .memoryWarning)
      notice(.warning, at: time)
    }
    if let reason = verdict.death { session.die(of: .memory(reason), at: time) }
  }

  /// The system takes volatile bitmaps whole.
  ///
  /// One whose encoded bytes stay is decoded again when it is drawn; another one is gone, and
  /// a cache that held it drops it.
  private mutating func purge(_ bytes: ByteCount, at time: SimTime) {
    var purged: [BitmapIndex] = []
    footprint.bitmaps.purge(atLeast: bytes, into: &purged)
    for bitmap in purged {
      let entry = footprint.bitmaps[bitmap]
      let work = works[entry.picture]
      footprint.didPurge(ByteCount(entry.bytes))
      note(time, .purged(picture: entry.picture.number, bytes: entry.bytes))
      let source = entry.isReencoded ? work.stored : work.encoded
      footprint.bitmaps.empty(bitmap, to: work.keepsSource ? source : 0, isLost: !work.keepsSource)
      if !work.keepsSource, entry.cachedKey != .none {
        cache.model.remove(entry.cachedKey.id, because: .discarded)
        followRemovals(at: time)
      }
    }
  }

  /// What had been paged out comes back before the main thread can use it.
  mutating func pageIn(_ bytes: ByteCount) {
    guard let swap = scenario.device.memory.swap else { return }
    let time = swap.pageTime(of: bytes)
    mainThread.work.paging += time.nanoseconds
    footprint.didPageIn(bytes)
  }

  /// An item is visible, or no longer: its image counts once however many show it.
  mutating func countVisible(_ item: ItemIndex, by step: Int32) {
    let base = keys.base(of: item)
    guard screen.pictures.countViewers(of: base, by: step) else { return }
    let bytes = works[keys.picture(of: image(of: item))].bitmap
    screen.pictures.changeBytes(by: ByteCount(bytes) * Int(step))
  }
}

/// What holds and frees bytes.
///
/// A verb that takes the time applies the device's rules before it returns, if it changed what
/// the app holds; one that does not is part of a step, and leaves that to the end of it.
extension Simulation {
  /// A new bitmap, held by whatever asked for it.
  mutating func makeBitmap(
    bytes: Int, picture: PictureIndex, key: KeyIndex, version: Int32, isReencoded: Bool = false,
    at time: SimTime
  ) -> BitmapIndex {
    var bitmap = BitmapIndex.none
    changeMemory(at: time) {
      bitmap = $0.footprint.bitmaps.make(
        bytes: bytes, picture: picture, key: key, version: version, isReencoded: isReencoded)
    }
    return bitmap
  }

  /// The encoded bytes of a load have come.
  mutating func holdEncoded(_ bytes: Int, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.holdEncoded(ByteCount(bytes)) }
  }

  /// Holds a bitmap to use it; what had been paged out comes back first.
  mutating func hold(_ bitmap: BitmapIndex) {
    let pagedOut = footprint.bitmaps.retain(bitmap)
    if pagedOut > 0 { pageIn(ByteCount(pagedOut)) }
  }

  mutating func hold(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.hold(bitmap) }
  }

  /// What held a bitmap begins to use it.
  mutating func activate(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) {
      let pagedOut = $0.footprint.bitmaps.activate(bitmap)
      if pagedOut > 0 { $0.pageIn(ByteCount(pagedOut)) }
    }
  }

  /// Lets go of a bitmap.
  mutating func release(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.release(bitmap) }
  }

  /// Lets go of a bitmap that was only kept.
  mutating func releaseIdly(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.releaseIdly(bitmap) }
  }

  /// Decodes on the main thread what is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.decodeNow(bitmap) }
  }

  /// A cell shows its picture of the interface, read and decoded now if it is not in memory.
  mutating func showInterface(in item: ItemIndex, at time: SimTime) {
    changeMemory(at: time) {
      guard $0.footprint.showInterface(in: item) else { return }
      $0.mainThread.work.read += $0.footprint.interface.read
      $0.mainThread.work.decode += $0.footprint.interface.decode
    }
  }
}
