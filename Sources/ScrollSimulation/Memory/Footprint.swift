import BasicContainers
import ScrollCore
import ScrollDevice

/// The memory that the app's images use, and the device's response to it.
struct Footprint: ~Copyable {
  var bitmaps: BitmapReferences
  var heap: Heap
  private(set) var interface: InterfaceAssets
  private var device: DeviceMemory
  /// The encoded bytes of files that were read and are not decoded yet.
  private(set) var encoded = ByteCount.zero
  /// The bitmap that was last displayed for each key, until it is freed; empty unless
  /// `Loader.liveObjects` is set.
  private var liveBitmap: Table<Key, BitmapIndex>
  /// The size of the largest bitmap that a load may create, in bytes.
  let largestBitmap: Int
  /// The image bytes for which the device's memory rules last ran.
  private var chargedBytes = ByteCount.zero
  /// A Boolean value that indicates whether a step is in progress that changes much at once.
  private var isInStep = false
  private var counts = RunReport.Memory()
  /// The bytes of the placeholder, which the app always holds.
  let placeholder: ByteCount

  /// Returns a copy that shares no state.
  func copy() -> Footprint {
    Footprint(
      bitmaps: bitmaps.copy(), heap: heap, interface: interface, device: device, encoded: encoded,
      liveBitmap: liveBitmap.copy(), largestBitmap: largestBitmap, chargedBytes: chargedBytes,
      isInStep: isInStep, counts: counts, placeholder: placeholder)
  }
}

extension Footprint {
  init(_ prepared: PreparedScenario) {
    let (device, loader) = (prepared.scenario.device, prepared.scenario.loader)
    self.device = DeviceMemory(device.memory)
    bitmaps = BitmapReferences(
      pageSize: device.memory.pageSize, hasSwap: device.memory.swap != nil,
      group: loader.purgeGroup, behavior: loader.purgeable.behavior)
    heap = Heap(device.memory.fresh)
    interface = InterfaceAssets(loader.interfaceAssets, on: device)
    liveBitmap = Table(
      repeating: .none, count: loader.liveObjects ? prepared.keys.count : 0)
    largestBitmap = prepared.largestBitmap
    placeholder = ByteCount(loader.placeholder)
  }

  /// The bytes of the app's images that count for its footprint.
  var imageBytes: ByteCount { bitmaps.charged + encoded + interface.charged + placeholder }

  /// The bytes of the process, and their peak.
  var bytes: ByteCount { device.footprint }
  var peakBytes: ByteCount { device.peakFootprint }

  // MARK: What is held

  /// Adds or removes encoded bytes in memory.
  mutating func holdEncoded(_ bytes: ByteCount) { encoded += bytes }
  mutating func freeEncoded(_ bytes: ByteCount) { encoded -= bytes }

  /// Releases a bitmap for a holder that used it.
  ///
  /// If that was the last holder, the bitmap is freed and can no longer be found as a live object.
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

  /// Returns the bytes that the heap gets back when a bitmap is freed: those that were allocated
  /// for its pixels.
  private func heapBytes(of bitmap: BitmapIndex) -> Int {
    let entry = bitmaps[bitmap]
    return heap.isOn && entry.isDecoded ? entry.bytes : 0
  }

  private mutating func forget(_ bitmap: BitmapIndex, _ key: KeyIndex) {
    guard liveBitmap.count > 0, liveBitmap[key] == bitmap else { return }
    liveBitmap[key] = .none
  }

  /// Records that a bitmap is displayed and can be found again while it is held.
  mutating func remember(_ bitmap: BitmapIndex) {
    if liveBitmap.count > 0 { liveBitmap[bitmaps[bitmap].key] = bitmap }
  }

  /// Returns the bitmap of a displayed picture that is still held, unless the system has purged it.
  func liveObject(_ key: KeyIndex) -> BitmapIndex? {
    guard liveBitmap.count > 0 else { return nil }
    let live = liveBitmap[key]
    return live != .none && !bitmaps[live].isLost ? live : nil
  }

  /// Shows a cell's picture of the interface and returns `true` if it was not in memory.
  mutating func showInterface(in item: ItemIndex) -> Bool { interface.show(in: item) }
  mutating func hideInterface(in item: ItemIndex) { interface.hide(in: item) }

  /// Drops the pictures of the interface that are not on screen.
  mutating func purgeInterface() { interface.purge() }

  /// Begins a step, such as the end of the process, in which the device's memory rules do not run.
  mutating func beginStep() { isInStep = true }

  /// Ends a step, after which the device's memory rules run.
  mutating func endStep() { isInStep = false }

  /// Drops the memory of interface pictures and the heap, because the process has ended.
  mutating func endProcess() {
    interface.dropAll()
    heap.endProcess()
    endStep()
  }

  /// Takes over the memory of an earlier session in the same process.
  mutating func takeOver(_ earlier: consuming Footprint) {
    heap = earlier.heap
    interface = earlier.interface
    bitmaps = earlier.bitmaps
    liveBitmap = earlier.liveBitmap
    bitmaps.beginSession()
    interface.beginSession()
  }

  // MARK: The device's rules

  /// A Boolean value that indicates whether the image bytes have changed since the device's memory
  /// rules last ran; `false` during a step.
  var hasChanged: Bool { !isInStep && imageBytes != chargedBytes }

