import BasicContainers
import ScrollCaching
package import ScrollCore
import ScrollDevice

/// The flash channel, and the files that the app and the system keep on it.
///
/// The channel does one read or write at a time; writes wait until no read waits.
struct Flash: ~Copyable {
  /// The present use of the channel.
  enum User { case none, load, write }

  /// A file that is being written to the disk.
  struct Write {
    var key: KeyIndex
    var file: File
    var bytes: Int
    /// The time that the write takes on the channel.
    var time: Int64
    /// A Boolean value that indicates whether the file is a low variant, which is not part of the
    /// disk cache.
    var isVariant: Bool
  }

  /// The file of a picture and the version of its image.
  struct File {
    var picture: PictureIndex
    var version: Int32
  }

  private(set) var user = User.none
  private var disk: DiskTier?
  private let rules: DiskRules?
  /// The picture whose file was last stored under each file name of the disk cache.
  private var pictureOnDisk: Table<Key, PictureIndex>
  /// The file of the low variant that the app made and wrote under each key.
  private var variants: Table<Key, File>
  private var pages: PageCache
  private var writes = UniqueArray<Write>()
  private var written = 0
  private var bytesRead = ByteCount.zero, bytesWritten = ByteCount.zero, diskHits = 0

  /// Returns a copy that shares no state.
  func copy() -> Flash {
    Flash(
      user: user, disk: disk?.copy(), rules: rules, pictureOnDisk: pictureOnDisk.copy(),
      variants: variants.copy(), pages: pages.copy(), writes: writes.clone(), written: written,
      bytesRead: bytesRead, bytesWritten: bytesWritten, diskHits: diskHits)
  }
}

extension Flash {
  init(_ prepared: PreparedScenario) {
    let (loader, keyCount) = (prepared.scenario.loader, prepared.keys.count)
    let nameCount = prepared.keys.diskNameCount
    rules = loader.diskCache ? DiskRules(loader) : nil
    disk = loader.diskCache ? DiskTier(fileCount: nameCount, rules: DiskRules(loader)) : nil
    pictureOnDisk = Table(repeating: .none, count: loader.diskCache ? nameCount : 0)
    variants = Table(
      repeating: File(picture: .none, version: 0),
      count: loader.variants == .derived ? keyCount : 0)
    // The files are those of the catalog, followed by those of the disk cache.
    pages = PageCache(
      fileCount: prepared.works.count + nameCount, limit: ByteCount(loader.pageCache))
  }

  // MARK: The channel

  mutating func beginRead() { user = .load }

  /// Begins and returns the next write, if the channel is free and a write waits.
  mutating func beginWrite() -> Write? {
    guard user == .none, written < writes.count else { return nil }
    user = .write
    return writes[written]
  }

  /// Frees the channel and returns its last use.
  mutating func end() -> User {
    defer { user = .none }
    return user
  }

  /// Counts bytes that were read from flash, in the background or on the main thread.
  mutating func didRead(_ bytes: Int) { bytesRead += ByteCount(bytes) }

  mutating func enqueue(_ write: Write) { writes.append(write) }

  /// Adds the file of the first queued write, because that write has finished.
  ///
  /// - Returns: `true` if the file belongs to the disk cache, `false` for a low variant.
  mutating func didWrite(at time: SimTime) -> Bool {
    let write = writes[written]
    written += 1
    if written == writes.count { dropWrites() }
    bytesWritten += ByteCount(write.bytes)
    if write.isVariant {
      variants[write.key] = write.file
    } else {
      pictureOnDisk[write.key] = write.file.picture
      _ = disk?.store(
        write.key.id, bytes: ByteCount(write.bytes), version: write.file.version, at: time)
    }
    return !write.isVariant
  }

