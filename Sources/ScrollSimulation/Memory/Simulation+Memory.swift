import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The memory of the device: the rules that charge, purge and page out bitmaps, and that kill the
/// app.
extension Simulation {
  /// Runs a change that may hold or free memory, and then the device's memory rules.
  ///
  /// The rules run once after the whole change, and only if the image bytes differ from those at
  /// their last run.
  @inline(__always)
  mutating func changeMemory(at time: SimTime, _ change: (inout Simulation) -> Void) {
    change(&self)
    if footprint.hasChanged { applyMemoryRules(at: time) }
  }

  /// Runs the device's memory rules for the present footprint and carries out their verdict.
  mutating func applyMemoryRules(at time: SimTime) {
    let peak = footprint.peakBytes
    let verdict = footprint.applyRules()
    if footprint.bytes > peak {
      note(time, .peak(HeldMemory(screen.cells, cache.contentAccesses, footprint)))
    }
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

  /// Pages bytes in while the main thread waits.
  mutating func pageIn(_ bytes: ByteCount) {
    guard let swap = scenario.device.memory.swap else { return }
    let time = swap.pageTime(of: bytes)
    mainThread.work.paging += time.nanoseconds
    footprint.didPageIn(bytes)
  }

  /// Counts an item that becomes visible or leaves.
  ///
  /// An image that several items show counts once.
  mutating func countVisible(_ item: ItemIndex, by step: Int32) {
    guard screen.pictures.countViewers(of: keys.visibleNumber(of: item), by: step) else { return }
    let bytes = works[keys.picture(of: image(of: item), as: keys.key(of: item))].bitmap
    screen.pictures.changeBytes(by: ByteCount(bytes) * Int(step))
  }
}

/// The methods that hold and free bytes.
///
/// A method with a parameter `time` runs the device's memory rules before it returns, if the held
/// bytes have changed. A method without this parameter is part of a larger step, and its caller
/// runs the rules at the end of the step.
extension Simulation {
  /// Creates a bitmap that the caller holds.
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

  /// Adds the encoded bytes of a load, which have arrived in memory.
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

  /// Records that a holder of a bitmap begins to use it, and pages the bitmap in if necessary.
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

  /// Releases a bitmap for a holder that did not use it.
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
