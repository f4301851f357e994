import BasicContainers
import ScrollCore
import ScrollDevice

/// The bitmaps in memory, each counted once, however many holders it has.
///
/// The holders of a bitmap are the cache, cells and loads in flight. A bitmap is freed when its
/// last holder releases it. An image that was evicted while displayed and loaded again has two
/// bitmaps. Cells on screen and loads in flight hold a bitmap *actively*. If only the cache or
/// cells in the reuse queue hold a bitmap, the system may remove it from memory: it may purge a
/// volatile bitmap, and page out another one if there is swap. Volatile bitmaps do not count for
/// the app's footprint (they are not *charged*); paged-out ones do, as in XNU.
struct BitmapReferences: ~Copyable {
  struct Bitmap {
    var bytes: Int
    var holders: Int32 = 1
    /// The number of holders that use it.
    var active: Int32 = 1
    var picture: PictureIndex
    /// The key under which the app loaded it.
    var key: KeyIndex
    var version: Int32
    /// The key under which the cache holds it.
    var cachedKey: KeyIndex = .none
    var wasShown = false, isDecoded = false, isPurgeable = false
    var isVolatile = false, isPagedOut = false
    /// A Boolean value that indicates whether the app has encoded its encoded bytes again.
    var isReencoded = false
    /// A Boolean value that indicates whether the system has purged the contents and no encoded
    /// bytes remain to decode again.
    var isLost = false
    /// The time of decoding the bitmap in nanoseconds; 0 until it is decoded.
    var decode: Int64 = 0
  }

  private(set) var bitmaps = UniqueArray<Bitmap>()
  private var free = UniqueArray<BitmapIndex>()
  /// The bytes of all bitmaps, except volatile ones.
  private(set) var charged = ByteCount.zero
  /// The bytes of charged bitmaps that the cache holds.
  private(set) var cached = ByteCount.zero
  /// The charged bytes that are in swap.
  private(set) var pagedOut = ByteCount.zero
  /// The decodes whose bitmaps were freed without having been on screen.
  private(set) var wastedDecodes = 0, wastedNanoseconds: Int64 = 0
  /// The bitmaps that the system may purge.
  private(set) var volatile: PurgeableMemory
  private var pageable: PurgeableMemory?
  private let group: Int, behavior: PurgeableMemory.Behavior

  /// Returns a copy that shares no state.
  func copy() -> BitmapReferences {
    BitmapReferences(
      bitmaps: bitmaps.clone(), free: free.clone(), charged: charged, cached: cached,
      pagedOut: pagedOut,
      wastedDecodes: wastedDecodes, wastedNanoseconds: wastedNanoseconds, volatile: volatile,
      pageable: pageable, group: group, behavior: behavior)
  }
}

extension BitmapReferences {
  init(
    pageSize: ByteCount, hasSwap: Bool, group: Int, behavior: PurgeableMemory.Behavior
  ) {
    volatile = PurgeableMemory(pageSize: pageSize)
    pageable = hasSwap ? PurgeableMemory(pageSize: ByteCount(1)) : nil
    self.group = group
    self.behavior = behavior
  }

  subscript(_ bitmap: BitmapIndex) -> Bitmap {
    @inline(__always) _read { yield bitmaps[bitmap] }
  }

  /// Resets the counts of wasted decodes for another session.
  mutating func beginSession() { (wastedDecodes, wastedNanoseconds) = (0, 0) }

  /// Creates a bitmap that is not decoded yet, with one active holder.
  ///
  /// Its bytes are the encoded bytes, or those of an empty destination for a decode.
  mutating func make(
    bytes: Int, picture: PictureIndex, key: KeyIndex, version: Int32, isReencoded: Bool = false
  ) -> BitmapIndex {
    var bitmap = Bitmap(bytes: bytes, picture: picture, key: key, version: version)
    bitmap.isReencoded = isReencoded
    charged += ByteCount(bytes)
    if let place = free.popLast() {
      bitmaps[place] = bitmap
      return place
    }
    bitmaps.append(bitmap)
    return BitmapIndex(bitmaps.count - 1)
  }

  /// Adds a holder that uses the bitmap.
  ///
  /// - Returns: the bytes that were paged out and must be paged in.
  mutating func retain(_ bitmap: BitmapIndex) -> Int {
    bitmaps[bitmap].holders += 1
    return activate(bitmap)
  }

  /// Adds a holder that does not use the bitmap: the cache, or a cell in the reuse queue.
  mutating func retainIdly(_ bitmap: BitmapIndex) { bitmaps[bitmap].holders += 1 }

  /// Records that a holder begins to use the bitmap.
  mutating func activate(_ bitmap: BitmapIndex) -> Int {
    bitmaps[bitmap].active += 1
    guard bitmaps[bitmap].active == 1 else { return 0 }
    return leaveDisposal(bitmap)
  }

  /// Records that a holder keeps the bitmap but no longer uses it.
  mutating func deactivate(_ bitmap: BitmapIndex) {
    bitmaps[bitmap].active -= 1
    if bitmaps[bitmap].active == 0 { enterDisposal(bitmap) }
  }

  mutating func setCachedKey(_ key: KeyIndex, of bitmap: BitmapIndex) {
    let entry = bitmaps[bitmap]
    bitmaps[bitmap].cachedKey = key
    guard !entry.isVolatile, (entry.cachedKey == .none) != (key == .none) else { return }
    cached += ByteCount(key == .none ? -entry.bytes : entry.bytes)
  }