  /// Runs the device's memory rules for the present bytes and returns their verdict.
  mutating func applyRules() -> DeviceMemory.Verdict {
    chargedBytes = imageBytes
    return device.imagesChanged(
      charged: chargedBytes, volatile: bitmaps.volatile.volatileBytes,
      pageable: bitmaps.pageableBytes, pagedOut: bitmaps.pagedOut)
  }

  /// Returns the device's verdict after other processes take or free memory.
  mutating func otherProcessesChanged(by bytes: ByteCount) -> DeviceMemory.Verdict {
    device.otherProcessesChanged(by: bytes)
  }

  /// Returns the device's verdict after the app has answered its warnings.
  mutating func warningWasAnswered() -> DeviceMemory.Verdict { device.warningWasAnswered() }

  mutating func didPurge(_ bytes: ByteCount) {
    counts.purges += 1
    counts.purgedBytes += bytes
  }

  /// Pages out at least `bytes` and returns the bytes that were paged out.
  mutating func pageOut(atLeast bytes: ByteCount) -> ByteCount {
    let paged = bitmaps.pageOut(atLeast: bytes)
    counts.pagedOut += paged
    return paged
  }

  mutating func didPageIn(_ bytes: ByteCount) { counts.pagedIn += bytes }
  mutating func didWarn() { counts.warnings += 1 }
  mutating func didKillBackgroundApps(_ count: Int) { counts.killedBackgroundApps += count }

  /// The counts of warnings, purges and pagings, and the peak footprint of the process.
  var figures: RunReport.Memory {
    var figures = counts
    figures.peakFootprint = device.peakFootprint
    return figures
  }

  /// Writes the figures to a report.
  func report(into work: inout RunReport.Work) {
    work.wastedDecodes = bitmaps.wastedDecodes
    work.wastedDecode = SimTime(nanoseconds: bitmaps.wastedNanoseconds)
  }
}

/// The memory that the process has freed and keeps for later use; writing to it needs no fresh
/// pages.
///
/// A new bitmap first uses this memory. For the part that does not fit, the system must clear fresh
/// pages, which takes time (`FreshMemory`). The model ignores fragmentation.
struct Heap {
  private let fresh: FreshMemory?
  private var free = ByteCount.zero

  init(_ fresh: FreshMemory?) { self.fresh = fresh }

  /// A Boolean value that indicates whether fresh memory has a cost.
  var isOn: Bool { fresh != nil }

  /// Allocates memory and returns the nanoseconds that the system needs to clear fresh pages for
  /// it.
  mutating func allocate(_ bytes: Int) -> Int64 {
    guard let fresh else { return 0 }
    let again = min(free, ByteCount(bytes))
    free -= again
    return fresh.touchTime(of: ByteCount(bytes) - again).nanoseconds
  }

  /// Releases memory, which the process keeps up to a limit.
  mutating func release(_ bytes: Int) {
    guard let fresh else { return }
    free = min(fresh.kept, free + ByteCount(bytes))
  }

  /// Frees all memory, because the process has ended.
  mutating func endProcess() { free = .zero }
}

/// The pictures of the interface, which the system caches under their names.
///
/// Each cell shows one of them: item `i` shows the picture with the number `i` modulo their count.
/// A picture is a graphic of 30 points square, read and decoded on the main thread if it is not in
/// the system's cache. That cache cannot be sized. At a memory warning it drops everything that no
/// cell on screen shows.
struct InterfaceAssets {
  /// The number of pictures.
  let count: Int
  /// The cost of loading one picture.
  let read: Int64, decode: Int64
  let bytes: ByteCount
  /// The bytes of the pictures in memory.
  private(set) var charged = ByteCount.zero

  /// The counts of the pictures that had to be loaded.
  private(set) var figures = RunReport.Interface()

  private var isCached: [Bool]
  private var shown: [Int32]

  init(_ count: Int, on device: DeviceProfile) {
    self.count = count
    let side = max(1, Int((30 * device.scale).rounded()))
    let picture = ImageCatalog.Entry(width: side, height: side, format: .png, content: .graphic)
    read = device.flash.readTime(of: picture.encoded).nanoseconds
    // A user's device may have no decode time for PNG.
    decode = count > 0 ? device.decodeTime(of: picture).nanoseconds : 0
    bytes = picture.decoded
    isCached = Array(repeating: false, count: count)
    shown = Array(repeating: 0, count: count)
  }

  /// The bytes of the pictures in memory, as a new sum to check `charged`.
  var recounted: ByteCount {
    var sum = ByteCount.zero
    for asset in 0..<count where isCached[asset] { sum += bytes }
    return sum
  }

  /// Shows a cell's picture and returns `true` if it was not in memory and has been loaded.
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

  /// Drops the pictures that are not on screen.
  mutating func purge() {
    for asset in 0..<count where isCached[asset] && shown[asset] == 0 {
      isCached[asset] = false
      charged -= bytes
    }
  }

  /// Resets the figures for another session.
  mutating func beginSession() { figures = RunReport.Interface() }

  /// Drops all pictures, because the process has ended.
  mutating func dropAll() {
    for asset in 0..<count {
      isCached[asset] = false
      shown[asset] = 0
    }
    charged = .zero
  }
}
