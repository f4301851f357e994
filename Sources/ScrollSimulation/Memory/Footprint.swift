import BasicContainers
import ScrollCore
import ScrollDevice

/// What the app's images take in memory, and what the device makes of that.
struct Footprint: ~Copyable {
  var bitmaps: BitmapLedger
  var heap: Heap
  private(set) var interface: InterfaceAssets
  private var device: DeviceMemory
  /// Encoded bytes between read and decode.
  private(set) var encoded = ByteCount.zero
  /// The bitmap of each key that was displayed last, until it is freed; empty without a table of
  /// live objects.
  private var liveBitmap: Table<Key, BitmapIndex>
  /// The most that one load's bitmap takes.
  let largestBitmap: Int
  /// What the device's rules were last applied to.
  private var chargedBytes = ByteCount.zero
  private var counts = RunReport.Memory()
  /// What the app holds all the time.
  let placeholder: ByteCount

  init(_ prepared: PreparedScenario) {
    let (device, loader) = (prepared.scenario.device, prepared.scenario.loader)
    self.device = DeviceMemory(device.memory)
    bitmaps = BitmapLedger(
      pageSize: device.memory.pageSize, hasSwap: device.memory.swap != nil,
      group: loader.purgeGroup, behavior: loader.purgeable.behavior)
    heap = Heap(device.memory.fresh)
    interface = InterfaceAssets(loader.interfaceAssets, on: device)
    liveBitmap = Table(
      repeating: .none, count: loader.liveObjects ? prepared.keys.count : 0)
    largestBitmap = prepared.largestBitmap
    placeholder = ByteCount(loader.placeholder)
  }

  /// Everything that the app's images take, except what is at the system's disposal.
  private var imageBytes: ByteCount { bitmaps.charged + encoded + interface.charged + placeholder }

  /// What the process takes.
  var bytes: ByteCount { device.footprint }

  // MARK: What is held

  /// Encoded bytes come into memory, or go.
  mutating func holdEncoded(_ bytes: ByteCount) { encoded += bytes }
  mutating func freeEncoded(_ bytes: ByteCount) { encoded -= bytes }

  /// Lets go of a bitmap that was used, or was only kept; a table of live objects forgets it with
  /// its last holder.
  mutating func release(_ bitmap: BitmapIndex) {
    let (key, bytes) = (bitmaps[bitmap].key, heapBytes(of: bitmap))
    if bitmaps.release(bitmap) {
      forget(bitmap, key)
      heap.release(bytes)
    }
  }

  mutating func releaseIdly(_ bitmap: BitmapIndex) {
    let (key, bytes) = (bitmaps[bitmap].key, heapBytes(of: bitmap))
    if bitmaps.releaseIdly(bitmap) {
      forget(bitmap, key)
      heap.release(bytes)
    }
  }

  /// What goes back to the heap with a bitmap: what was allocated for its pixels.
  private func heapBytes(of bitmap: BitmapIndex) -> Int {
    let entry = bitmaps[bitmap]
    return heap.isOn && entry.isDecoded ? entry.bytes : 0
  }

  private mutating func forget(_ bitmap: BitmapIndex, _ key: KeyIndex) {
    guard liveBitmap.count > 0, liveBitmap[key] == bitmap else { return }
    liveBitmap[key] = .none
  }

  /// A bitmap is displayed, and may be found again as long as it is held.
  mutating func remember(_ bitmap: BitmapIndex) {
    if liveBitmap.count > 0 { liveBitmap[bitmaps[bitmap].key] = bitmap }
  }

  /// What is still held of a picture that was displayed, unless the system has emptied it.
  func liveObject(_ key: KeyIndex) -> BitmapIndex? {
    guard liveBitmap.count > 0 else { return nil }
    let live = liveBitmap[key]
    return live != .none && !bitmaps[live].isLost ? live : nil
  }

  /// A cell shows its picture of the interface; true if that was not in memory.
  mutating func showInterface(in item: ItemIndex) -> Bool { interface.show(in: item) }
  mutating func hideInterface(in item: ItemIndex) { interface.hide(in: item) }

  /// Drops the pictures of the interface that are not on screen.
  mutating func purgeInterface() { interface.purge() }

  /// The process has ended, with everything that the system held for it.
  mutating func endProcess() {
    interface.dropAll()
    heap.endProcess()
  }

  /// Takes over what the process holds from an earlier session, as its highest so far.
  mutating func takeOver(_ earlier: consuming Footprint) {
    heap = earlier.heap
    interface = earlier.interface
    bitmaps = earlier.bitmaps
    liveBitmap = earlier.liveBitmap
    bitmaps.beginSession()
    interface.beginSession()
  }

  // MARK: The device's rules

  /// Whether the images take more or less than the device's rules were last applied to.
  var hasChanged: Bool { imageBytes != chargedBytes }

  /// The device's verdict on what the images take now.
  mutating func applyRules() -> DeviceMemory.Verdict {
    chargedBytes = imageBytes
    return device.imagesChanged(
      charged: chargedBytes, volatile: bitmaps.volatile.volatileBytes,
      pageable: bitmaps.pageableBytes, pagedOut: bitmaps.pagedOut)
  }