  /// Adds bytes of a bitmap to those that are charged.
  private mutating func charge(_ bytes: Int, of place: Int) {
    charged += ByteCount(bytes)
    if bitmaps[place].cachedKey != .none { cached += ByteCount(bytes) }
  }

  mutating func didShow(_ bitmap: BitmapIndex) { bitmaps[bitmap].wasShown = true }

  /// Decodes encoded bytes into a bitmap.
  ///
  /// - Returns: `false` if it is decoded already.
  mutating func decode(_ bitmap: BitmapIndex, bytes: Int, cost: Int64, isPurgeable: Bool) -> Bool {
    let place = bitmap.position
    guard !bitmaps[place].isDecoded else { return false }
    charge(bytes - bitmaps[place].bytes, of: place)
    bitmaps[place].bytes = bytes
    bitmaps[place].isDecoded = true
    bitmaps[place].isPurgeable = isPurgeable
    bitmaps[place].decode = cost
    return true
  }

  /// Removes a holder that used the bitmap.
  ///
  /// - Returns: `true` if it was the last holder.
  mutating func release(_ bitmap: BitmapIndex) -> Bool {
    bitmaps[bitmap].active -= 1
    if bitmaps[bitmap].active == 0, bitmaps[bitmap].holders > 1 {
      enterDisposal(bitmap)
    }
    return letGo(bitmap)
  }

  /// Removes a holder that only kept the bitmap.
  ///
  /// - Returns: `true` if it was the last holder.
  mutating func releaseIdly(_ bitmap: BitmapIndex) -> Bool { letGo(bitmap) }

  private mutating func letGo(_ bitmap: BitmapIndex) -> Bool {
    bitmaps[bitmap].holders -= 1
    guard bitmaps[bitmap].holders == 0 else { return false }
    _ = leaveDisposal(bitmap)
    let dead = bitmaps[bitmap]
    charged -= ByteCount(dead.bytes)
    if !dead.wasShown, dead.isDecoded {
      wastedDecodes += 1
      wastedNanoseconds += dead.decode
    }
    free.append(bitmap)
    return true
  }

  private mutating func enterDisposal(_ bitmap: BitmapIndex) {
    let place = bitmap.position
    guard bitmaps[place].isDecoded else { return }
    let bytes = ByteCount(bitmaps[place].bytes)
    if bitmaps[place].isPurgeable {
      bitmaps[place].isVolatile = true
      charge(-bitmaps[place].bytes, of: place)
      volatile.setVolatile(place, bytes: bytes, group: group, behavior: behavior)
    } else if var memory = pageable.take() {
      memory.setVolatile(place, bytes: bytes, group: 0, behavior: .fifo)
      pageable = memory
    }
  }

  private mutating func leaveDisposal(_ bitmap: BitmapIndex) -> Int {
    let place = bitmap.position
    if bitmaps[place].isVolatile {
      bitmaps[place].isVolatile = false
      charge(bitmaps[place].bytes, of: place)
      volatile.remove(place)
    } else if bitmaps[place].isPagedOut {
      bitmaps[place].isPagedOut = false
      pageable?.remove(place)
      pagedOut -= ByteCount(bitmaps[place].bytes)
      return bitmaps[place].bytes
    } else if bitmaps[place].isDecoded, !bitmaps[place].isPurgeable {
      pageable?.remove(place)
    }
    return 0
  }

  /// Purges volatile bitmaps until at least `bytes` are free, and appends them to `purged`.
  mutating func purge(atLeast bytes: ByteCount, into purged: inout [BitmapIndex]) {
    volatile.purge(atLeast: bytes) { purged.append(BitmapIndex($0)) }
    for bitmap in purged {
      bitmaps[bitmap].isVolatile = false
      // Its place may soon belong to another bitmap, which is not empty.
      volatile.remove(bitmap.position)
    }
  }

  /// Reduces a purged bitmap to its encoded bytes, or to 0 bytes if it is lost.
  mutating func empty(_ bitmap: BitmapIndex, to encoded: Int, isLost: Bool) {
    if !bitmaps[bitmap].wasShown {
      wastedDecodes += 1
      wastedNanoseconds += bitmaps[bitmap].decode
    }
    bitmaps[bitmap].bytes = encoded
    bitmaps[bitmap].isDecoded = false
    bitmaps[bitmap].isPurgeable = false
    bitmaps[bitmap].isLost = isLost
    charge(encoded, of: bitmap.position)
  }

  /// Pages bitmaps out until at least `bytes` are free and returns the bytes that were paged out.
  mutating func pageOut(atLeast bytes: ByteCount) -> ByteCount {
    guard var memory = pageable else { return .zero }
    var paged: [BitmapIndex] = []
    memory.purge(atLeast: bytes) { paged.append(BitmapIndex($0)) }
    pageable = memory
    var sum = ByteCount.zero
    for bitmap in paged {
      bitmaps[bitmap].isPagedOut = true
      sum += ByteCount(bitmaps[bitmap].bytes)
    }
    pagedOut += sum
    return sum
  }

  /// The bytes that could be paged out.
  var pageableBytes: ByteCount { pageable?.volatileBytes ?? .zero }
}