  private mutating func dropWrites() {
    writes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// Drops reads and writes that wait or are under way, because the process has ended; the files on
  /// disk remain.
  mutating func endProcess() {
    dropWrites()
    user = .none
  }

  /// Takes over all files of an earlier session.
  mutating func takeOver(_ earlier: consuming Flash) {
    disk = earlier.disk
    pages = earlier.pages
    pictureOnDisk = earlier.pictureOnDisk
    variants = earlier.variants
  }

  // MARK: Files

  /// Returns the file that the disk cache has under a name; `nil` if it has none.
  mutating func stored(_ name: KeyIndex, at time: SimTime) -> File? {
    guard disk?.contains(name.id, at: time) ?? false, let version = disk?.version(of: name.id)
    else { return nil }
    return File(picture: pictureOnDisk[name], version: version)
  }

  /// Returns a Boolean value that indicates whether the disk cache stores a file of this length.
  func accepts(_ bytes: Int) -> Bool { rules?.accepts(ByteCount(bytes)) ?? false }

  /// Records a use of a file of the disk cache.
  mutating func use(_ name: KeyIndex, at time: SimTime) {
    _ = disk?.read(name.id, at: time)
    diskHits += 1
  }

  /// Returns the low variant that was made under a key; `nil` if there is none.
  func variant(_ key: KeyIndex) -> File? {
    variants[key].picture == .none ? nil : variants[key]
  }

  mutating func didEnterBackground(at time: SimTime) { disk?.didEnterBackground(at: time) }

  /// Reads a file through the system's page cache and returns `true` if the file was in memory.
  mutating func readPages(of file: ImageID, bytes: Int) -> Bool {
    pages.read(file, bytes: ByteCount(bytes))
  }

  func hasPages(of file: ImageID, bytes: Int) -> Bool {
    pages.contains(file, bytes: ByteCount(bytes))
  }

  /// Writes the figures to a report.
  func report(into work: inout RunReport.Work) {
    work.bytesRead = bytesRead
    work.bytesWritten = bytesWritten
    work.diskHits = diskHits
  }
}

extension DiskRules {
  /// Creates the rules of a loader's disk cache.
  init(_ loader: Loader) {
    self.init(
      limit: loader.diskLimit > 0 ? ByteCount(loader.diskLimit) : nil, trimsTo: loader.diskTrim,
      ageLimit: loader.diskAge > 0 ? SimTime(seconds: loader.diskAge) : nil,
      sweeps: {
        switch loader.diskSweep {
        case .whenStoring: .always
        case .timed: .every(SimTime(seconds: loader.diskInterval))
        case .inBackground: .onBackground
        }
      }(), largest: loader.diskLargest < 1 ? loader.diskLargest : nil)
  }
}

/// The flash channel, which does one read or write at a time, and the app's files on it.
extension Simulation {
  /// Makes a load wait for the flash channel, unless the system has its file in memory.
  mutating func queueForFlash(_ slot: LoadIndex, at time: SimTime) {
    // The log has one wait for the disk, which includes the queue of the disk cache.
    let wasQueued = loading.inFlight.loads[slot].stage == .queuedForDisk
    loading.inFlight.wait(slot, for: .flash, stage: .queuedForFlash, at: moment(time))
    if !wasQueued { note(time, .queued(load: loading.inFlight.loads[slot].serial, .flash)) }
    if loader.pageCache > 0, hasPages(of: slot) {
      loading.inFlight.unlink(slot)
      if loading.inFlight.loads[slot].source == .disk, !refreshSource(of: slot, at: time) { return }
      loading.inFlight.enter(slot, .reading, at: moment(time))
      _ = readsPages(slot)
      didRead(slot, fromPages: true, at: time)
    } else {
      pumpFlash(at: time)
    }
  }

  private mutating func readsPages(_ slot: LoadIndex) -> Bool {
    guard loader.pageCache > 0 else { return false }
    let load = loading.inFlight.loads[slot]
    return readsPages(load.file, load.key, load.source)
  }

  /// Returns the time to read a file at its source from flash, in nanoseconds.
  mutating func readTime(of file: PictureIndex, _ source: Load.Source) -> Int64 {
    source == .disk ? works[file].storedRead : works[file].read
  }

  /// Starts the next read of the flash channel, or a write if there is nothing to read.
  mutating func pumpFlash(at time: SimTime) {
    while flash.user == .none, let slot = loading.inFlight.next(for: .flash) {
      if loading.inFlight.loads[slot].source == .disk, !refreshSource(of: slot, at: time) {
        continue
      }
      loading.inFlight.enter(slot, .reading, at: moment(time))
      guard !readsPages(slot) else {
        didRead(slot, fromPages: true, at: time)
        continue
      }
      flash.beginRead()
      note(
        time,
        .stage(load: loading.inFlight.loads[slot].serial, .reading, lane: 0, job: nil))
      let (file, source) = (loading.inFlight.loads[slot].file, loading.inFlight.loads[slot].source)
      queue.schedule(
        EventQueue.Event(
          time: time + SimTime(nanoseconds: readTime(of: file, source)), kind: EventKind.flash,
          payload: UInt32(slot.number)))
    }
    if let write = flash.beginWrite() {
      note(time, .writing(key: write.key.number, until: time + SimTime(nanoseconds: write.time)))
      queue.schedule(
        EventQueue.Event(
          time: time + SimTime(nanoseconds: write.time), kind: EventKind.flash, payload: 0))
    }
  }

