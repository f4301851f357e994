import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The device's memory: what is charged, purged and paged out, and when the app is killed for it.
extension Simulation {
  /// Does something that may change what cache, cells and loads hold.
  ///
  /// If the held bytes then differ from those to which the device's rules were last applied, the
  /// rules are applied: once, whatever was held and freed in between.
  @inline(__always)
  mutating func changeMemory(at time: SimTime, _ change: (inout Simulation) -> Void) {
    change(&self)
    if footprint.hasChanged { applyMemoryRules(at: time) }
  }

  /// Applies the device's rules to the footprint: what cache, cells and loads hold together.
  mutating func applyMemoryRules(at time: SimTime) {
    let peak = footprint.peakBytes
    let verdict = footprint.applyRules()
    if footprint.bytes > peak { note(time, .peak(heldMemory())) }
    obey(verdict, at: time)
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

  /// Purges volatile bitmaps, each as a whole.
  ///
  /// A bitmap whose encoded bytes remain is decoded again when it is drawn. Any other bitmap is
  /// lost, and a cache that held it drops it.
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

  /// Pages bytes in before the main thread can use them.
  mutating func pageIn(_ bytes: ByteCount) {
    guard let swap = scenario.device.memory.swap else { return }
    let time = swap.pageTime(of: bytes)
    mainThread.work.paging += time.nanoseconds
    footprint.didPageIn(bytes)
  }

  /// Counts an item that becomes visible or leaves; its image counts once, however many items show
  /// it.
  mutating func countVisible(_ item: ItemIndex, by step: Int32) {
    guard screen.pictures.countViewers(of: keys.visibleNumber(of: item), by: step) else { return }
    let bytes = works[keys.picture(of: image(of: item), as: keys.key(of: item))].bitmap
    screen.pictures.changeBytes(by: ByteCount(bytes) * Int(step))
  }
}

/// The methods that hold and free bytes.
///
/// A method that takes the time applies the device's rules before it returns, if it changed what
/// the app holds. A method without the time is part of a step and leaves that to the end of the
/// step.
extension Simulation {
  /// Creates a bitmap, held by its requester.
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

  /// Holds the encoded bytes of a load, which have arrived.
  mutating func holdEncoded(_ bytes: Int, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.holdEncoded(ByteCount(bytes)) }
  }

  /// Holds a bitmap to use it and pages it in first if necessary.
  mutating func hold(_ bitmap: BitmapIndex) {
    let pagedOut = footprint.bitmaps.retain(bitmap)
    if pagedOut > 0 { pageIn(ByteCount(pagedOut)) }
  }

  mutating func hold(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.hold(bitmap) }
  }

  /// Makes a holder of a bitmap use it.
  mutating func activate(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) {
      let pagedOut = $0.footprint.bitmaps.activate(bitmap)
      if pagedOut > 0 { $0.pageIn(ByteCount(pagedOut)) }
    }
  }

  /// Releases a bitmap.
  mutating func release(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.release(bitmap) }
  }

  /// Releases a bitmap for a holder that only kept it.
  mutating func releaseIdly(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.footprint.releaseIdly(bitmap) }
  }

  /// Decodes a bitmap on the main thread if it is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex, at time: SimTime) {
    changeMemory(at: time) { $0.decodeNow(bitmap) }
  }

  /// Shows a cell's picture of the interface, which is read and decoded now if it is not in memory.
  mutating func showInterface(in item: ItemIndex, at time: SimTime) {
    changeMemory(at: time) {
      guard $0.footprint.showInterface(in: item) else { return }
      $0.mainThread.work.read += $0.footprint.interface.read
      $0.mainThread.work.decode += $0.footprint.interface.decode
    }
  }
}