  /// Its verdict when other processes take more or less by so many bytes.
  mutating func otherProcessesChanged(by bytes: ByteCount) -> DeviceMemory.Verdict {
    device.otherProcessesChanged(by: bytes)
  }

  /// Its verdict when the app has answered its warnings as it can.
  mutating func warningWasAnswered() -> DeviceMemory.Verdict { device.warningWasAnswered() }

  mutating func didPurge(_ bytes: ByteCount) {
    counts.purges += 1
    counts.purgedBytes += bytes
  }

  /// Pages out at least so much; the bytes that went.
  mutating func pageOut(atLeast bytes: ByteCount) -> ByteCount {
    let paged = bitmaps.pageOut(atLeast: bytes)
    counts.pagedOut += paged
    return paged
  }

  mutating func didPageIn(_ bytes: ByteCount) { counts.pagedIn += bytes }
  mutating func didWarn() { counts.warnings += 1 }
  mutating func didKillBackgroundApps(_ count: Int) { counts.killedBackgroundApps += count }

  /// What the device did, and the most that the process took.
  var figures: RunReport.Memory {
    var figures = counts
    figures.peakFootprint = device.peakFootprint
    return figures
  }

  /// Writes the figures down.
  func report(into work: inout RunReport.Work) {
    work.wastedDecodes = bitmaps.wastedDecodes
    work.wastedDecode = SimTime(nanoseconds: bitmaps.wastedNanoseconds)
  }
}

/// What the process has of memory that was touched before and is free.
///
/// A bitmap that finds room there costs nothing but its drawing; for what is left of it the system
/// has to clear fresh pages. Whether the room is in one piece is not looked at.
struct Heap {
  private let fresh: FreshMemory?
  private var free = ByteCount.zero

  init(_ fresh: FreshMemory?) { self.fresh = fresh }

  /// Whether fresh memory costs anything.
  var isOn: Bool { fresh != nil }

  /// Memory is allocated and written to; the nanoseconds that the first touch of it takes.
  mutating func allocate(_ bytes: Int) -> Int64 {
    guard let fresh else { return 0 }
    let again = min(free, ByteCount(bytes))
    free -= again
    return fresh.touchTime(of: ByteCount(bytes) - again).nanoseconds
  }

  /// Memory is given back: the process keeps it up to a limit.
  mutating func release(_ bytes: Int) {
    guard let fresh else { return }
    free = min(fresh.kept, free + ByteCount(bytes))
  }

  /// The process has ended.
  mutating func endProcess() { free = .zero }
}

/// Pictures of the interface, which the system caches under their names.
///
/// Each cell shows one of them, item `i` the one of number `i` modulo their count: a graphic of
/// 30 points square, read and decoded on the main thread when it is not in the system's cache.
/// That cache cannot be sized; at a memory warning it loses everything that no cell on screen
/// shows.
struct InterfaceAssets: ~Copyable {
  /// How many there are.
  let count: Int
  /// What one costs.
  let read: Int64, decode: Int64
  let bytes: ByteCount
  /// Bytes of those in memory.
  private(set) var charged = ByteCount.zero

  /// What had to be loaded.
  private(set) var figures = RunReport.Interface()

  private var isCached: RigidArray<Bool>
  private var shown: RigidArray<Int32>

  init(_ count: Int, on device: DeviceProfile) {
    self.count = count
    let side = max(1, Int((30 * device.scale).rounded()))
    let picture = ImageCatalog.Entry(width: side, height: side, format: .png, content: .graphic)
    read = device.flash.readTime(of: picture.encoded).nanoseconds
    // A user's device may not know how long a PNG takes.
    decode = count > 0 ? device.decodeTime(of: picture).nanoseconds : 0
    bytes = picture.decoded
    isCached = RigidArray(repeating: false, count: count)
    shown = RigidArray(repeating: 0, count: count)
  }

  /// Bytes of those in memory, added up anew.
  var recounted: ByteCount {
    var sum = ByteCount.zero
    for asset in 0..<count where isCached[asset] { sum += bytes }
    return sum
  }

  /// A cell shows its picture; true if that was not in memory, and has been loaded.
  mutating func show(in item: ItemIndex) -> Bool {
    let asset = item.position % count
    shown[asset] += 1
    guard !isCached[asset] else { return false }
    isCached[asset] = true
    charged += bytes
    figures.loads += 1
    figures.time += SimTime(nanoseconds: read + decode)
    return true
  }

  mutating func hide(in item: ItemIndex) { shown[item.position % count] -= 1 }

  /// Drops what is not on screen.
  mutating func purge() {
    for asset in 0..<count where isCached[asset] && shown[asset] == 0 {
      isCached[asset] = false
      charged -= bytes
    }
  }

  /// Another session begins: nothing has been loaded in it.
  mutating func beginSession() { figures = RunReport.Interface() }

  /// The process has ended.
  mutating func dropAll() {
    for asset in 0..<count {
      isCached[asset] = false
      shown[asset] = 0
    }
    charged = .zero
  }
}