  /// Locates a file of the disk cache again, because a sweep or a new version may have removed it
  /// since the request.
  private mutating func refreshSource(of slot: LoadIndex, at time: SimTime) -> Bool {
    let load = loading.inFlight.loads[slot]
    let file = load.derives ? keys.full(of: load.asked) : load.asked
    let location = locateOnDisk(load.asked, file, load.key, at: time)
    let version = loading.version(of: keys.image(of: load.asked))
    loading.inFlight.update(slot) {
      $0.picture = location?.picture ?? load.asked
      $0.file = location?.file ?? file
      $0.version = location?.version ?? version
      guard location == nil else { return }
      $0.source = .network
      $0.isReencoded = false
    }
    guard location != nil else {
      proceed(slot, at: time)
      pumpDisk(at: time)
      return false
    }
    touchDisk(file, load.key, at: time)
    return true
  }

  mutating func touchDisk(_ file: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    flash.use(keys.diskName(of: file, key), at: time)
  }

  /// Reads a file through the system's page cache and returns `true` if the file was in memory.
  mutating func readsPages(_ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source) -> Bool {
    guard loader.pageCache > 0 else { return false }
    return flash.readPages(of: pages(of: file, key, source), bytes: fileBytes(file, source))
  }

  private mutating func hasPages(of slot: LoadIndex) -> Bool {
    let load = loading.inFlight.loads[slot]
    return flash.hasPages(
      of: pages(of: load.file, load.key, load.source), bytes: fileBytes(load.file, load.source))
  }

  /// Returns the number by which the system's page cache identifies a file.
  private mutating func pages(of file: PictureIndex, _ key: KeyIndex, _ source: Load.Source)
    -> ImageID
  {
    source == .disk
      ? ImageID(works.count + keys.diskName(of: file, key).position)
      : ImageID(keys.file(of: file).number)
  }

  mutating func flashIsDone(_ payload: UInt32, at time: SimTime) {
    if flash.end() == .write {
      // A variant may be written while the disk cache's queue encodes an image.
      if flash.didWrite(at: time) { diskHasWritten(at: time) }
    } else {
      let serial = loading.inFlight.loads[LoadIndex(Int32(payload))].serial
      note(time, .done(load: serial, .reading, lane: 0))
      didRead(LoadIndex(Int32(payload)), fromPages: false, at: time)
    }
    pumpFlash(at: time)
  }

  private mutating func didRead(_ slot: LoadIndex, fromPages: Bool, at time: SimTime) {
    let bytes = fileBytes(loading.inFlight.loads[slot].file, loading.inFlight.loads[slot].source)
    if !fromPages { flash.didRead(bytes) }
    if loader.cancelOnLeave, loader.cancelRead, loading.inFlight.loads[slot].isUnwanted {
      changeMemory(at: time) { $0.cancel(slot, at: time) }
      return pumpDisk(at: time)
    }
    haveBytes(slot, bytes, at: time)
    pumpDisk(at: time)
    pumpLanes(at: time)
  }

  /// Handles the arrival of a load's encoded bytes in memory: it continues to a lane, or to the
  /// main thread.
  mutating func haveBytes(_ slot: LoadIndex, _ bytes: Int, at time: SimTime) {
    let hasMask = works[loading.inFlight.loads[slot].file].maskDecode > 0
    loading.inFlight.update(slot) {
      $0.bytes = bytes
      $0.hasMaskLeft = hasMask && !$0.isReencoded
    }
    holdEncoded(bytes, at: time)
    if loading.inFlight.loads[slot].needsEncoding {
      loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
      note(time, .queued(load: loading.inFlight.loads[slot].serial, .lanes))
    } else {
      goToLane(slot, at: time)
    }
  }

  /// Makes a load whose bytes are in memory wait for a lane, if one decodes it.
  mutating func goToLane(_ slot: LoadIndex, at time: SimTime) {
    if loader.decodeOn == .main || remainsEncoded(slot) {
      finish(slot, at: time)
    } else {
      loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
      note(time, .queued(load: loading.inFlight.loads[slot].serial, .lanes))
    }
  }

  /// Returns `true` if a load is delivered without a decode, until the picture is drawn.
  private mutating func remainsEncoded(_ slot: LoadIndex) -> Bool {
    guard loader.decodesLazily || cachesFiles else { return false }
    let load = loading.inFlight.loads[slot]
    let isAwaited = load.viewers > 0 || (load.cell != .none && !loader.recycledCellCheck)
    return (loader.decodesLazily || !isAwaited) && !load.derives
  }

  /// A Boolean value that indicates whether the disk cache holds other bytes than the download,
  /// because the app encodes images again.
  ///
  /// Inlined, since a call on the right of `&&` copies the whole simulation.
  @inline(__always)
  var encodesAgain: Bool { encodesFirst || loader.storesImages }

  /// A Boolean value that indicates whether a download is encoded before it is decoded.
  @inline(__always)
  var encodesFirst: Bool { loader.pngReencode && loader.diskCache && !loader.storesImages }

  /// Requests that the flash channel writes a download to the app's disk cache when it is free.
  ///
  /// If the disk cache holds encoded images, this method does nothing, because the disk cache's
  /// queue writes the image later. A download that is too large for the disk cache is not written.
  mutating func storeOnDisk(_ file: PictureIndex, _ key: KeyIndex, version: Int32) {
    guard !loader.storesImages, flash.accepts(works[file].stored) else { return }
    enqueueWrite(file, key, version: version)
  }

  /// Requests that the flash channel writes a file of the disk cache when it is free.
  mutating func enqueueWrite(_ file: PictureIndex, _ key: KeyIndex, version: Int32) {
    let work = works[file]
    flash.enqueue(
      Flash.Write(
        key: keys.diskName(of: file, key), file: Flash.File(picture: file, version: version),
        bytes: work.stored, time: work.storedWrite, isVariant: false))
  }

  /// Writes a low variant, made from the full image, to its own file.
  mutating func writeVariant(_ picture: PictureIndex, _ key: KeyIndex, version: Int32) {
    let bytes = works[picture].encoded
    flash.enqueue(
      Flash.Write(
        key: key, file: Flash.File(picture: picture, version: version), bytes: bytes,
        time: scenario.device.flash.writeTime(of: ByteCount(bytes)).nanoseconds,
        isVariant: true))
  }
}

/// The system's cache of file pages in memory; reading a cached file takes no time on flash.
///
/// The model caches whole files only: the most recently read ones, up to a limit in bytes. A file
/// that is larger than the limit is never kept and evicts nothing. A file whose length has changed
/// has been written again, so the next read comes from flash. The memory that a system gives its
/// page cache depends on everything else that runs; a limit of 0 disables the cache.
///
/// - Complexity: O(1) per read, plus the files that it evicts; allocates nothing after `init`.
package struct PageCache: ~Copyable {
  let limit: ByteCount
  package private(set) var bytes = ByteCount.zero

  private var order: ItemList
  /// The length of each file that is kept, -1 for others.
  private var lengths: RigidArray<Int>

  /// Returns a copy that shares no state.
  func copy() -> PageCache {
    PageCache(limit: limit, bytes: bytes, order: order.copy(), lengths: lengths.clone())
  }
}

extension PageCache {
  /// Creates an empty cache.
  /// - Parameters:
  ///   - fileCount: the number of files, which are `0..<fileCount`.
  ///   - limit: the byte limit, not negative.
  package init(fileCount: Int, limit: ByteCount) {
    precondition(limit >= .zero, "a page cache of \(limit)")
    self.limit = limit
    let count = limit > .zero ? fileCount : 0
    order = ItemList(imageCount: count)
    lengths = RigidArray(repeating: -1, count: count)
  }

  /// Reads a file, and keeps it in the cache if it fits.
  /// - Returns: `true` if it was in the cache.
  package mutating func read(_ file: ImageID, bytes length: ByteCount) -> Bool {
    guard limit > .zero else { return false }
    if lengths[Int(file.index)] == length.bytes {
      order.moveToNewest(file)
      return true
    }
    drop(file)
    guard length <= limit else { return false }
    while bytes + length > limit, let oldest = order.oldest() { drop(oldest) }
    order.append(file)
    lengths[Int(file.index)] = length.bytes
    bytes += length
    return false
  }

  /// Returns a Boolean value that indicates whether a file of this length would be read from memory.
  package func contains(_ file: ImageID, bytes length: ByteCount) -> Bool {
    limit > .zero && lengths[Int(file.index)] == length.bytes
  }

  /// Removes a file that was deleted.
  package mutating func drop(_ file: ImageID) {
    guard lengths[Int(file.index)] >= 0 else { return }
    order.remove(file)
    bytes -= ByteCount(lengths[Int(file.index)])
    lengths[Int(file.index)] = -1
  }

  /// Removes all files, because memory ran short or the device was restarted.
  package mutating func dropAll() {
    while let oldest = order.oldest() { drop(oldest) }
  }
}
